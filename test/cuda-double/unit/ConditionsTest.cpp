// Conditional nodes of graphs: what runs, how often, and what is wrong with them.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;
constexpr int kIf = 0, kWhile = 1, kSwitch = 2;

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find(what), std::string::npos) << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

const std::string kExtern = ".extern .func cudaGraphSetConditional(.param .b64 a, .param .b32 b);\n";
const std::string kCall = "{ .param .b64 h; .param .b32 v; st.param.b64 [h+0], %p0; st.param.b32 [v+0], %r0;\n"
                          "call.uni cudaGraphSetConditional, (h, v); }\n";
// (handle, address): the condition becomes the u32 there.
const std::string kSet = entry(2, "ld.global.u32 %r0, [%p1];\n" + kCall, kExtern);
// (address, amount): adds.
const std::string kAdd = entry(2, "ld.global.u32 %r0, [%p0]; cvt.u32.u64 %r1, %p1; add.u32 %r0, %r0, %r1;\n"
                                  "st.global.u32 [%p0], %r0;\n");

struct Parameters {
  int type = 13;
  int reserved[3] = {};
  uint64_t handle = 0;
  int conditionalType = 0;
  unsigned size = 1;
  void **bodies = nullptr;
  void *context = nullptr;
  uint64_t unused[26] = {};
};
static_assert(sizeof(Parameters) == 256);

// One stream, whose capture is ended and begun again around conditional nodes.
struct Recorder {
  explicit Recorder(Device &device) : device(device), stream(device.stream()) {
    set = device.kernel(kSet);
    add = device.kernel(kAdd);
    device.must("cuCtxGetCurrent", &context);
    device.must("cuGraphCreate", &root, 0u);
    begin(root);
  }
  void begin(void *graph, void *behind = nullptr) {
    into = graph;
    device.must("cuStreamBeginCaptureToGraph", stream, graph, static_cast<void *const *>(&behind),
                static_cast<const void *>(nullptr), size_t(behind != nullptr), 1);
  }
  void end() {
    void *graph = nullptr;
    device.must("cuStreamEndCapture", stream, &graph);
    expect(graph == into, "the capture gives the graph that it adds to");
  }
  uint64_t handle(unsigned initial = 0, unsigned flags = 0) {
    uint64_t made = 0;
    device.must("cuGraphConditionalHandleCreate", &made, into, context, initial, flags);
    return made;
  }
  // A conditional node behind what is captured; the capture ends.
  std::vector<void *> node(uint64_t handle, int type, unsigned bodies, void **made, int error = 0,
                           bool isBehind = true) {
    int status = 0;
    unsigned long long id = 0;
    size_t count = 0;
    void *graph = nullptr, *const *last = nullptr;
    const void *data = nullptr;
    device.must("cuStreamGetCaptureInfo_v3", stream, &status, &id, &graph, &last, &data, &count);
    std::vector<void *> before(last, last + (isBehind ? count : 0));
    end();
    Parameters parameters;
    parameters.handle = handle;
    parameters.conditionalType = type;
    parameters.size = bodies;
    parameters.context = context;
    expectEqual(error,
                device.call("cuGraphAddNode_v2", made, graph, static_cast<void *const *>(before.data()),
                            static_cast<const void *>(nullptr), before.size(), &parameters),
                "cuGraphAddNode");
    return error ? std::vector<void *>() : std::vector<void *>(parameters.bodies, parameters.bodies + bodies);
  }
  void run(int launches, int error = 0) {
    void *exec = nullptr;
    expectEqual(error, device.call("cuGraphInstantiateWithFlags", &exec, root, 0ull), "instantiation");
    for (int i = 0; i < launches; ++i)
      device.must("cuGraphLaunch", exec, stream);
    if (launches)
      device.call("cuStreamSynchronize", stream);
    if (exec)
      device.must("cuGraphExecDestroy", exec);
    device.must("cuGraphDestroy", root);
  }
  void addTo(Pointer address, int64_t amount) {
    device.launch(add, 1, 1, {address, static_cast<uint64_t>(amount)}, 0, stream);
  }
  void setTo(uint64_t handle, Pointer address) { device.launch(set, 1, 1, {handle, address}, 0, stream); }

  Device &device;
  void *stream, *set = nullptr, *add = nullptr, *context = nullptr, *root = nullptr, *into = nullptr;
};

} // namespace

// while (n) { sum += 10; n -= 1; }, with another n for each launch.
TEST(Conditions, WhileRunsAsOftenAsTheDataSay) {
  passes(run([](Device &device) {
    Pointer n = device.upload<uint32_t>({3}), sum = device.upload<uint32_t>({0});
    Recorder recorder(device);
    const uint64_t handle = recorder.handle();
    void *node = nullptr, *exec = nullptr;
    recorder.setTo(handle, n);
    void *body = recorder.node(handle, kWhile, 1, &node)[0];
    recorder.begin(body);
    recorder.addTo(sum, 10);
    recorder.addTo(n, -1);
    recorder.setTo(handle, n);
    recorder.end();
    recorder.begin(recorder.root, node);
    recorder.addTo(sum, 1);
    recorder.end();
    device.must("cuGraphInstantiateWithFlags", &exec, recorder.root, 0ull);
    uint32_t expected = 0;
    for (uint32_t trips : {3u, 0u, 7u, 1u}) {
      device.must("cuMemcpyHtoD_v2", n, static_cast<const void *>(&trips), sizeof trips);
      device.must("cuGraphLaunch", exec, recorder.stream);
      device.must("cuStreamSynchronize", recorder.stream);
      expected += 10 * trips + 1;
      expectEqual(expected, device.download<uint32_t>(sum, 1)[0], "sum");
    }
    device.must("cuGraphExecDestroy", exec);
    device.must("cuGraphDestroy", recorder.root);
  }));
}

// Bodies of branches, one in a loop: sum grows by 1 + 100 where n is 2, else by 10.
TEST(Conditions, BranchesWithinLoops) {
  for (int type : {kIf, kSwitch}) {
    passes(run([=](Device &device) {
      Pointer n = device.upload<uint32_t>({3}), which = device.upload<uint32_t>({0}),
              sum = device.upload<uint32_t>({0});
      Recorder recorder(device);
      const uint64_t loop = recorder.handle();
      void *node = nullptr, *inner = nullptr;
      recorder.setTo(loop, n);
      void *body = recorder.node(loop, kWhile, 1, &node)[0];
      recorder.begin(body);
      const uint64_t branch = recorder.handle();
      recorder.setTo(branch, which);
      std::vector<void *> bodies = recorder.node(branch, type, 2, &inner);
      recorder.begin(bodies[0]);
      recorder.addTo(sum, 100);
      recorder.end();
      recorder.begin(bodies[1]);
      recorder.addTo(sum, 10);
      recorder.addTo(which, 1);
      recorder.end();
      recorder.begin(body, inner);
      recorder.addTo(n, -1);
      recorder.setTo(loop, n);
      recorder.end();
      recorder.run(1);
      // IF: 0 is the second body, which makes it 1, and then the first one. SWITCH: 0 is the first, for ever.
      expectEqual(type == kIf ? 10 + 100 + 100 : 300, device.download<uint32_t>(sum, 1)[0], "sum");
    }));
  }
}

TEST(Conditions, SwitchBeyondItsBodiesRunsNone) {
  passes(run([](Device &device) {
    Pointer which = device.upload<uint32_t>({5}), sum = device.upload<uint32_t>({0});
    Recorder recorder(device);
    const uint64_t handle = recorder.handle();
    void *node = nullptr;
    recorder.setTo(handle, which);
    for (void *body : recorder.node(handle, kSwitch, 3, &node)) {
      recorder.begin(body);
      recorder.addTo(sum, 1);
      recorder.end();
    }
    recorder.run(1);
    expectEqual(0, device.download<uint32_t>(sum, 1)[0], "sum");
  }));
}

// A default value is there at each launch, and is all that a branch needs.
TEST(Conditions, Defaults) {
  auto program = [](unsigned initial, unsigned flags) {
    return run([=](Device &device) {
      Pointer sum = device.upload<uint32_t>({0});
      Recorder recorder(device);
      const uint64_t handle = recorder.handle(initial, flags);
      void *node = nullptr;
      void *body = recorder.node(handle, kIf, 1, &node)[0];
      recorder.begin(body);
      recorder.addTo(sum, 1);
      recorder.end();
      recorder.run(2);
      if (flags)
        expectEqual(initial ? 2 : 0, device.download<uint32_t>(sum, 1)[0], "sum");
    });
  };
  passes(program(1, 1));
  passes(program(0, 1));
  finds(program(1, 0), "condition: a conditional node reads the condition with handle 1, which has no default value");
}

TEST(Conditions, LoopsThatNeverEnd) {
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1}), sum = device.upload<uint32_t>({0});
          Recorder recorder(device);
          const uint64_t handle = recorder.handle();
          void *node = nullptr;
          recorder.setTo(handle, n);
          void *body = recorder.node(handle, kWhile, 1, &node)[0];
          recorder.begin(body);
          recorder.addTo(sum, 1);
          recorder.end();
          recorder.run(1);
        }),
        "timeout: a loop never ends: its body does not set the condition with handle 1, which is 1");
}

// What runs in bodies is checked as elsewhere: the second stream does not wait for the first.
TEST(Conditions, HazardsInBodies) {
  auto program = [](bool isOrdered) {
    return run([=](Device &device) {
      Pointer n = device.upload<uint32_t>({2}), sum = device.upload<uint32_t>({0});
      Recorder recorder(device);
      void *second = device.stream(), *fork = device.event(), *wrote = device.event(), *done = device.event();
      const uint64_t handle = recorder.handle();
      void *node = nullptr;
      recorder.setTo(handle, n);
      void *body = recorder.node(handle, kWhile, 1, &node)[0];
      recorder.begin(body);
      device.must("cuEventRecord", fork, recorder.stream);
      device.must("cuStreamWaitEvent", second, fork, 0u);
      recorder.addTo(sum, 1);
      if (isOrdered) {
        device.must("cuEventRecord", wrote, recorder.stream);
        device.must("cuStreamWaitEvent", second, wrote, 0u);
      }
      device.launch(recorder.add, 1, 1, {sum, 10}, 0, second);
      device.must("cuEventRecord", done, second);
      device.must("cuStreamWaitEvent", recorder.stream, done, 0u);
      recorder.addTo(n, -1);
      recorder.setTo(handle, n);
      recorder.end();
      recorder.run(2);
      if (isOrdered)
        expectEqual(22, device.download<uint32_t>(sum, 1)[0], "sum");
    });
  };
  passes(program(true));
  finds(program(false), "stream-hazard: kernel 'k'");
}

TEST(Conditions, SetFromElsewhere) {
  // Outside of any graph; in another one; where nothing orders the two.
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          const uint64_t handle = recorder.handle(0, 1);
          void *node = nullptr;
          recorder.node(handle, kIf, 1, &node);
          recorder.setTo(handle, n);
          device.must("cuStreamSynchronize", recorder.stream);
          recorder.run(0);
        }),
        "thread (0, 0, 0) of block (0, 0, 0): sets the condition with handle 1 from outside its graph");
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder first(device);
          const uint64_t handle = first.handle(0, 1);
          void *node = nullptr;
          first.node(handle, kIf, 1, &node);
          Recorder second(device);
          second.setTo(handle, n);
          second.end();
          second.run(1);
          first.run(0);
        }),
        "from outside its graph");
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          const uint64_t handle = recorder.handle(0, 1);
          void *node = nullptr;
          recorder.node(handle, kIf, 1, &node);
          recorder.begin(recorder.root);
          recorder.setTo(handle, n);
          recorder.end();
          recorder.run(1);
        }),
        "sets the condition with handle 1, which a conditional node reads, and no edge orders the two");
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          device.launch(recorder.set, 1, 1, {77, n}, 0, device.stream());
          recorder.end();
          recorder.run(0);
        }),
        "sets a condition whose handle (77) was never created");
}

TEST(Conditions, SetWithoutOrder) {
  // The node does not wait for what sets its condition; two streams set it; two threads do, to different values.
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          const uint64_t handle = recorder.handle();
          void *node = nullptr;
          recorder.setTo(handle, n);
          recorder.node(handle, kIf, 1, &node, 0, false);
          recorder.run(1);
        }),
        "condition: a conditional node reads the condition with handle 1, set by kernel 'k'");
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          const uint64_t handle = recorder.handle();
          void *second = device.stream(), *fork = device.event(), *done = device.event(), *node = nullptr;
          device.must("cuEventRecord", fork, recorder.stream);
          device.must("cuStreamWaitEvent", second, fork, 0u);
          recorder.setTo(handle, n);
          device.launch(recorder.set, 1, 1, {handle, n}, 0, second);
          device.must("cuEventRecord", done, second);
          device.must("cuStreamWaitEvent", recorder.stream, done, 0u);
          recorder.node(handle, kIf, 1, &node);
          recorder.run(1);
        }),
        "sets the condition with handle 1, as kernel 'k'");
  finds(run([](Device &device) {
          void *kernel = device.kernel(entry(1, "mov.u32 %r0, %t;\n" + kCall, kExtern));
          Recorder recorder(device);
          const uint64_t handle = recorder.handle();
          void *node = nullptr;
          device.launch(kernel, 1, 2, {handle}, 0, recorder.stream);
          recorder.node(handle, kIf, 1, &node);
          recorder.run(1);
        }),
        "its threads set the condition with handle 1 to 0 and to 1");
}

// An event of a capture that has ended says nothing in the next one.
TEST(Conditions, EventsOfCapturesThatHaveEnded) {
  finds(run([](Device &device) {
          Pointer n = device.upload<uint32_t>({1});
          Recorder recorder(device);
          void *event = device.event();
          recorder.addTo(n, 1);
          device.must("cuEventRecord", event, recorder.stream);
          recorder.end();
          recorder.begin(recorder.root);
          expectEqual(907, device.call("cuStreamWaitEvent", recorder.stream, event, 0u), "an old event");
          recorder.end();
          recorder.run(0);
        }),
        "cuStreamWaitEvent for an event of a capture that has ended");
}

TEST(Conditions, NodesThatCannotBe) {
  auto program = [](const std::function<void(Recorder &)> &what, const std::string &driver = "13000") {
    return run(
        [=](Device &device) {
          Recorder recorder(device);
          what(recorder);
        },
        {{"SHARDWRIGHT_DOUBLE_DRIVER", driver}});
  };
  void *node = nullptr;
  finds(program([&](Recorder &recorder) {
          recorder.node(recorder.handle(0, 1), kWhile, 2, &node, 1);
          recorder.run(0, 1);
        }),
        "condition: cuGraphAddNode of a conditional node: 2 bodies");
  finds(program([&](Recorder &recorder) {
          const uint64_t handle = recorder.handle(0, 1);
          recorder.node(handle, kIf, 1, &node);
          recorder.begin(recorder.root);
          recorder.node(handle, kIf, 1, &node, 1);
        }),
        "a handle that another node has");
  finds(program([&](Recorder &recorder) {
          recorder.handle(0, 1);
          recorder.end();
          recorder.run(0, 1);
        }),
        "the graph has a handle that no conditional node has");
  finds(program([&](Recorder &recorder) { recorder.node(recorder.handle(0, 1), kSwitch, 2, &node, 1); }, "12040"),
        "SWITCH and IF with ELSE need a driver of version 12.8");
  finds(program([&](Recorder &recorder) {
          recorder.node(recorder.handle(0, 1), kIf, 1, &node);
          void *first = nullptr, *second = nullptr;
          recorder.device.must("cuGraphInstantiateWithFlags", &first, recorder.root, 0ull);
          expectEqual(1, recorder.device.call("cuGraphInstantiateWithFlags", &second, recorder.root, 0ull), "again");
        }),
        "a graph with conditional nodes is instantiated twice");
  finds(program([&](Recorder &recorder) {
          void *body = recorder.node(recorder.handle(0, 1), kIf, 1, &node)[0];
          expectEqual(1, recorder.device.call("cuGraphDestroy", body), "destroying a body");
        }),
        "cuGraphDestroy of the body of a conditional node");
}
