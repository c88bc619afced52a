// Host functions in streams and graphs: when they run, what they may do, and what is found.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find(what), std::string::npos) << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

using HostFunction = void (*)(void *);

/// Pinned memory of two words, of which a function makes the second one of the first.
struct Words {
  explicit Words(Device &device) : device(device) {
    device.must("cuMemHostAlloc", &memory, size_t(8), 0u);
    std::memset(memory, 0, 8);
  }
  ~Words() { device.must("cuMemFreeHost", memory); }
  uint32_t *words() const { return static_cast<uint32_t *>(memory); }
  static void triple(void *data) {
    auto *words = static_cast<uint32_t *>(data);
    words[1] = 3 * words[0];
  }
  void read(Pointer from, void *stream) const { device.must("cuMemcpyDtoHAsync_v2", memory, from, size_t(4), stream); }
  void call(void *stream, HostFunction function = triple) const {
    device.must("cuLaunchHostFunc", stream, function, memory);
  }
  void write(Pointer to, void *stream) const {
    device.must("cuMemcpyHtoDAsync_v2", to, static_cast<const void *>(words() + 1), size_t(4), stream);
  }
  Device &device;
  void *memory = nullptr;
};

// The words go to the host, through the function and back; what of it is in a second stream, and whether an event
// orders that.
Outcome acrossStreams(int numFirst, bool ordered) {
  return run([=](Device &device) {
    Words pinned(device);
    Pointer a = device.upload<uint32_t>({14}), b = device.allocate(4);
    void *first = device.stream(), *second = device.stream(), *event = device.event();
    for (int step = 0; step < 3; ++step) {
      void *stream = step < numFirst ? first : second;
      if (step == numFirst && ordered) {
        device.must("cuEventRecord", event, first);
        device.must("cuStreamWaitEvent", second, event, 0u);
      }
      step == 0 ? pinned.read(a, stream) : step == 1 ? pinned.call(stream) : pinned.write(b, stream);
    }
    device.must("cuCtxSynchronize");
    expectEqual(42, device.download<uint32_t>(b, 1)[0], "b");
  });
}

} // namespace

TEST(HostFunctions, RunInTheOrderOfTheirStream) {
  passes(acrossStreams(3, false));
  passes(acrossStreams(2, true));
  passes(acrossStreams(1, true));
  // A copy back that nothing orders behind the function.
  finds(acrossStreams(2, false), "stream-hazard: copy to the device on stream 2 reads byte 4 of pinned memory");
  // A function that nothing orders behind the copy reads what is not there yet: 3 * 0xa5a5a5a5.
  Outcome early = acrossStreams(1, false);
  EXPECT_EQ(early.status, 1) << early.messages;
  EXPECT_NE(early.messages.find("b"), std::string::npos) << early.messages;
}

TEST(HostFunctions, MayNotCallTheDriverOrTouchTheDevice) {
  static Device *known = nullptr;
  static Pointer memory = 0;
  finds(run([](Device &device) {
          known = &device;
          void *stream = device.stream();
          device.must("cuLaunchHostFunc", stream, HostFunction([](void *) {
                        size_t left = 0, total = 0;
                        expectEqual(800, known->call("cuMemGetInfo_v2", &left, &total),
                                    "what a forbidden call returns");
                      }),
                      static_cast<void *>(nullptr));
          device.must("cuStreamSynchronize", stream);
        }),
        "host-function: cuMemGetInfo_v2 is called by a host function");
  finds(run([](Device &device) {
          memory = device.upload<uint32_t>({14});
          void *stream = device.stream();
          device.must("cuLaunchHostFunc", stream,
                      HostFunction([](void *) { *reinterpret_cast<volatile uint32_t *>(memory) = 1; }),
                      static_cast<void *>(nullptr));
        }),
        "host-function: a host function accesses byte 0 of allocation 1 (4 bytes), which is memory of the device");
}

TEST(HostFunctions, AreNodesOfGraphs) {
  // Three launches, whose arguments change between them.
  passes(run([](Device &device) {
    Words pinned(device);
    Pointer a = device.upload<uint32_t>({14}), b = device.allocate(4);
    void *stream = device.stream(), *graph = nullptr, *exec = nullptr;
    device.must("cuStreamBeginCapture_v2", stream, 1);
    pinned.read(a, stream);
    pinned.call(stream);
    pinned.write(b, stream);
    device.must("cuStreamEndCapture", stream, &graph);
    expectEqual(0, pinned.words()[1], "what a capture has run");
    device.must("cuGraphInstantiateWithFlags", &exec, graph, 0ull);
    for (uint32_t launch = 1; launch != 4; ++launch) {
      device.must("cuMemsetD32Async", a, launch, size_t(1), stream);
      device.must("cuGraphLaunch", exec, stream);
      device.must("cuStreamSynchronize", stream);
      expectEqual(3 * launch, device.download<uint32_t>(b, 1)[0], "b");
    }
    device.must("cuGraphExecDestroy", exec);
    device.must("cuGraphDestroy", graph);
  }));
}

TEST(HostFunctions, AreNotInBodies) {
  finds(run([](Device &device) {
          struct {
            int type = 13;
            int reserved[3] = {};
            uint64_t handle = 0;
            int conditionalType = 0;
            unsigned size = 1;
            void **bodies = nullptr;
            void *context = nullptr;
            uint64_t unused[26] = {};
          } parameters;
          void *stream = device.stream(), *graph = nullptr, *node = nullptr;
          device.must("cuCtxGetCurrent", &parameters.context);
          device.must("cuGraphCreate", &graph, 0u);
          device.must("cuGraphConditionalHandleCreate", &parameters.handle, graph, parameters.context, 0u, 1u);
          device.must("cuGraphAddNode_v2", &node, graph, static_cast<void *const *>(nullptr),
                      static_cast<const void *>(nullptr), size_t(0), static_cast<void *>(&parameters));
          device.must("cuStreamBeginCaptureToGraph", stream, parameters.bodies[0], static_cast<void *const *>(nullptr),
                      static_cast<const void *>(nullptr), size_t(0), 1);
          expectEqual(
              801, device.call("cuLaunchHostFunc", stream, HostFunction([](void *) {}), static_cast<void *>(nullptr)),
              "a host function in a body");
          void *ended = nullptr;
          expectEqual(901, device.call("cuStreamEndCapture", stream, &ended), "end of the capture");
          device.must("cuGraphDestroy", graph);
        }),
        "host-function: a host function in the body of a conditional node, which may hold none");
}
