// Arrays that several processes have blocks of, written and compared by each for itself: the bytes and the words are
// those of one process.
#include "ProgramBuilder.h"
#include "ThreadProcesses.h"
#include "runtime/ArrayFiles.h"
#include "runtime/Checkpoint.h"
#include "runtime/DeviceArrays.h"
#include "runtime/Files.h"
#include "runtime/Shards.h"
#include "runtime/Unfinished.h"
#include "shardwright/Runtime/Npy.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sys/stat.h>

namespace shardwright::runtime {
namespace {

using Shared = std::shared_ptr<Processes>;

/// A mesh of 4 x 2, and arrays on it with whole numbers: sums of them are exact.
struct Case {
  ProgramBuilder builder{{{"x", 4}, {"y", 2}}};
  std::vector<Array> arrays;

  const Executable &exe() const { return builder.exe; }
  Case() {
    const AxisDigit x{0, 1, 4}, y{1, 1, 2}, major{0, 1, 2}, minor{0, 2, 2};
    add({16, 6}, {{x}, {y}}, {});
    add({6, 16}, {{}, {x, y}}, {});
    add({10, 3, 5}, {{x}, {}, {y}}, {}); // neither 10 by 4 nor 5 by 2
    add({3, 7}, {{x, y}, {}}, {});       // blocks that are padding and nothing else
    add({5, 4}, {{}, {}}, {});           // everybody has it
    add({}, {}, {});
    add({0, 4}, {{}, {x}}, {});
    add({8, 3}, {{minor}, {}}, {});
    add({7, 4}, {{y}, {}}, {x}); // summands in all processes
    add({9}, {{x}}, {y});        // of which one process has all
    add({4, 6}, {{major}, {}}, {minor, y});
  }
  void add(std::vector<int64_t> shape, std::vector<AxisDigits> dims, AxisDigits partial) {
    Interface value;
    value.name = "r" + std::to_string(arrays.size());
    value.type = ElementType::F32;
    value.globalShape = shape;
    value.dims = std::move(dims);
    value.partial = std::move(partial);
    value.accuracy = {0x1p-23, 8};
    builder.exe.results.push_back(value);
    std::vector<float> values(static_cast<size_t>(numElements(shape)));
    std::minstd_rand random(static_cast<unsigned>(arrays.size() + 1));
    for (float &one : values)
      one = static_cast<float>(static_cast<int>(random() % 2000) - 1000);
    arrays.push_back(arrayOf<float>(ElementType::F32, shape, values));
  }

  /// Blocks of them as the devices of one of several processes have them; of a partial one, other summands than zeros.
  struct Held {
    std::vector<std::vector<std::vector<uint8_t>>> blocks; ///< by array and device
    ShardedArrays arrays;
  };
  std::shared_ptr<Held> held(Processes *processes) const {
    const int64_t count = exe().numDevices() / (processes ? processes->size() : 1);
    const DeviceRange range{processes ? processes->rank() * count : 0, count};
    auto all = std::make_shared<Held>();
    all->blocks.resize(arrays.size());
    for (size_t i = 0; i != arrays.size(); ++i) {
      const Interface &value = exe().results[i];
      for (int64_t device = 0; device != count; ++device) {
        std::vector<uint8_t> &block = all->blocks[i].emplace_back(localBytes(value));
        copyShardIn(exe(), value, range.first + device, arrays[i], block.data());
        const int64_t index = blockIndex(exe(), value.partial, range.first + device);
        auto *elements = reinterpret_cast<float *>(block.data());
        for (size_t e = 0; numParts(value.partial) > 1 && e != block.size() / sizeof(float); ++e)
          elements[e] += index == 0 ? 3.f : index == 1 ? -3.f : 0.f;
      }
      all->arrays.push_back(arrayOnDevices(exe(), value, range, processes,
                                           [all = all.get(), i](int64_t device) -> absl::StatusOr<HostView> {
                                             return HostView(all->blocks[i][static_cast<size_t>(device)].data());
                                           }));
    }
    return all;
  }
};

/// One folder for all processes that run this test, where there are several.
class ShardedFiles : public testing::Test {
protected:
  void SetUp() override {
    std::string number = std::to_string(getpid());
    if (testNetwork()) {
      absl::StatusOr<std::vector<std::string>> all = testProcesses()->gather(number);
      ASSERT_TRUE(all.ok()) << all.status();
      number = all->front();
    }
    folder = testing::TempDir() + "/sharded-arrays." + number;
    std::filesystem::create_directories(folder);
  }
  void TearDown() override {
    if (testNetwork()) { // all have looked at it
      EXPECT_TRUE(testProcesses()->gather("").ok());
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::string path(const std::string &name) const { return folder + "/" + name; }

  static std::vector<ArrayFile> filesIn(const std::string &folder, const ShardedArrays &arrays) {
    std::vector<ArrayFile> files;
    for (size_t i = 0; i != arrays.size(); ++i)
      files.push_back({folder + "/" + std::to_string(i) + ".npy", arrays[i]});
    return files;
  }
  static ArrayFilesOptions optionsOf(const Shared &processes, const std::string &folder) {
    ArrayFilesOptions options;
    options.processes = processes.get();
    options.makeFolders = [folder] { return makeFolders(folder); };
    return options;
  }
  void expectArrays(const std::string &folder, const std::vector<Array> &want) const {
    std::set<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
      names.insert(entry.path().filename());
    for (size_t i = 0; i != want.size(); ++i) {
      absl::StatusOr<Array> read = readNpy(folder + "/" + std::to_string(i) + ".npy");
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(read->shape, want[i].shape);
      EXPECT_EQ(read->bytes, want[i].bytes) << "array " << i;
      names.erase(std::to_string(i) + ".npy");
    }
    EXPECT_TRUE(names.empty()) << *names.begin();
  }

  std::string folder;
};

TEST_F(ShardedFiles, OneProcessWritesBlocks) {
  const Case all;
  const std::shared_ptr<Case::Held> held = all.held(nullptr);
  const std::string to = path("out" + std::to_string(getpid()));
  const absl::Status status = writeArrayFiles(filesIn(to, held->arrays), optionsOf(nullptr, to));
  ASSERT_TRUE(status.ok()) << status;
  expectArrays(to, all.arrays);
}

TEST_F(ShardedFiles, EachOfSeveralWritesWhatItHas) {
  for (int size : {2, 4, 8}) {
    const Case all;
    inThreads(size, [&](Shared p) {
      const std::shared_ptr<Case::Held> held = all.held(p.get());
      const std::string to = path("out" + std::to_string(size));
      const absl::Status status = writeArrayFiles(filesIn(to, held->arrays), optionsOf(p, to));
      EXPECT_TRUE(status.ok()) << status;
      expectArrays(to, all.arrays);
      EXPECT_TRUE(leaveThread(*p).ok());
    });
  }
}

/// Those that see another folder than rank 0 give it what they have.
TEST_F(ShardedFiles, WhoDoesNotSeeTheFilesSendsTheArrays) {
  const Case all;
  inThreads(4, [&](Shared p) {
    const std::shared_ptr<Case::Held> held = all.held(p.get());
    const std::string to = path(p->rank() == 2 ? "elsewhere" : "here");
    const absl::Status status = writeArrayFiles(filesIn(to, held->arrays), optionsOf(p, to));
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_FALSE(std::filesystem::exists(path("elsewhere")));
    expectArrays(path("here"), all.arrays);
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

/// Whose blocks cannot be had.
class Unreadable : public ShardedArray {
public:
  Unreadable(std::shared_ptr<const ShardedArray> array, absl::Status status)
      : array(std::move(array)), status(std::move(status)) {}
  ElementType type() const override { return array->type(); }
  const std::vector<int64_t> &shape() const override { return array->shape(); }
  absl::Status eachBlock(const Use &use) const override {
    absl::Status first = array->eachBlock(use);
    return status.ok() ? first : status;
  }
  absl::StatusOr<Array> whole() const override { return array->whole(); }

private:
  const std::shared_ptr<const ShardedArray> array;
  const absl::Status status;
};

TEST_F(ShardedFiles, AnErrorOfOneIsThatOfAllAndLeavesNothing) {
  const Case all;
  inThreads(4, [&](Shared p) {
    const std::shared_ptr<Case::Held> held = all.held(p.get());
    const absl::Status bad = p->rank() == 3 ? absl::ResourceExhaustedError("no room") : absl::OkStatus();
    held->arrays[1] = std::make_shared<Unreadable>(held->arrays[1], bad);
    const absl::Status status = writeArrayFiles(filesIn(path("out"), held->arrays), optionsOf(p, path("out")));
    EXPECT_EQ(status, absl::ResourceExhaustedError("rank 3: no room"));
    EXPECT_TRUE(std::filesystem::is_empty(path("out")));
    // What was there before is left alone, too.
    const absl::Status first = writeArrayFiles(filesIn(path("out"), all.held(p.get())->arrays), optionsOf(p, folder));
    EXPECT_TRUE(first.ok()) << first;
    EXPECT_FALSE(writeArrayFiles(filesIn(path("out"), held->arrays), optionsOf(p, folder)).ok());
    expectArrays(path("out"), all.arrays);
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

TEST_F(ShardedFiles, FoldersAndFilesThatCannotBeMade) {
  std::ofstream(path("file")) << "in the way";
  const Case all;
  inThreads(2, [&](Shared p) {
    const std::shared_ptr<Case::Held> held = all.held(p.get());
    const std::string in = path("file/deep");
    EXPECT_EQ(writeArrayFiles(filesIn(in, held->arrays), optionsOf(p, in)).message(),
              "rank 0: cannot make the folder '" + in + "': Not a directory");
    ASSERT_TRUE(p->gather("").ok());
    if (p->rank() == 0) {
      std::filesystem::create_directories(path("pipes"));
      ASSERT_EQ(mkfifo(path("pipes/1.npy").c_str(), 0600), 0);
    }
    EXPECT_EQ(writeArrayFiles(filesIn(path("pipes"), held->arrays), optionsOf(p, path("pipes"))).message(),
              "rank 0: '" + path("pipes/1.npy") +
                  "' is a device or a pipe, which several ranks cannot write: name another folder");
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

/// One that dies when the files have been made, and are not yet whole.
TEST_F(ShardedFiles, WhoDiesLeavesNothing) {
  if (testNetwork())
    GTEST_SKIP() << "kills are tested with the tools";
  for (int victim : {0, 1}) {
    const Case all;
    inThreads(2, [&](Shared p) {
      const std::shared_ptr<Case::Held> held = all.held(p.get());
      const std::vector<ArrayFile> files = filesIn(path("out"), held->arrays);
      if (p->rank() != victim) {
        const absl::Status status = writeArrayFiles(files, optionsOf(p, path("out")));
        EXPECT_TRUE(absl::IsUnavailable(status)) << status;
        EXPECT_TRUE(std::filesystem::is_empty(path("out")));
        return;
      }
      // Its part of writeArrayFiles up to there.
      absl::StatusOr<std::string> unique = uniqueName(p.get());
      ASSERT_TRUE(unique.ok());
      std::filesystem::create_directories(path("out"));
      for (const ArrayFile &file : p->rank() == 0 ? files : std::vector<ArrayFile>())
        std::ofstream(file.path + "." + *unique + ".part") << "half";
      ASSERT_TRUE(p->agree(absl::OkStatus()).ok());
    });
  }
}

TEST_F(ShardedFiles, CheckpointsOfSeveral) {
  const Case all;
  inThreads(4, [&](Shared p) {
    const std::shared_ptr<Case::Held> held = all.held(p.get());
    const std::string to = path("saved");
    ShardedArrays arguments(held->arrays.begin(), held->arrays.begin() + 4);
    for (int64_t steps : {10, 20}) {
      const absl::Status status =
          writeCheckpoint(to, steps, arguments, {{2, held->arrays[8]}, {5, held->arrays[9]}}, p.get());
      EXPECT_TRUE(status.ok()) << status;
    }
    absl::StatusOr<std::optional<Checkpoint>> found = findCheckpoint(to);
    ASSERT_TRUE(found.ok() && *found) << found.status();
    EXPECT_EQ((*found)->steps, 20);
    for (size_t i = 0; i != 4; ++i)
      EXPECT_EQ(readNpy((*found)->folder + "/" + std::to_string(i) + ".npy")->bytes, all.arrays[i].bytes);
    EXPECT_EQ(readNpy((*found)->folder + "/results/2.npy")->bytes, all.arrays[8].bytes);
    EXPECT_EQ(readNpy((*found)->folder + "/results/5.npy")->bytes, all.arrays[9].bytes);
    EXPECT_TRUE(p->gather("").ok()); // looked at by all
    arguments[1] =
        std::make_shared<Unreadable>(arguments[1], p->rank() == 1 ? absl::InternalError("lost") : absl::OkStatus());
    EXPECT_EQ(writeCheckpoint(to, 30, arguments, {}, p.get()), absl::InternalError("rank 1: lost"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(to), std::filesystem::directory_iterator()), 2);
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

/// What compareResults() says of arrays that differ here and there, for any number of processes; and which element an
/// evaluation of whole arrays names.
TEST_F(ShardedFiles, ComparisonsSayTheSame) {
  const Case all;
  std::vector<Array> want = all.arrays;
  auto change = [&](size_t array, int64_t at, float by) {
    auto *elements = reinterpret_cast<float *>(want[array].bytes.data());
    elements[at] += by;
  };
  change(0, 17, 0.5f);
  change(0, 60, -0.75f);
  change(0, 90, 0.75f);
  change(2, 149, 2.f);
  change(4, 3, 0x1p-10f); // within the tolerance
  change(8, 20, 1.f);
  change(10, 0, std::nanf(""));
  RunCommand command;
  std::string alone;
  absl::StatusOr<ResultsComparison> comparison =
      compareResults(all.exe().results, all.held(nullptr)->arrays, ProgramInputs(want), command, alone);
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  EXPECT_FALSE(comparison->ok);
  EXPECT_EQ(alone.substr(0, alone.find('\n')).substr(0, 45), "result 0 ('r0', 16x6xf32): element [10, 0] is");
  EXPECT_NE(alone.find("; 3 of 96 elements differ, largest error 0.75\n"), std::string::npos) << alone;
  EXPECT_NE(alone.find("result 2 ('r2', 10x3x5xf32): element [9, 2, 4] is"), std::string::npos) << alone;
  EXPECT_NE(alone.find("4 of 11 results differ (largest error inf in result 10"), std::string::npos) << alone;
  std::string whole;
  ASSERT_TRUE(compareResults(all.exe().results, arraysInMemory(all.arrays), ProgramInputs(want), command, whole).ok());
  EXPECT_EQ(alone, whole);
  for (int size : {2, 4, 8})
    inThreads(size, [&](Shared p) {
      RunCommand own;
      own.processes = p;
      std::string text;
      const std::shared_ptr<Case::Held> held = all.held(p.get());
      absl::StatusOr<ResultsComparison> one =
          compareResults(all.exe().results, held->arrays, ProgramInputs(want), own, text);
      ASSERT_TRUE(one.ok()) << one.status();
      EXPECT_EQ(one->ok, p->rank() != 0);
      EXPECT_EQ(text, p->rank() == 0 ? alone : "");
      EXPECT_TRUE(leaveThread(*p).ok());
    });
}

TEST(OutputFile, NothingIsThereBeforeItIsPublished) {
  const std::string path = testing::TempDir() + "/output-file." + std::to_string(getpid());
  {
    absl::StatusOr<OutputFile> file = OutputFile::aside(path);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_TRUE(file->write(2, "cd", 2).ok());
    EXPECT_TRUE(file->write(0, "ab", 2).ok());
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  absl::StatusOr<OutputFile> file = OutputFile::aside(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->resize(6).ok());
  EXPECT_TRUE(file->write(1, "b", 1).ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(file->publish().ok());
  EXPECT_EQ(*readFile(path), std::string("\0b\0\0\0\0", 6));
  EXPECT_EQ(OutputFile::create("its path", path).status().message(), "cannot write 'its path': File exists");
  EXPECT_TRUE(absl::IsNotFound(OutputFile::open("its path", path + ".none").status()));
  std::remove(path.c_str());
}

TEST(Unfinished, WhatIsNotForgottenIsRemovedAndNothingIsMadeAfterwards) {
  const std::string folder = testing::TempDir() + "/unfinished." + std::to_string(getpid());
  Unfinished unfinished;
  for (const char *name : {"/a", "/b/c", "/kept"}) {
    unfinished.note(folder + name);
    ASSERT_TRUE(unfinished.make([&] { return makeFolders(folder + name); }).ok());
  }
  unfinished.note(folder + "/never-made");
  unfinished.forget(folder + "/kept");
  unfinished.removeAll();
  EXPECT_FALSE(std::filesystem::exists(folder + "/a"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/b/c"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/kept"));
  EXPECT_TRUE(absl::IsAborted(unfinished.make([] { return absl::OkStatus(); })));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace shardwright::runtime
