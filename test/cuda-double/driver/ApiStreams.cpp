// Streams, events.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>

using namespace shardwright::cudadouble;

namespace {

// A stream that is captured cannot be waited for: nothing of it runs.
int invalidate(Call &call, Stream &stream, const char *function) {
  if (!stream.capture)
    return 0;
  stream.capture->invalid = true;
  call.driver.report("capture", function, std::string(function) + " of " + stream.name + ", which is captured");
  return CaptureUnsupported;
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
  if (!isValid(call, stream, "a stream"))
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
  if (!stream || !isValid(call, event, "an event"))
    return InvalidHandle;
  if (flags > 1)
    return InvalidValue;
  if (!event->recorded)
    return Success;
  if (event->capture && std::none_of(call.driver.captures.begin(), call.driver.captures.end(),
                                     [&](const auto &each) { return each->number == event->captureNumber; })) {
    call.driver.report("capture", "ended", "cuStreamWaitEvent for an event of a capture that has ended");
    return CapturedEvent;
  }
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
  if (event->last)
    call.driver.submit(*stream, [stream, its = event->last] {
      if (its->isDone)
        stream->clock.join(its->clock);
      return its->isDone;
    });
  return Success;
}

DOUBLE_API cuEventCreate(CUevent *event, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!event || flags > 7)
    return InvalidValue;
  *event = new Event;
  (*event)->timed = !(flags & 2);
  (*event)->device = call.context->device;
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
  if (!stream || !isValid(call, event, "an event"))
    return InvalidHandle;
  if (event->device != stream->device) {
    call.driver.report("wrong-device", "event",
                       "cuEventRecord of an event of device " + std::to_string(event->device) + " in " + stream->name +
                           " of device " + std::to_string(stream->device));
    return InvalidHandle;
  }
  event->recorded = true;
  event->queries = 0;
  event->capture = stream->capture;
  event->captureNumber = stream->capture ? stream->capture->number : 0;
  event->nodes = stream->last;
  if (!stream->capture) {
    event->last = std::make_shared<EventRecord>();
    call.driver.submit(*stream, [&driver = call.driver, stream, its = event->last] {
      its->clock = driver.before(*stream);
      its->time = driver.time;
      its->isDone = true;
      return true;
    });
  }
  return Success;
}

DOUBLE_API cuEventQuery(CUevent event) {
  DOUBLE_CALL(CurrentContext);
  if (!isValid(call, event, "an event"))
    return InvalidHandle;
  if (event->capture)
    return CapturedEvent;
  if (event->recorded && event->queries++ < call.driver.settings.notReadyQueries)
    return NotReady; // whoever asks once must be able to wait
  call.driver.advanceAll();
  if (event->last && !event->last->isDone)
    return NotReady;
  if (event->last)
    call.driver.hostWaits(event->last->clock);
  return call.context->sticky;
}

DOUBLE_API cuEventSynchronize(CUevent event) {
  DOUBLE_CALL(CurrentContext);
  if (!isValid(call, event, "an event"))
    return InvalidHandle;
  if (event->capture) {
    call.driver.report("capture", __func__, "cuEventSynchronize of an event that was recorded in a capture");
    return CapturedEvent;
  }
  if (const std::shared_ptr<EventRecord> its = event->last) {
    call.driver.finish(
        [&] {
          call.driver.advanceAll();
          return its->isDone;
        },
        "an event", event->device);
    call.driver.hostWaits(its->clock);
  }
  return call.context->sticky;
}

DOUBLE_API cuEventElapsedTime_v2(float *milliseconds, CUevent begin, CUevent end) {
  DOUBLE_CALL(CurrentContext);
  if (!milliseconds || !isValid(call, begin, "an event") || !isValid(call, end, "an event"))
    return milliseconds ? InvalidHandle : InvalidValue;
  if (!begin->last || !end->last || !begin->timed || !end->timed)
    return InvalidHandle;
  if (!begin->last->isDone || !end->last->isDone || !call.driver.host.covers(begin->last->clock) ||
      !call.driver.host.covers(end->last->clock))
    return NotReady;
  // Of the double's own time, in which every instruction takes a nanosecond: the same in every run.
  *milliseconds = static_cast<float>(static_cast<double>(end->last->time - begin->last->time) * 1e-6);
  return Success;
}

DOUBLE_API cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
  return cuEventElapsedTime_v2(milliseconds, begin, end);
}
