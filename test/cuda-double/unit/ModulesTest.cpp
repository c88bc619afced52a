// What modules the double takes, faults on request, statistics.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;

int load(Device &device, const std::string &text, std::string *log = nullptr) {
  void *module = nullptr;
  char buffer[512] = {};
  int options[] = {5, 6}; // CU_JIT_ERROR_LOG_BUFFER and its size
  void *values[] = {buffer, reinterpret_cast<void *>(sizeof buffer)};
  int error = device.call("cuModuleLoadDataEx", &module, static_cast<const void *>(text.c_str()), 2u, options, values);
  if (log)
    *log = buffer;
  return error;
}

std::string module(const std::string &version, const std::string &target, const std::string &text = {}) {
  return ".version " + version + "\n.target " + target + "\n.address_size 64\n" + text;
}

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find(what), std::string::npos) << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

} // namespace

TEST(Modules, VersionsAndTargets) {
  auto loads = [](const std::string &text, int error, std::map<std::string, std::string> environment = {}) {
    passes(run([&](Device &device) { expectEqual(error, load(device, text), text); }, environment));
  };
  loads(module("9.0", "sm_90"), 0);
  loads(module("9.1", "sm_90"), 222);
  loads(module("8.0", "sm_80"), 0);
  loads(module("8.0", "sm_90a"), 0);
  loads(module("8.6", "sm_100"), 209);
  loads(module("8.6", "sm_100"), 0, {{"SHARDWRIGHT_DOUBLE_ARCHITECTURE", "100"}});
  loads(module("8.0", "sm_90a"), 209, {{"SHARDWRIGHT_DOUBLE_ARCHITECTURE", "100"}});
  loads(module("8.1", "sm_90"), 222, {{"SHARDWRIGHT_DOUBLE_DRIVER", "12000"}});
  loads(module("8.0", "sm_90"), 0, {{"SHARDWRIGHT_DOUBLE_DRIVER", "12000"}});
  loads("\177ELF and so on", 209);
}

TEST(Modules, WhatIsNotKnownIsAnErrorWithItsLine) {
  auto refuses = [](const std::string &text, const std::string &message) {
    finds(run([&](Device &device) {
            std::string log;
            expectEqual(218, load(device, module("8.0", "sm_90", text), &log), "error");
            expect(log.find(message) != std::string::npos, "log: " + log + "\nwanted: " + message);
          }),
          message.substr(0, 20));
  };
  refuses(entry(1, "frobnicate.b32 %r0, %r1;"), "frobnicate.b32: unknown instruction");
  refuses(entry(1, "add.fast.u32 %r0, %r1, %r2;"), "add.fast.u32: unknown modifier '.fast'");
  refuses(entry(1, "add.u32 %r0, %r1, %d2;"), "register '%d2' has 8 bytes, 4 are wanted");
  refuses(entry(1, "mov.u32 %r0, %nosuch;"), "unknown register '%nosuch'");
  refuses(entry(1, "bra nowhere;"), "unknown label 'nowhere'");
  refuses(entry(1, "ld.weird.global.u32 %r0, [%p0];"), "unknown modifier '.weird'");
  refuses(entry(1, "call.uni other, ();"), "unknown function 'other'");
  refuses(".visible .frob x;", "unknown directive '.frob'");
  refuses(".global .u64 a = b;", "which is no variable");
  refuses(entry(1, "shfl.bfly.b32 %r0, %r1, 1, 31;"), "shfl.sync with a mode");
}

TEST(Modules, VariablesHaveInitialValues) {
  passes(run([](Device &device) {
    std::string text = ".const .align 4 .u32 table[4] = {7, 8, -9, 0x10};\n.global .align 8 .u64 pointers[2] = "
                       "{generic(table), generic(table)+8};\n.global .f32 zero[3];\n";
    text += entry(1, "ld.const.u32 %r0, [table+8]; ld.global.u64 %d0, [pointers+8]; ld.u32 %r1, [%d0]; ld.global.u32 "
                     "%r2, [zero+8]; st.global.v4.u32 [%p0], {%r0, %r1, %r2, 5};");
    Pointer out = device.allocate(16);
    device.launch(device.kernel(text), 1, 1, {out});
    std::vector<int32_t> words = device.download<int32_t>(out, 4);
    expectEqual(-9, words[0], "of .const");
    expectEqual(-9, words[1], "through a pointer");
    expectEqual(0, words[2], "without a value");
  }));
}

TEST(Faults, OnRequest) {
  std::string text = entry(1, "st.global.u32 [%p0], 1;");
  auto program = [&](Device &device) {
    Pointer data = device.allocate(4);
    void *kernel = device.kernel(text);
    for (int i = 1; i <= 3; ++i) {
      device.launch(kernel, 1, 1, {data});
      expectEqual(i == 2 ? 719 : 0, device.call("cuStreamSynchronize", static_cast<void *>(nullptr)),
                  "launch " + std::to_string(i));
      if (i == 2)
        return;
    }
  };
  passes(run(program, {{"SHARDWRIGHT_DOUBLE_FAULT", "launch:k:2"}}));
  passes(run(
      [&](Device &device) {
        Pointer pointer;
        device.allocate(4);
        expectEqual(2, device.call("cuMemAlloc_v2", &pointer, size_t(4)), "second allocation");
        device.allocate(4);
      },
      {{"SHARDWRIGHT_DOUBLE_FAULT", "alloc:2"}}));
  passes(run(
      [&](Device &device) {
        void *stream = nullptr;
        expectEqual(801, device.call("cuStreamCreate", &stream, 1u), "stream");
        device.must("cuStreamCreate", &stream, 1u);
      },
      {{"SHARDWRIGHT_DOUBLE_FAULT", "call:cuStreamCreate:1:801"}}));
  passes(run(
      [&](Device &device) {
        size_t available = 0, total = 0;
        Pointer pointer;
        device.allocate(600);
        device.must("cuMemGetInfo_v2", &available, &total);
        expectEqual(400, static_cast<double>(available), "available");
        expectEqual(2, device.call("cuMemAlloc_v2", &pointer, size_t(401)), "more than there is");
      },
      {{"SHARDWRIGHT_DOUBLE_MEMORY", "1000"}}));
  finds(run([](Device &) {}, {{"SHARDWRIGHT_DOUBLE_FAULT", "nonsense"}}),
        "SHARDWRIGHT_DOUBLE_FAULT: 'nonsense' is none of");
}

TEST(Statistics, SectorsAndBanks) {
  std::string file = testing::TempDir() + "cuda-double-statistics.json";
  auto measure = [&](const std::string &body, const std::string &name) {
    Outcome outcome = run(
        [&](Device &device) {
          Pointer data = device.upload(std::vector<uint32_t>(4096, 1));
          device.launch(device.kernel(entry(1, body, ".shared .align 16 .b8 s[8192];\n")), 2, 64, {data});
        },
        {{"SHARDWRIGHT_DOUBLE_STATISTICS", file}});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    size_t at = text.str().find("\"" + name + "\": ");
    EXPECT_NE(at, std::string::npos) << text.str();
    return at == std::string::npos ? -1 : std::atof(text.str().c_str() + at + name.size() + 4);
  };
  // 128 threads: words next to each other, and 32 bytes apart.
  std::string next = "mul.wide.u32 %d0, %i, 4; add.u64 %d0, %p0, %d0; ld.global.u32 %r0, [%d0];";
  std::string apart = "mul.wide.u32 %d0, %i, 32; add.u64 %d0, %p0, %d0; ld.global.u32 %r0, [%d0];";
  EXPECT_EQ(measure(next, "bytes_read"), 512);
  EXPECT_EQ(measure(next, "sector_bytes_read"), 512);
  EXPECT_EQ(measure(apart, "bytes_read"), 512);
  EXPECT_EQ(measure(apart, "sector_bytes_read"), 4096);
  EXPECT_EQ(measure(next + next, "bytes_read"), 512);
  EXPECT_EQ(measure(next + next, "sector_bytes_read"), 1024);
  EXPECT_EQ(measure(next, "launches"), 1);
  EXPECT_EQ(measure(next, "threads"), 128);
  // Four warps store once: words next to each other take one wavefront each, words two apart two, the same bank
  // thirty-two.
  auto shared = [](int stride) {
    return "mov.u32 %r1, s; and.b32 %r0, %t, 31; mad.lo.u32 %r0, %r0, " + std::to_string(4 * stride) +
           ", %r1; shr.u32 %r2, %t, 5; mad.lo.u32 %r0, %r2, " + std::to_string(stride == 32 ? 4 : 128 * stride) +
           ", %r0; st.shared.u32 [%r0], 1;";
  };
  EXPECT_EQ(measure(shared(1), "shared_wavefronts"), 4);
  EXPECT_EQ(measure(shared(2), "shared_wavefronts"), 8);
  EXPECT_EQ(measure(shared(32), "shared_wavefronts"), 128);
  EXPECT_EQ(measure(shared(32), "shared_wavefronts_needed"), 4);
}
