// Order between streams, events, the host and graphs.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;
void *const kNone = nullptr;

const std::string kAdd = entry(2, "ld.global.u32 %r0, [%p0]; add.u32 %r0, %r0, 1; st.global.u32 [%p1], %r0;");

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find(what), std::string::npos) << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

// A kernel writes b in one stream, another one reads it in a second one; BETWEEN orders them or does not.
Outcome twoStreams(const std::function<void(Device &, void *, void *)> &between, unsigned flags = 1) {
  return run([&](Device &device) {
    Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4), c = device.allocate(4);
    void *first = device.stream(flags), *second = device.stream(flags), *kernel = device.kernel(kAdd);
    device.launch(kernel, 1, 1, {a, b}, 0, first);
    between(device, first, second);
    device.launch(kernel, 1, 1, {b, c}, 0, second);
    device.must("cuStreamSynchronize", first);
    device.must("cuStreamSynchronize", second);
    expectEqual(6, device.download<uint32_t>(c, 1)[0], "c");
  });
}

} // namespace

TEST(Streams, Hazards) {
  finds(twoStreams([](Device &, void *, void *) {}), "stream-hazard: kernel 'k', line 11, thread (0, 0, 0) of block "
                                                     "(0, 0, 0): reads byte 0 of allocation 2 (4 bytes at 0x");
  finds(twoStreams([](Device &, void *, void *) {}),
        "written by kernel 'k' on stream 1, and no event or synchronisation orders the two");
  passes(twoStreams([](Device &device, void *first, void *second) {
    void *event = device.event();
    device.must("cuEventRecord", event, first);
    device.must("cuStreamWaitEvent", second, event, 0u);
  }));
  passes(twoStreams([](Device &device, void *first, void *) { device.must("cuStreamSynchronize", first); }));
  // An event that was recorded in front of the work orders nothing.
  finds(run([](Device &device) {
          Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4), c = device.allocate(4);
          void *first = device.stream(), *second = device.stream(), *kernel = device.kernel(kAdd),
               *event = device.event();
          device.must("cuEventRecord", event, first);
          device.launch(kernel, 1, 1, {a, b}, 0, first);
          device.must("cuStreamWaitEvent", second, event, 0u);
          device.launch(kernel, 1, 1, {b, c}, 0, second);
          device.must("cuCtxSynchronize");
        }),
        "stream-hazard");
  // The NULL stream waits for streams that do not opt out, and they for it.
  passes(twoStreams(
      [](Device &device, void *, void *) {
        device.must("cuMemsetD8_v2", device.allocate(4), static_cast<unsigned char>(0), size_t(4));
      },
      0));
  finds(twoStreams(
            [](Device &device, void *, void *) {
              device.must("cuMemsetD8_v2", device.allocate(4), static_cast<unsigned char>(0), size_t(4));
            },
            1),
        "stream-hazard");
}

TEST(Streams, ReadersAreNotForgotten) {
  // Two streams read, and a third waits for the second of them alone before it writes.
  auto program = [](bool both) {
    return run([=](Device &device) {
      Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4), c = device.allocate(4);
      void *streams[3] = {device.stream(), device.stream(), device.stream()}, *kernel = device.kernel(kAdd);
      device.launch(kernel, 1, 1, {a, b}, 0, streams[0]);
      device.launch(kernel, 1, 1, {a, c}, 0, streams[1]);
      for (int i = both ? 0 : 1; i < 2; ++i) {
        void *event = device.event();
        device.must("cuEventRecord", event, streams[i]);
        device.must("cuStreamWaitEvent", streams[2], event, 0u);
      }
      device.must("cuMemsetD8Async", a, static_cast<unsigned char>(0), size_t(4), streams[2]);
      device.must("cuCtxSynchronize");
    });
  };
  passes(program(true));
  finds(program(false), "stream-hazard: fill on stream 3 writes byte 0 of allocation 1");
}

TEST(Streams, CopiesToPinnedMemoryArriveWhenTheHostHasWaited) {
  passes(run([](Device &device) {
    void *host = nullptr;
    device.must("cuMemHostAlloc", &host, size_t(4), 0u);
    uint32_t *word = static_cast<uint32_t *>(host);
    *word = 1;
    void *stream = device.stream();
    Pointer a = device.upload<uint32_t>({77});
    device.must("cuMemcpyDtoHAsync_v2", host, a, size_t(4), stream);
    expect(*word != 77, "the copy is there before anybody has waited");
    device.must("cuStreamSynchronize", stream);
    expectEqual(77, *word, "the copy");
    device.must("cuMemFreeHost", host);
  }));
  finds(run([](Device &device) {
          void *host = nullptr;
          device.must("cuMemHostAlloc", &host, size_t(4), 0u);
          std::memset(host, 1, 4);
          void *stream = device.stream();
          Pointer a = device.allocate(4);
          device.must("cuMemcpyHtoDAsync_v2", a, static_cast<const void *>(host), size_t(4), stream);
          std::memset(host, 2, 4);
          device.must("cuStreamSynchronize", stream);
          device.must("cuMemFreeHost", host);
        }),
        "host-write: the host has changed memory that the copy to the device on stream 1 reads");
}

TEST(Streams, QueriesAndTimes) {
  passes(run([](Device &device) {
    void *begin = device.event(0), *end = device.event(0);
    Pointer a = device.upload<uint32_t>({1}), b = device.allocate(4);
    void *kernel = device.kernel(kAdd);
    device.must("cuEventRecord", begin, kNone);
    device.launch(kernel, 1, 1, {a, b});
    device.must("cuEventRecord", end, kNone);
    expectEqual(600, device.call("cuEventQuery", end), "first query");
    expectEqual(0, device.call("cuEventQuery", end), "second query");
    float milliseconds = 0;
    void *late = device.event(0);
    device.launch(kernel, 1, 1, {a, b});
    device.must("cuEventRecord", late, kNone);
    expectEqual(600, device.call("cuEventElapsedTime_v2", &milliseconds, begin, late), "of an event not waited for");
    device.must("cuEventElapsedTime_v2", &milliseconds, begin, end);
    expect(milliseconds > 0 && milliseconds < 1, "time");
  }));
}

namespace {

// Two kernels in a captured stream, the second in another stream that joins and, if JOINS, is joined.
Outcome captured(bool waits, bool joins, int launches) {
  return run([=](Device &device) {
    Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4), c = device.allocate(4);
    void *first = device.stream(), *second = device.stream(), *kernel = device.kernel(kAdd);
    void *fork = device.event(), *wrote = device.event(), *done = device.event(), *graph = nullptr, *exec = nullptr;
    device.must("cuStreamBeginCapture_v2", first, 0);
    device.must("cuEventRecord", fork, first);
    device.must("cuStreamWaitEvent", second, fork, 0u);
    device.launch(kernel, 1, 1, {a, b}, 0, first);
    if (waits) {
      device.must("cuEventRecord", wrote, first);
      device.must("cuStreamWaitEvent", second, wrote, 0u);
    }
    device.launch(kernel, 1, 1, {b, c}, 0, second);
    device.must("cuEventRecord", done, second);
    if (joins)
      device.must("cuStreamWaitEvent", first, done, 0u);
    int error = device.call("cuStreamEndCapture", first, &graph);
    expectEqual(joins ? 0 : 904, error, "end of the capture");
    if (error)
      return;
    device.must("cuGraphInstantiateWithFlags", &exec, graph, 0ull);
    for (int i = 0; i < launches; ++i)
      device.must("cuGraphLaunch", exec, first);
    device.must("cuStreamSynchronize", first);
    expectEqual(6, device.download<uint32_t>(c, 1)[0], "c");
    device.must("cuGraphExecDestroy", exec);
    device.must("cuGraphDestroy", graph);
  });
}

} // namespace

TEST(Graphs, Branches) {
  passes(captured(true, true, 3));
  finds(captured(false, true, 1), "stream-hazard");
  finds(captured(true, false, 0), "has not waited for");
}

TEST(Graphs, ForbiddenCalls) {
  auto during = [](const std::function<void(Device &, void *)> &what, int end = 901) {
    return run([&](Device &device) {
      void *stream = device.stream(), *graph = nullptr;
      device.must("cuStreamBeginCapture_v2", stream, 0);
      what(device, stream);
      expectEqual(end, device.call("cuStreamEndCapture", stream, &graph), "end of the capture");
    });
  };
  finds(during([](Device &device, void *stream) {
          expectEqual(900, device.call("cuStreamSynchronize", stream), "synchronisation");
        }),
        "capture: cuStreamSynchronize of stream 1, which is captured");
  finds(during([](Device &device, void *) {
          Pointer pointer;
          expectEqual(900, device.call("cuMemAlloc_v2", &pointer, size_t(16)), "allocation");
        }),
        "capture: cuMemAlloc while stream 1 is captured");
  finds(during([](Device &device, void *stream) {
          void *event = device.event();
          device.must("cuEventRecord", event, device.stream());
          expectEqual(905, device.call("cuStreamWaitEvent", stream, event, 0u), "event from outside");
        }),
        "recorded outside the capture");
  finds(during(
            [](Device &device, void *stream) {
              void *event = device.event();
              device.must("cuEventRecord", event, stream);
              expectEqual(907, device.call("cuEventSynchronize", event), "event of the capture");
            },
            0),
        "recorded in a capture");
}

TEST(Handles, Destroyed) {
  finds(run([](Device &device) {
          void *stream = device.stream();
          device.must("cuStreamDestroy_v2", stream);
          expectEqual(400, device.call("cuStreamSynchronize", stream), "error");
        }),
        "a stream is used that was destroyed or never created");
}
