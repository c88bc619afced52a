// Executables that nobody trusts: what is checked of them as data, without loading anything.
#include "ProgramBuilder.h"
#include "runtime/backends/host/KernelFile.h"
#include "shardwright/Runtime/RunCommand.h"
#include "shardwright/Runtime/Serialize.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace shardwright::runtime {
namespace {

std::vector<uint8_t> bytesOf(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

Executable addOne(const std::vector<uint8_t> &image) {
  ProgramBuilder builder({{"x", 2}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {4}), out = builder.resultPerDevice(ElementType::F32, {4});
  builder.kernel("add_one_f32", {in, out}, 4);
  builder.exe.libraryCalls.push_back({"sort", {0}, {ElementType::F32}, {{4}}, "less_f32"});
  builder.step(StepKind::Library, 0, {in, out}, "sort");
  builder.end();
  builder.exe.kernelImage = image;
  return builder.exe;
}

/// What is said of it, or its error.
std::string inspect(const Executable &executable) {
  const std::string path = testing::TempDir() + "inspect.swx";
  EXPECT_TRUE(writeExecutable(executable, path).ok());
  std::string text;
  absl::Status status = inspectFile(path, text);
  std::remove(path.c_str());
  if (status.ok())
    return text;
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_EQ(status.message().find(path + ": "), 0u) << status;
  return std::string(status.message().substr(path.size() + 2));
}

TEST(Inspect, SaysWhatItHoldsAndLoadsNothing) {
  const std::string text = inspect(addOne(bytesOf(SHARDWRIGHT_TEST_KERNELS)));
  for (const char *line :
       {"target: host:\n  runs on this machine\n", "devices: 2, mesh x=2\n", "memory of each device: 32 bytes",
        "argument 0 ('arg0'): 2x4xf32, sharded as [{\"x\"}, {}]\n", "steps: 1 kernel, 1 library call\n",
        "kernels: 5 functions, ",
        "everything but the machine code has been checked, and none of that has been loaded\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "in\n" << text;
  std::ifstream maps("/proc/self/maps");
  const std::string mapped(std::istreambuf_iterator<char>(maps), {});
  EXPECT_NE(mapped.find("RuntimeTest"), std::string::npos);
  EXPECT_EQ(mapped.find("shardwright-kernels"), std::string::npos);
}

TEST(Inspect, WhatRunsWhenItIsLoadedIsRefused) {
  EXPECT_EQ(inspect(addOne(bytesOf(SHARDWRIGHT_LOADED_TEST_KERNELS))),
            "the kernel image runs code when it is loaded (DT_INIT_ARRAY), which those of the compiler never do");
}

TEST(Inspect, SymbolsAndRoutinesAreChecked) {
  const std::vector<uint8_t> image = bytesOf(SHARDWRIGHT_TEST_KERNELS);
  Executable other = addOne(image);
  other.kernels[0].symbol = "add_two_f32";
  EXPECT_EQ(inspect(other), "the kernel image has no function 'add_two_f32'");
  other = addOne(image);
  other.libraryCalls[0].kernelSymbol = "more_f32";
  EXPECT_EQ(inspect(other), "the kernel image has no function 'more_f32'");
  other = addOne(image);
  other.libraryCalls[0].name = "shuffle";
  EXPECT_NE(inspect(other).find("library call 'shuffle' is not known to this runtime"), std::string::npos);
  other = addOne(image);
  other.libraryCalls[0].shapes = {{400}};
  EXPECT_NE(
      inspect(other).find("step 1 (sort at file.mlir:1): 'sort' takes 2 buffers, the step has 2, or one is too small"),
      std::string::npos)
      << inspect(other);
  EXPECT_EQ(inspect(addOne({})), "kernel 'add_one_f32' with an outer range of 4 in an image of 0 bytes");
  other = addOne(image);
  other.target = "host:+no-such-feature";
  EXPECT_NE(inspect(other).find("target: host:+no-such-feature\n"), std::string::npos); // another machine may run it
}

std::string reasonOf(const std::vector<uint8_t> &image) {
  absl::StatusOr<host::KernelFile> file = host::KernelFile::read(image);
  return file.ok() ? "" : std::string(file.status().message());
}

TEST(Inspect, WhatIsNoImageOfTheCompilers) {
  std::vector<uint8_t> image = bytesOf(SHARDWRIGHT_TEST_KERNELS);
  ASSERT_EQ(reasonOf(image), "");
  EXPECT_EQ(reasonOf({1, 2, 3}), "the kernel image of 3 bytes is no ELF file");
  auto changed = [&](auto change) {
    std::vector<uint8_t> copy = image;
    change(*reinterpret_cast<Elf64_Ehdr *>(copy.data()), copy);
    return reasonOf(copy);
  };
  using Bytes = std::vector<uint8_t>;
  EXPECT_EQ(changed([](Elf64_Ehdr &header, Bytes &) { header.e_type = ET_EXEC; }),
            "the kernel image is no shared object of 64 bits");
  EXPECT_NE(
      changed([](Elf64_Ehdr &header, Bytes &) { header.e_machine = EM_SPARC; }).find("is for machine 2 of ELF's list"),
      std::string::npos);
  EXPECT_NE(changed([](Elf64_Ehdr &header, Bytes &bytes) {
              header.e_phoff = bytes.size();
            }).find(" program headers, number 0 lies outside of its "),
            std::string::npos);
  EXPECT_EQ(changed([](Elf64_Ehdr &header, Bytes &) { header.e_phnum = 0; }),
            "the kernel image has no dynamic section");
  auto firstCode = [](Elf64_Ehdr &header, Bytes &bytes) -> Elf64_Phdr & {
    auto *all = reinterpret_cast<Elf64_Phdr *>(bytes.data() + header.e_phoff);
    while (all->p_type != PT_LOAD || !(all->p_flags & PF_X))
      ++all;
    return *all;
  };
  EXPECT_EQ(changed([&](Elf64_Ehdr &header, Bytes &bytes) { firstCode(header, bytes).p_flags |= PF_W; }),
            "the kernel image has memory that is both written and executed");
  EXPECT_NE(changed([&](Elf64_Ehdr &header, Bytes &bytes) {
              firstCode(header, bytes).p_flags = PF_R;
            }).find("' outside of its code"),
            std::string::npos);
  EXPECT_NE(changed([&](Elf64_Ehdr &header, Bytes &bytes) {
              firstCode(header, bytes).p_offset = 1 << 30;
            }).find(" bytes from 1073741824 on, it has "),
            std::string::npos);
}

/// No bytes of the image make it read outside: for the sanitizers.
TEST(Inspect, AlteredImages) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<uint8_t> image = bytesOf(SHARDWRIGHT_TEST_KERNELS);
  int refused = 0;
  for (int round = 0; round != 20000; ++round) {
    std::vector<uint8_t> copy = image;
    if (random() % 8 == 0)
      copy.resize(random() % copy.size());
    for (size_t left = copy.empty() ? 0 : 1 + random() % 4; left != 0; --left)
      copy[random() % std::min<size_t>(copy.size(), random() % 2 ? 1024 : copy.size())] =
          static_cast<uint8_t>(random());
    refused += !host::KernelFile::read(copy).ok();
  }
  EXPECT_GT(refused, 1000);
}

} // namespace
} // namespace shardwright::runtime
