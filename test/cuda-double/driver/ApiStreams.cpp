// Streams, events, captures, graphs.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>

using namespace shardwright::cudadouble;

namespace {

bool valid(Call &call, const void *handle, const char *what) {
  if (handle && call.driver.handles.count(handle))
    return true;
  call.driver.report("handle", what, std::string(what) + " is used that was destroyed or never created");
  return false;
}

template <typename Handle> int destroy(Call &call, Handle *handle, const char *what) {
  if (!valid(call, handle, what))
    return InvalidHandle;
  call.driver.handles.erase(handle);
  delete handle;
  return Success;
}

// A stream that is captured cannot be waited for: nothing of it runs.
int invalidate(Call &call, Stream &stream, const char *function) {
  if (!stream.capture)
    return 0;
  stream.capture->invalid = true;
  call.driver.report("capture", function, std::string(function) + " of " + stream.name + ", which is captured");
  return CaptureUnsupported;
}

void endCapture(Driver &driver, Capture *capture) {
  for (Stream *stream : capture->streams) {
    stream->capture = nullptr;
    stream->last.clear();
  }
  driver.captures.remove_if([&](const auto &each) { return each.get() == capture; });
}

} // namespace

DOUBLE_API cuStreamCreate(CUstream *stream, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!stream || flags > 1)
    return InvalidValue;
  auto made = std::make_unique<Stream>();
  made->nonBlocking = flags & 1;
  made->device = call.context->device;
  made->name = "stream " + std::to_string(++call.driver.streamNumber);
  made->queue = call.driver.order.newQueue(made->name);
  *stream = made.get();
  call.driver.handles.insert(made.get());
  call.driver.streams.push_back(std::move(made));
  return Success;
}

DOUBLE_API cuStreamDestroy_v2(CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  if (!valid(call, stream, "a stream"))
    return InvalidHandle;
  if (stream->capture)
    endCapture(call.driver, stream->capture);
  call.driver.handles.erase(stream);
  call.driver.streams.remove_if([&](const auto &each) { return each.get() == stream; });
  return Success;
}

DOUBLE_API cuStreamSynchronize(CUstream handle) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream)
    return InvalidHandle;
  if (int error = invalidate(call, *stream, __func__))
    return error;
  call.driver.finish(*stream);
  call.driver.hostWaits(stream == &call.context->legacy ? call.driver.before(*stream) : stream->clock);
  return call.context->sticky;
}

DOUBLE_API cuStreamQuery(CUstream handle) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream)
    return InvalidHandle;
  if (int error = invalidate(call, *stream, __func__))
    return error;
  if (!call.driver.advance(*stream))
    return NotReady;
  call.driver.hostWaits(stream->clock);
  return call.context->sticky;
}

DOUBLE_API cuStreamWaitEvent(CUstream handle, CUevent event, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !valid(call, event, "an event"))
    return InvalidHandle;
  if (flags > 1)
    return InvalidValue;
  if (!event->recorded)
    return Success;
  if (event->capture) {
    if (stream->capture && stream->capture != event->capture) {
      stream->capture->invalid = true;
      call.driver.report("capture", "merge", "cuStreamWaitEvent would join two captures");
      return CaptureMerge;
    }
    if (!stream->capture) { // the stream joins the capture
      stream->capture = event->capture;
      stream->branch = event->capture->graph->branches++;
      stream->last.clear();
      event->capture->streams.push_back(stream);
    }
    for (size_t node : event->nodes)
      if (std::find(stream->last.begin(), stream->last.end(), node) == stream->last.end())
        stream->last.push_back(node);
    return Success;
  }
  if (stream->capture) {
    stream->capture->invalid = true;
    call.driver.report("capture", "isolation",
                       stream->name + ", which is captured, waits for an event that was recorded outside the capture");
    return CaptureIsolation;
  }
  stream->clock.join(event->clock);
  return Success;
}

DOUBLE_API cuEventCreate(CUevent *event, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!event || flags > 7)
    return InvalidValue;
  *event = new Event;
  (*event)->timed = !(flags & 2);
  call.driver.handles.insert(*event);
  return Success;
}

DOUBLE_API cuEventDestroy_v2(CUevent event) {
  DOUBLE_CALL(CurrentContext);
  return destroy(call, event, "an event");
}

DOUBLE_API cuEventRecord(CUevent event, CUstream handle) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !valid(call, event, "an event"))
    return InvalidHandle;
  event->recorded = true;
  event->queries = 0;
  event->capture = stream->capture;
  event->nodes = stream->last;
  if (!stream->capture) {
    call.driver.finish(*stream);
    event->clock = call.driver.before(*stream);
    event->time = call.driver.time;
  }
  return Success;
}

DOUBLE_API cuEventQuery(CUevent event) {
  DOUBLE_CALL(CurrentContext);
  if (!valid(call, event, "an event"))
    return InvalidHandle;
  if (event->capture)
    return CapturedEvent;
  if (event->recorded && event->queries++ < call.driver.settings.notReadyQueries)
    return NotReady; // whoever asks once must be able to wait
  call.driver.hostWaits(event->clock);
  return call.context->sticky;
}

DOUBLE_API cuEventSynchronize(CUevent event) {
  DOUBLE_CALL(CurrentContext);
  if (!valid(call, event, "an event"))
    return InvalidHandle;
  if (event->capture) {
    call.driver.report("capture", __func__, "cuEventSynchronize of an event that was recorded in a capture");
    return CapturedEvent;
  }
  call.driver.hostWaits(event->clock);
  return call.context->sticky;
}

DOUBLE_API cuEventElapsedTime_v2(float *milliseconds, CUevent begin, CUevent end) {
  DOUBLE_CALL(CurrentContext);
  if (!milliseconds || !valid(call, begin, "an event") || !valid(call, end, "an event"))
    return milliseconds ? InvalidHandle : InvalidValue;
  if (!begin->recorded || !end->recorded || !begin->timed || !end->timed)
    return InvalidHandle;
  if (!call.driver.host.covers(begin->clock) || !call.driver.host.covers(end->clock))
    return NotReady;
  // Of the double's own time, in which every instruction takes a nanosecond: the same in every run.
  *milliseconds = static_cast<float>(static_cast<double>(end->time - begin->time) * 1e-6);
  return Success;
}

DOUBLE_API cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
  return cuEventElapsedTime_v2(milliseconds, begin, end);
}

DOUBLE_API cuStreamBeginCapture_v2(CUstream handle, int mode) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream)
    return InvalidHandle;
  if (mode < 0 || mode > 2)
    return InvalidValue;
  if (stream->capture || stream == &call.context->legacy)
    return stream->capture ? static_cast<int>(CaptureInvalidated) : static_cast<int>(CaptureUnsupported);
  auto made = std::make_unique<Capture>();
  made->graph = new Graph;
  made->graph->branches = 1;
  made->origin = stream;
  made->streams.push_back(stream);
  made->mode = mode;
  made->thread = std::this_thread::get_id();
  stream->capture = made.get();
  stream->branch = 0;
  stream->last.clear();
  call.driver.captures.push_back(std::move(made));
  return Success;
}

DOUBLE_API cuStreamEndCapture(CUstream handle, CUgraph *graph) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !graph)
    return stream ? InvalidValue : InvalidHandle;
  *graph = nullptr;
  Capture *capture = stream->capture;
  if (!capture)
    return 401; // CUDA_ERROR_ILLEGAL_STATE
  if (capture->origin != stream)
    return CaptureUnmatched;
  if (capture->mode != 2 && capture->thread != std::this_thread::get_id())
    return CaptureWrongThread;
  Graph *made = capture->graph;
  int error = capture->invalid ? CaptureInvalidated : Success;
  // All that was captured is before the origin's last node: of each branch the last one at least.
  std::vector<bool> joined(made->nodes.size(), false);
  std::vector<size_t> open = stream->last;
  while (!open.empty()) {
    size_t node = open.back();
    open.pop_back();
    if (joined[node])
      continue;
    joined[node] = true;
    open.insert(open.end(), made->nodes[node].dependencies.begin(), made->nodes[node].dependencies.end());
  }
  if (!error && std::find(joined.begin(), joined.end(), false) != joined.end()) {
    call.driver.report("capture", "unjoined",
                       "the capture of " + stream->name +
                           " ends with work of another stream that it has not waited for");
    error = CaptureUnjoined;
  }
  endCapture(call.driver, capture);
  if (error) {
    delete made;
    return error;
  }
  call.driver.handles.insert(made);
  *graph = made;
  return Success;
}

DOUBLE_API cuStreamIsCapturing(CUstream handle, int *status) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !status)
    return stream ? InvalidValue : InvalidHandle;
  *status = !stream->capture ? 0 : stream->capture->invalid ? 2 : 1;
  return Success;
}

DOUBLE_API cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  DOUBLE_CALL(CurrentContext);
  if (!exec || !valid(call, graph, "a graph"))
    return exec ? InvalidHandle : InvalidValue;
  if (flags & ~uint64_t(1)) {
    call.driver.report("unsupported", __func__,
                       "cuGraphInstantiateWithFlags: flags " + std::to_string(flags) + " are not known to the double");
    return NotSupported;
  }
  *exec = new GraphExec;
  (*exec)->graph = *graph;
  for (size_t branch = 0; branch < graph->branches; ++branch)
    (*exec)->queues.push_back(call.driver.order.newQueue("branch " + std::to_string(branch) + " of a graph"));
  call.driver.handles.insert(*exec);
  return Success;
}

DOUBLE_API cuGraphLaunch(CUgraphExec exec, CUstream handle) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !valid(call, exec, "an executable graph"))
    return InvalidHandle;
  if (stream->capture) {
    call.driver.report("unsupported", __func__, "a graph within a capture is not known to the double");
    return NotSupported;
  }
  return call.driver.launchGraph(*exec, *stream);
}

DOUBLE_API cuGraphExecDestroy(CUgraphExec exec) {
  DOUBLE_CALL(CurrentContext);
  return destroy(call, exec, "an executable graph");
}

DOUBLE_API cuGraphDestroy(CUgraph graph) {
  DOUBLE_CALL(CurrentContext);
  return destroy(call, graph, "a graph");
}
