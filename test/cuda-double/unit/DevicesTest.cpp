// Several devices in one process: what is of one of them, and what orders their work.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;
const std::map<std::string, std::string> kTwo = {{"SHARDWRIGHT_DOUBLE_DEVICES", "2"}};
const std::string kAdd = entry(2, "ld.global.u32 %r0, [%p0]; add.u32 %r0, %r0, 1; st.global.u32 [%p1], %r0;");

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find("wrong-device: " + what), std::string::npos)
      << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

void enter(Device &device, int number) {
  void *context = nullptr;
  device.must("cuDevicePrimaryCtxRetain", &context, number);
  device.must("cuCtxSetCurrent", context);
}

} // namespace

TEST(Devices, EachHasItsOwn) {
  passes(run(
      [](Device &device) {
        for (int number = 0; number != 2; ++number) {
          enter(device, number);
          Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4);
          device.launch(device.kernel(kAdd), 1, 1, {a, b}, 0, device.stream());
          device.must("cuCtxSynchronize");
          expectEqual(5, device.download<uint32_t>(b, 1)[0], "b");
        }
      },
      kTwo));
}

TEST(Devices, MemoryOfAnother) {
  finds(run(
            [](Device &device) {
              Pointer a = device.upload<uint32_t>({4});
              enter(device, 1);
              Pointer b = device.allocate(4);
              device.launch(device.kernel(kAdd), 1, 1, {a, b});
              device.must("cuCtxSynchronize");
            },
            kTwo),
        "kernel 'k' of device 1 accesses allocation 1 of device 0");
  finds(run(
            [](Device &device) {
              Pointer a = device.upload<uint32_t>({4});
              enter(device, 1);
              Pointer b = device.allocate(4);
              device.must("cuMemcpyDtoDAsync_v2", b, a, size_t(4), device.stream());
            },
            kTwo),
        "copy on stream 1 of device 1 reads allocation 1 of device 0");
}

TEST(Devices, StreamsModulesAndEventsOfAnother) {
  auto program = [](int launchedIn, bool loadsThere) {
    return run(
        [=](Device &device) {
          Pointer a = device.upload<uint32_t>({4}), b = device.allocate(4);
          void *kernel = device.kernel(kAdd), *stream = device.stream();
          enter(device, 1);
          if (loadsThere)
            kernel = device.kernel(kAdd);
          enter(device, launchedIn);
          uint64_t words[] = {a, b};
          void *parameters[] = {&words[0], &words[1]};
          const int error = device.call("cuLaunchKernel", kernel, 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream,
                                        static_cast<void **>(parameters), static_cast<void **>(nullptr));
          expectEqual(launchedIn || loadsThere ? 400 : 0, error, "the launch");
        },
        kTwo);
  };
  passes(program(0, false));
  finds(program(1, false), "kernel 'k' is launched in stream 1 of device 0, and the current context's is 1");
  finds(program(0, true), "kernel 'k' is launched in stream 1 of device 0, and its module's is 1");
  finds(run(
            [](Device &device) {
              void *stream = device.stream();
              enter(device, 1);
              expectEqual(400, device.call("cuEventRecord", device.event(), stream), "the record");
            },
            kTwo),
        "cuEventRecord of an event of device 1 in stream 1 of device 0");
}

TEST(Devices, EventsOrderThem) {
  // The second device fills memory of the host, which the first one copies from.
  auto program = [](bool waits) {
    return run(
        [=](Device &device) {
          void *shared = nullptr;
          device.must("cuMemHostAlloc", &shared, size_t(4), 1u);
          Pointer a = device.allocate(4);
          void *first = device.stream();
          enter(device, 1);
          void *second = device.stream(), *event = device.event();
          device.must("cuMemsetD32Async", reinterpret_cast<Pointer>(shared), 7u, size_t(1), second);
          device.must("cuEventRecord", event, second);
          enter(device, 0);
          if (waits)
            device.must("cuStreamWaitEvent", first, event, 0u);
          device.must("cuMemcpyHtoDAsync_v2", a, static_cast<const void *>(shared), size_t(4), first);
          device.must("cuStreamSynchronize", first);
          device.must("cuStreamSynchronize", second);
          device.must("cuMemFreeHost", shared);
        },
        kTwo);
  };
  passes(program(true));
  const Outcome outcome = program(false);
  EXPECT_EQ(outcome.status, kFound);
  EXPECT_NE(outcome.messages.find("stream-hazard"), std::string::npos) << outcome.messages;
}

TEST(Devices, OneGraphOfTwo) {
  passes(run(
      [](Device &device) {
        void *streams[2], *kernels[2], *events[2];
        Pointer from[2], to[2];
        for (int number = 0; number != 2; ++number) {
          enter(device, number);
          streams[number] = device.stream();
          events[number] = device.event();
          kernels[number] = device.kernel(kAdd);
          from[number] = device.upload<uint32_t>({4u + static_cast<unsigned>(number)});
          to[number] = device.allocate(4);
        }
        enter(device, 0);
        void *graph = nullptr, *executable = nullptr;
        device.must("cuStreamBeginCapture_v2", streams[0], 1);
        device.must("cuEventRecord", events[0], streams[0]);
        device.must("cuStreamWaitEvent", streams[1], events[0], 0u);
        device.launch(kernels[0], 1, 1, {from[0], to[0]}, 0, streams[0]);
        enter(device, 1);
        device.launch(kernels[1], 1, 1, {from[1], to[1]}, 0, streams[1]);
        device.must("cuEventRecord", events[1], streams[1]);
        enter(device, 0);
        device.must("cuStreamWaitEvent", streams[0], events[1], 0u);
        device.must("cuStreamEndCapture", streams[0], &graph);
        device.must("cuGraphInstantiateWithFlags", &executable, graph, 0ull);
        for (int launch = 0; launch != 2; ++launch)
          device.must("cuGraphLaunch", executable, streams[0]);
        device.must("cuStreamSynchronize", streams[0]);
        expectEqual(5, device.download<uint32_t>(to[0], 1)[0], "of the first");
        enter(device, 1);
        expectEqual(6, device.download<uint32_t>(to[1], 1)[0], "of the second");
        device.must("cuGraphExecDestroy", executable);
        device.must("cuGraphDestroy", graph);
      },
      kTwo));
}
