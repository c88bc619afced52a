// `.swx` files: what is written is read back, and whatever is damaged is refused, with both numbers and without a
// crash.
#include "shardwright/Runtime/Serialize.h"
#include "ProgramBuilder.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <random>

namespace shardwright::runtime {
namespace {

/// Something in every field.
Executable everything() {
  ProgramBuilder builder({{"x", 2}, {"y", 4}});
  builder.useTestKernels();
  builder.exe.deviceOrder = {7, 6, 5, 4, 3, 2, 1, 0};
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {4, 4});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {4, 4});
  uint32_t tmp = builder.temporary(ElementType::F32, {4, 4}), go = builder.temporary(ElementType::I1, {});
  builder.donate(0, 0);
  builder.exe.largest = {192, 2, {{2, 1}}};
  uint32_t zero = builder.constant<int32_t>({0});
  builder.kernel("add_one_f32", {in, tmp}, 16);
  builder.exe.kernels.back().blocks = 3;
  builder.exe.kernels.back().threads = 64;
  builder.exe.kernels.back().sharedBytes = 16;
  builder.matmul({ElementType::F32, ElementType::F32, ElementType::F32, 1, 4, 4, 4, 16, 4, 1, 16, 4, 1}, tmp, tmp, out);
  Collective c;
  c.kind = CollectiveKind::Permute;
  c.type = ElementType::F32;
  c.axes = {{1, 2, 2}};
  c.inShape = c.outShape = {4, 4};
  c.sources = {1, -1, 2, -1, 4, 4, -1, -1};
  builder.collective(c, out, tmp);
  builder.exe.libraryCalls.push_back({"sort", {0}, {ElementType::F32}, {{4, 4}}, "less_f32"});
  builder.step(StepKind::Library, 0, {tmp, out}, "sort");
  builder.exe.axisIndices.push_back({{1, 1, 4}, {0, 1, 2}});
  builder.step(StepKind::AxisIndex, 0, {go});
  builder.exe.slots[go].bytes = 4;
  builder.copy(out, tmp);
  builder.exe.switches.push_back({8, 8});
  builder.step(StepKind::Switch, 0, {zero});
  builder.jumpIfFalse(go, 9);
  builder.exe.checks.push_back({Check::Mode::AlmostEqual, ElementType::F32, {4, 4}, 0.5, 1, 2});
  builder.step(StepKind::Check, 0, {tmp, tmp});
  builder.end();
  return builder.exe;
}

std::string messageOf(const std::string &bytes) {
  absl::StatusOr<Executable> read = deserialize(bytes, "p.swx");
  return read.ok() ? "" : std::string(read.status().message());
}

constexpr size_t kHeader = 32;

uint64_t wordAt(const std::string &bytes, size_t at) {
  uint64_t word;
  std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}

TEST(Serialize, RoundTrips) {
  Executable executable = everything();
  ASSERT_TRUE(validate(executable).ok()) << validate(executable);
  std::string bytes = serialize(executable);
  absl::StatusOr<Executable> read = deserialize(bytes, "p.swx");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(serialize(*read), bytes);
  EXPECT_EQ(read->target, executable.target);
  EXPECT_EQ(read->meshAxes[1].name, "y");
  EXPECT_EQ(read->deviceOrder, executable.deviceOrder);
  EXPECT_EQ(read->arguments[0].donated, 1);
  EXPECT_EQ(read->arguments[0].alias, -1);
  EXPECT_EQ(read->results[0].alias, 0);
  EXPECT_EQ(read->largest.bytes, 192u);
  EXPECT_EQ(read->largest.buffers[0].since, 1u);
  EXPECT_EQ(read->arguments[0].dims[0].size(), 2u);
  EXPECT_EQ(read->kernels[0].outerTrip, 16);
  EXPECT_EQ(read->collectives[0].sources, executable.collectives[0].sources);
  EXPECT_EQ(read->libraryCalls[0].kernelSymbol, "less_f32");
  EXPECT_EQ(read->checks[0].tolerance, 0.5);
  EXPECT_EQ(read->debug.size(), executable.debug.size());
  EXPECT_EQ(read->debug[2].cause, "a test");
  EXPECT_EQ(read->steps.size(), 10u);
}

TEST(Serialize, FilesAreWrittenWholeOrNotAtAll) {
  std::string path = testing::TempDir() + "/serialize.swx";
  ASSERT_TRUE(writeExecutable(everything(), path).ok());
  absl::StatusOr<Executable> read = readExecutable(path);
  ASSERT_TRUE(read.ok()) << read.status();
  std::remove(path.c_str());
  EXPECT_EQ(readExecutable(path).status().message(), "cannot open '" + path + "': No such file or directory");
  std::string nowhere = testing::TempDir() + "/no-such-folder/p.swx";
  EXPECT_EQ(writeExecutable(everything(), nowhere).message(),
            "cannot write '" + nowhere + "': No such file or directory");
}

TEST(Serialize, SaysWhatIsWrong) {
  std::string good = serialize(everything());
  std::string size = std::to_string(good.size() - kHeader);
  EXPECT_EQ(messageOf(""),
            "p.swx is not a shardwright executable (.swx): it does not begin with the bytes 7f 53 57 58; "
            "`shardwright compile` writes one");
  EXPECT_EQ(messageOf("module {}"), messageOf(""));
  EXPECT_EQ(messageOf(good.substr(0, 20)),
            "p.swx is truncated: it has 20 bytes, the header alone has 32: copy or compile it again");
  EXPECT_EQ(messageOf(good.substr(0, 100)),
            "p.swx is truncated: it has 68 bytes of content, its header says " + size + ": copy or compile it again");
  EXPECT_EQ(messageOf(good + "x"), "p.swx is damaged: it has " + std::to_string(good.size() - kHeader + 1) +
                                       " bytes of content, its header says " + size + ": copy or compile it again");
  std::string other = good;
  other[8] = kFormatVersion + 1;
  EXPECT_EQ(messageOf(other), "p.swx is format version " + std::to_string(kFormatVersion + 1) +
                                  ", this runtime reads version " + std::to_string(kFormatVersion) +
                                  ": recompile it with the shardwright this runtime belongs to");
  other = good;
  other[500] = static_cast<char>(other[500] ^ 1);
  std::string message = messageOf(other);
  char said[17];
  std::snprintf(said, sizeof(said), "%016llx", static_cast<unsigned long long>(wordAt(good, 24)));
  EXPECT_EQ(message.substr(0, 36), "p.swx was altered: its content has h") << message;
  EXPECT_NE(message.find("its header says " + std::string(said) + ": copy or compile it again"), std::string::npos)
      << message;
}

TEST(Serialize, EveryTruncationIsRefused) {
  Executable executable = everything();
  executable.kernelImage.resize(64); // the loader is not asked
  std::string good = serialize(executable);
  for (size_t length = 0; length != good.size(); ++length)
    ASSERT_NE(messageOf(good.substr(0, length)), "") << "the first " << length << " bytes";
}

TEST(Serialize, EveryFlippedByteIsRefused) {
  Executable executable = everything();
  executable.kernelImage.resize(64);
  std::string good = serialize(executable);
  for (size_t at = 0; at != good.size(); ++at)
    for (int bit : {0, 3, 7}) {
      std::string other = good;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      ASSERT_NE(messageOf(other), "") << "byte " << at << " bit " << bit;
    }
}

/// Past the hash: content that was altered and hashed anew is refused or harmless. What it claims is only checked, so
/// any message will do; it must not crash (the sanitizers watch), nor ask for memory that is not there.
TEST(Serialize, AlteredContentWithARightHashNeverCrashes) {
  Executable executable = everything();
  executable.kernelImage.resize(64);
  std::string good = serialize(executable);
  unsigned seed = 20240611;
  std::mt19937 random(seed);
  SCOPED_TRACE("seed " + std::to_string(seed));
  int refused = 0;
  constexpr int kTries = 20000;
  for (int attempt = 0; attempt != kTries; ++attempt) {
    std::string other = good;
    for (int i = 0, n = 1 + static_cast<int>(random() % 3); i != n; ++i) {
      size_t at = kHeader + random() % (other.size() - kHeader);
      other[at] = static_cast<char>(random() % 4 ? random() % 256 : 0xff);
    }
    if (random() % 8 == 0)
      other.resize(kHeader + random() % (other.size() - kHeader));
    uint64_t length = other.size() - kHeader;
    std::memcpy(&other[16], &length, sizeof(length));
    // The reader itself says what the hash should be.
    std::string message = messageOf(other);
    size_t at = message.find("has hash ");
    if (at != std::string::npos) {
      uint64_t hash = std::stoull(message.substr(at + 9, 16), nullptr, 16);
      std::memcpy(&other[24], &hash, sizeof(hash));
      message = messageOf(other);
      ASSERT_EQ(message.find("has hash "), std::string::npos);
    }
    refused += !message.empty();
  }
  EXPECT_GT(refused, kTries / 2);
}

// --- One test for each thing validate looks at.

using Change = std::function<void(Executable &)>;

std::string refusal(const Change &change) {
  Executable executable = everything();
  change(executable);
  return std::string(validate(executable).message());
}

TEST(Validate, Mesh) {
  EXPECT_EQ(refusal([](Executable &e) { e.meshAxes[0].size = 0; }),
            "mesh axis 'x' of size 0 makes more than 1048576 devices or none");
  EXPECT_EQ(refusal([](Executable &e) { e.meshAxes[0].size = int64_t{1} << 40; }),
            "mesh axis 'x' of size 1099511627776 makes more than 1048576 devices or none");
  EXPECT_EQ(refusal([](Executable &e) { e.deviceOrder[0] = 6; }),
            "the device order does not name each of 8 devices once");
  EXPECT_EQ(refusal([](Executable &e) { e.deviceOrder.pop_back(); }),
            "the device order does not name each of 8 devices once");
}

TEST(Validate, Interface) {
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].dims.pop_back(); }),
            "argument 0 has rank 3 and a sharding of rank 2");
  EXPECT_EQ(refusal([](Executable &e) {
              e.arguments[0].dims[1] = {{0, 1, 2}};
            }),
            "argument 0: mesh axis 'x' is used twice");
  EXPECT_EQ(refusal([](Executable &e) { e.results[0].dims[0] = {{2, 1, 2}}; }), "result 0: mesh axis 2 of 2");
  EXPECT_EQ(refusal([](Executable &e) {
              e.results[0].dims[0] = {{1, 2, 4}};
            }),
            "result 0: sub-axis (2)4 of mesh axis 'y', which has size 4");
  EXPECT_EQ(refusal([](Executable &e) {
              e.results[0].accuracy = {-1, 1};
            }),
            "result 0: epsilon -1 and sums of 1 terms");
  EXPECT_EQ(refusal([](Executable &e) {
              e.results[0].accuracy = {0x1p-23, 0};
            }),
            "result 0: epsilon 1.19209e-07 and sums of 0 terms");
  EXPECT_EQ(refusal([](Executable &e) { e.results[0].globalShape[1] = -4; }), "result 0: impossible shape 8x-4x4xf32");
  EXPECT_EQ(refusal([](Executable &e) { e.results[0].globalShape[1] = int64_t{1} << 60; }),
            "result 0: impossible shape 8x1152921504606846976x4xf32");
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].type = static_cast<ElementType>(99); }),
            "argument 0: element type 99 does not exist");
  EXPECT_EQ(refusal([](Executable &e) {
              e.arguments[0].type = ElementType::I32;
              e.arguments[0].dims.assign(e.arguments[0].dims.size(), {});
              e.arguments[0].partial = {{0, 1, 2}};
              e.arguments[0].reduction = static_cast<Reduction>(9);
            }),
            "argument 0: reduction 9 does not exist");
}

TEST(Validate, Donations) {
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].donated = 2; }), "argument 0: a donation of 2 does not exist");
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].alias = 0; }),
            "argument 0 takes over the memory of argument 0 or lies in the arena at -1; only results do");
  EXPECT_EQ(refusal([](Executable &e) { e.results[0].donated = 1; }), "result 0 is donated; only arguments are");
  for (int64_t alias : {int64_t{1}, int64_t{-2}, INT64_MIN, INT64_MAX})
    EXPECT_EQ(refusal([&](Executable &e) { e.results[0].alias = alias; }),
              "result 0 takes over the memory of argument " + std::to_string(alias) + " of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].donated = 0; }),
            "result 0 takes over the memory of argument 0, which is not donated");
  EXPECT_EQ(refusal([](Executable &e) { e.arguments[0].type = ElementType::F64; }),
            "result 0 has 64 bytes and takes over the memory of argument 0, which has 128");
  EXPECT_EQ(refusal([](Executable &e) { e.results[0].place = 64; }),
            "result 0 lies in the arena and takes over the memory of argument 0");
  auto placed = [](int64_t place) {
    return refusal([&](Executable &e) {
      e.results[0].alias = -1;
      e.results[0].place = place;
    });
  };
  EXPECT_EQ(placed(0), "step 1: buffers 0 and 2 overlap: 64 bytes from 0 and 64 bytes from 0");
  EXPECT_EQ(placed(128), "result 0 has 64 bytes from 128 in an arena of 128");
  EXPECT_EQ(placed(-2), "result 0 has 64 bytes from -2 in an arena of 128");
  EXPECT_EQ(placed(32), "result 0 begins at byte 32, which is not a multiple of 64");
  EXPECT_EQ(refusal([](Executable &e) { e.results.push_back(e.results[0]); }),
            "results 0 and 1 both take over the memory of argument 0");
  // What the caller keeps is not written, and memory that is taken over is one block under two names.
  EXPECT_EQ(refusal([](Executable &e) {
              e.arguments[0].donated = 0;
              e.results[0].alias = -1;
              e.slots[1].space = SlotSpace::Argument;
            }),
            "step 1: buffer 2 is written and is argument 0, which is not donated");
  EXPECT_EQ(refusal([](Executable &e) { e.stepSlots[e.steps[1].firstSlot] = 0; }),
            "step 1: buffers 0 and 2 overlap: 64 bytes from 0 and 64 bytes from 0");
}

TEST(Alignment, WastesNothingBetweenSmallBuffersAndLittleBetweenLargeOnes) {
  for (uint64_t bytes = 1; bytes != 10000; ++bytes) {
    const uint64_t alignment = alignmentOf(bytes), rest = bytes % alignment;
    EXPECT_TRUE(alignment == 64 || (alignment < 64 && bytes % (2 * alignment) == alignment)) << bytes;
    EXPECT_TRUE(rest == 0 || (alignment - rest) * 64 <= bytes) << bytes;
  }
}

TEST(Validate, Buffers) {
  EXPECT_EQ(refusal([](Executable &e) { e.slots[2].offset = 8; }),
            "slot 2 begins at byte 8, which is not a multiple of 64");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[2].offset = 1024; }),
            "slot 2 has 64 bytes from 1024 in a block of 128");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[2].bytes = ~uint64_t{0}; }),
            "slot 2 has 18446744073709551615 bytes from 0 in a block of 128");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[0].block = 4; }), "slot 0 names block 4 of 1 in its space");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[2].block = 1; }), "slot 2 names block 1 of 1 in its space");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[0].offset = 64; }), "slot 0 has 64 bytes from 64 in a block of 64");
  EXPECT_EQ(refusal([](Executable &e) {
              e.slots[1].offset = 4;
              e.slots[1].bytes = 8;
            }),
            "slot 1 begins at byte 4, which is not a multiple of 8");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[0].space = static_cast<SlotSpace>(9); }),
            "slot 0 lies in a space that does not exist: 9");
  EXPECT_EQ(refusal([](Executable &e) { e.stepSlots[3] = 70; }), "step slot 3 is slot 70 of 5");
  EXPECT_EQ(refusal([](Executable &e) { e.largest.buffers[0].since = 70; }),
            "the largest live set holds slot 2 of 5 since step 70 of 10");
  EXPECT_EQ(refusal([](Executable &e) { e.largest.step = 10; }), "the largest live set is at step 10 of 10");
}

TEST(Validate, Tables) {
  EXPECT_EQ(refusal([](Executable &e) { e.kernelImage.clear(); }),
            "kernel 'add_one_f32' with an outer range of 16 in an image of 0 bytes");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].sources[0] = 2; }),
            "collective 0: device 0 receives from device 2, which is not in its group");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].sources.pop_back(); }),
            "collective 0: a permute with 7 sources for 8 devices");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].outShape = {4, 5};
            }),
            "collective 0: out is 4x5xf32, in makes 4x4xf32");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].outShape = {4}; }), "collective 0: in has rank 2, out 1");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].kind = CollectiveKind::AllGather; }),
            "collective 0: dimension -1 of rank 2");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].kind = CollectiveKind::AllGather;
              e.collectives[0].gatherDim = 0;
              e.collectives[0].outShape = {9, 4};
            }),
            "collective 0: out has 9 in dimension 0, the group brings only 8");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].kind = CollectiveKind::AllGather;
              e.collectives[0].gatherDim = 1;
              e.collectives[0].inShape = {0, int64_t{1} << 54};
              e.collectives[0].outShape = {0, 1};
            }),
            "collective 0: a group of 2 gathers more than any memory holds of 0x18014398509481984xf32");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].kind = CollectiveKind::AllToAll;
              e.collectives[0].splitDim = 0;
              e.collectives[0].gatherDim = 2;
            }),
            "collective 0: dimension 2 of rank 2");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].axes.assign(300, AxisDigit{0, 1, 1});
            }),
            "collective 0: 300 axes, at most 256 are possible");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].axes = {{0, 1, 2}, {0, int64_t{1} << 62, int64_t{1} << 62}};
            }),
            "collective 0: sub-axis (4611686018427387904)4611686018427387904 of mesh axis 'x', which has size 2");
  EXPECT_EQ(refusal([](Executable &e) {
              e.collectives[0].kind = CollectiveKind::AllReduce;
              e.collectives[0].reduction = Reduction::Xor;
            }),
            "collective 0: reduction 6 is not defined on f32");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].kind = static_cast<CollectiveKind>(7); }),
            "collective 0: kind 7 with reduction 0 does not exist");
  EXPECT_EQ(refusal([](Executable &e) { e.switches[0].clear(); }), "a switch without targets");
  EXPECT_EQ(refusal([](Executable &e) { e.switches[0][1] = 50; }), "a switch to step 50 of 10");
  EXPECT_EQ(refusal([](Executable &e) { e.libraryCalls[0].types.clear(); }),
            "library call 'sort' has 0 types and 1 shapes");
  EXPECT_EQ(refusal([](Executable &e) { e.checks[0].mode = static_cast<Check::Mode>(5); }),
            "check mode 5 does not exist");
  EXPECT_EQ(refusal([](Executable &e) { e.matmuls[0].m = -1; }),
            "a matrix product of impossible sizes: batch 1, -1x4 times 4x4");
  EXPECT_EQ(refusal([](Executable &e) { e.matmuls[0].lhsRounding = ElementType::I8; }),
            "a matrix product that rounds f32 to type " + std::to_string(static_cast<int>(ElementType::I8)));
  EXPECT_EQ(refusal([](Executable &e) {
              e.matmuls[0].mayBeTf32 = true;
              e.matmuls[0].rhsRounding = ElementType::BF16;
            }),
            "a matrix product that rounds bf16 to tf32");
}

TEST(Validate, KernelsOfGpus) {
  EXPECT_EQ(refusal([](Executable &e) { e.kernels[0].threads = 1025; }),
            "kernel 'add_one_f32' is 3 blocks of 1025 threads with 16 bytes of shared memory");
  EXPECT_EQ(refusal([](Executable &e) { e.kernels[0].blocks = int64_t{1} << 31; }),
            "kernel 'add_one_f32' is 2147483648 blocks of 64 threads with 16 bytes of shared memory");
  EXPECT_EQ(refusal([](Executable &e) { e.matmuls[0].kernel = 1; }), "a matrix product by kernel 1 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].kernels = {0}; }),
            "collective 0: has 1 kernels, its kind takes 0 to 0");
  EXPECT_EQ(refusal([](Executable &e) { e.collectives[0].kernels = {1}; }), "collective 0: kernel 1 of 1");
}

TEST(Validate, Steps) {
  EXPECT_EQ(refusal([](Executable &e) { e.steps.clear(); }), "the program has no steps");
  EXPECT_EQ(refusal([](Executable &e) { e.steps.pop_back(); }), "the last step does not end the program");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[0].kind = static_cast<StepKind>(40); }),
            "step 0: kind 40 does not exist");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[0].index = 5; }), "step 0: kernel 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].index = 5; }), "step 1: matrix product 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[2].index = 5; }), "step 2: collective 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[3].index = 5; }), "step 3: library call 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[4].index = 5; }), "step 4: axis index 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[6].index = 5; }), "step 6: switch 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[7].target = 50; }), "step 7: jump to step 50 of 10");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[8].index = 5; }), "step 8: check 5 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].numSlots = 2; }), "step 1: has 2 buffers, its kind takes 3");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[2].numSlots = 3; }), "step 2: has 3 buffers, its kind takes pairs");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[2].numSlots = 4; }), "step 2: collectives 0 to 1 of 1");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].firstSlot = 500; }), "step 1: 3 buffers from 500 of 16");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].debug = 500; }), "step 1: debug entry 500 of 10");
  EXPECT_EQ(refusal([](Executable &e) { e.matmuls[0].lhsMStride = 5; }), "step 1: buffer 0 has 64 bytes, 76 are used");
  EXPECT_EQ(refusal([](Executable &e) { e.matmuls[0].rhsKStride = int64_t{1} << 62; }),
            "step 1: buffer 1 has 64 bytes, 9223372036854775807 are used");
  EXPECT_EQ(refusal([](Executable &e) { e.stepSlots[e.steps[1].firstSlot + 2] = 2; }),
            "step 1: buffers 0 and 2 overlap: 64 bytes from 0 and 64 bytes from 0");
  EXPECT_EQ(refusal([](Executable &e) { e.stepSlots[e.steps[2].firstSlot] = 2; }),
            "step 2: buffers 0 and 1 overlap: 64 bytes from 0 and 64 bytes from 0");
  EXPECT_EQ(refusal([](Executable &e) { e.stepSlots[e.steps[4].firstSlot] = 4; }),
            "step 4: buffer 0 is written and is a constant");
  EXPECT_EQ(refusal([](Executable &e) { e.slots[1].bytes = 32; }), "step 1: buffer 2 has 32 bytes, 64 are used");
}

/// A loop with a collective beside steps: 0 copy, 1 jump if false to 6, 2 start, 3 kernel, 4 wait, 5 jump to 1, 6 end.
TEST(Validate, Starts) {
  ProgramBuilder builder({{"x", 2}});
  builder.useTestKernels();
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {4}), out = builder.resultPerDevice(ElementType::F32, {4});
  uint32_t sum = builder.temporary(ElementType::F32, {4});
  uint32_t go = builder.temporary(ElementType::I1, {});
  Collective c;
  c.kind = CollectiveKind::AllReduce;
  c.type = ElementType::F32;
  c.axes = builder.wholeMesh();
  c.inShape = c.outShape = {1, 4};
  builder.copy(in, out);
  builder.jumpIfFalse(go, 6);
  const uint32_t start = builder.start(c, in, sum);
  builder.kernel("add_one_f32", {in, out});
  builder.wait(start);
  builder.jump(1);
  builder.end();
  ASSERT_TRUE(validate(builder.exe).ok()) << validate(builder.exe);
  auto refusal = [&](auto change) {
    Executable executable = builder.exe;
    change(executable);
    return std::string(validate(executable).message());
  };
  EXPECT_EQ(refusal([](Executable &e) { e.steps[4].target = 4; }),
            "step 4 waits for step 4, which starts nothing in front of it");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[4].target = 3; }),
            "step 4 waits for step 3, which starts nothing in front of it");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[3] = e.steps[4]; }), "steps 3 and 4 both wait for step 2");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[4] = e.steps[0]; }), "step 2 starts what no step waits for");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[2].numSlots = 1; }), "step 2: has 1 buffers, its kind takes pairs");
  EXPECT_EQ(refusal([](Executable &e) {
              e.steps[4].firstSlot = 0;
              e.steps[4].numSlots = 1;
            }),
            "step 4: has 1 buffers, its kind takes 0");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].target = 3; }),
            "step 1 jumps to step 3 past step 2, which starts what step 4 waits for");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[1].target = 4; }),
            "step 1 jumps to step 4 past step 2, which starts what step 4 waits for");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[3] = e.steps[1]; }),
            "step 3 jumps to step 6 past step 2, which starts what step 4 waits for");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[5].target = 4; }),
            "step 5 jumps to step 4 past step 2, which starts what step 4 waits for");
  EXPECT_EQ(refusal([](Executable &e) {
              e.switches = {{6, 3}};
              e.steps[1].kind = StepKind::Switch;
              e.slots[e.stepSlots[e.steps[1].firstSlot]].bytes = 4;
            }),
            "step 1 jumps to step 3 past step 2, which starts what step 4 waits for");
  EXPECT_EQ(refusal([](Executable &e) { e.steps[3] = e.steps[6]; }),
            "step 3 ends the program before all that was started is waited for");
}

} // namespace
} // namespace shardwright::runtime
