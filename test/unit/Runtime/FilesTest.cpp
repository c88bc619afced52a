// .npy files and what `run` does with them: inputs, comparisons, results, reports; every message as a person sees it.
#include "runtime/Files.h"
#include "ProgramBuilder.h"
#include "shardwright/Runtime/Compare.h"
#include "shardwright/Runtime/Npy.h"
#include "shardwright/Runtime/RunCommand.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace shardwright::runtime {
namespace {

class Files : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/shardwright-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { std::system(("rm -r '" + folder + "'").c_str()); }

  std::string path(const std::string &name) const { return folder + "/" + name; }
  std::string write(const std::string &name, const std::string &content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string read(const std::string &name) const {
    std::ifstream file(path(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  /// A .npy file as NumPy writes it, by hand.
  static std::string npy(const std::string &header, const std::string &data, char version = 1) {
    std::string text = std::string("\x93NUMPY", 6) + version + '\0' + static_cast<char>(header.size()) + '\0';
    if (version > 1)
      text += std::string(2, '\0');
    return text + header + data;
  }
  std::string refusal(const std::string &content) const {
    std::string message(readNpy(write("a.npy", content)).status().message());
    return message.rfind(path("a.npy") + ": ", 0) == 0 ? message.substr(path("a.npy").size() + 2) : message;
  }

  std::string folder;
};

std::string floats(std::vector<float> values) {
  return std::string(reinterpret_cast<char *>(values.data()), values.size() * 4);
}

TEST_F(Files, NpyReadsWhatNumPyWrites) {
  const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";
  for (char version : {1, 2, 3}) {
    absl::StatusOr<Array> array = readNpy(write("a.npy", npy(head, floats({1, 2, 3, 4, 5, 6}), version)));
    ASSERT_TRUE(array.ok()) << array.status();
    EXPECT_EQ(array->type, ElementType::F32);
    EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(valuesOf<float>(*array), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  }
  absl::StatusOr<Array> scalar =
      readNpy(write("a.npy", npy("{'shape': (), 'fortran_order': False, 'descr': '<f4'}", floats({7}))));
  ASSERT_TRUE(scalar.ok()) << scalar.status();
  EXPECT_TRUE(scalar->shape.empty());
}

TEST_F(Files, NpyConvertsFortranOrder) {
  absl::StatusOr<Array> array = readNpy(
      write("a.npy", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", floats({1, 4, 2, 5, 3, 6}))));
  ASSERT_TRUE(array.ok()) << array.status();
  EXPECT_EQ(valuesOf<float>(*array), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

/// Every box of an array, read by itself, has the elements of the whole; so have those of a type that the file only
/// stands for, and of random arrays.
TEST_F(Files, BoxesAreReadByThemselves) {
  const std::vector<int64_t> shape = {2, 3, 4};
  std::vector<float> values(24);
  for (size_t i = 0; i != values.size(); ++i)
    values[i] = static_cast<float>(i) / 2;
  ASSERT_TRUE(writeNpy(path("a.npy"), arrayOf<float>(ElementType::F32, shape, values)).ok());
  for (ElementType type : {ElementType::F32, ElementType::BF16, ElementType::C64}) {
    const Interface want{"a", type, shape, {}};
    const bool isRandom = type == ElementType::C64;
    ProgramInputs inputs = ProgramInputs::random({want}, 3);
    if (!isRandom) {
      auto source = openNpy(path("a.npy"), want);
      ASSERT_TRUE(source.ok()) << source.status();
      inputs = ProgramInputs({*source});
    }
    const Array whole = isRandom ? randomArray(want, 0, 3) : *matchInterface(*readNpy(path("a.npy")), want, "a");
    ASSERT_EQ(inputs[0].whole()->bytes, whole.bytes);
    const size_t size = elementBytes(type);
    for (int64_t first = 0; first != 24; ++first) {
      const std::vector<int64_t> start = {first / 12, first / 4 % 3, first % 4};
      for (int64_t last = first; last != 24; ++last) {
        const std::vector<int64_t> box = {last / 12 - start[0] + 1, last / 4 % 3 - start[1] + 1,
                                          last % 4 - start[2] + 1};
        if (box[1] < 0 || box[2] < 0)
          continue;
        std::vector<uint8_t> got(static_cast<size_t>(box[0] * box[1] * box[2]) * size), expected;
        ASSERT_TRUE(inputs[0].read(start, box, got.data()).ok());
        for (int64_t i = 0; i != box[0]; ++i)
          for (int64_t j = 0; j != box[1]; ++j)
            for (int64_t k = 0; k != box[2]; ++k) {
              const int64_t flat = ((start[0] + i) * 3 + start[1] + j) * 4 + start[2] + k;
              const auto at = whole.bytes.begin() + flat * static_cast<int64_t>(size);
              expected.insert(expected.end(), at, at + static_cast<int64_t>(size));
            }
        ASSERT_EQ(got, expected) << first << " to " << last;
      }
    }
  }
}

TEST_F(Files, NpyRoundTripsEveryType) {
  const std::pair<ElementType, const char *> types[] = {
      {ElementType::I1, "|b1"},      {ElementType::I8, "|i1"},   {ElementType::I16, "<i2"},
      {ElementType::I32, "<i4"},     {ElementType::I64, "<i8"},  {ElementType::U8, "|u1"},
      {ElementType::U16, "<u2"},     {ElementType::U32, "<u4"},  {ElementType::U64, "<u8"},
      {ElementType::F16, "<f2"},     {ElementType::BF16, "<V2"}, {ElementType::F32, "<f4"},
      {ElementType::F64, "<f8"},     {ElementType::C64, "<c8"},  {ElementType::C128, "<c16"},
      {ElementType::F8E4M3FN, "|V1"}};
  for (auto &[type, text] : types)
    for (const std::vector<int64_t> &shape : std::vector<std::vector<int64_t>>{{}, {0}, {3}, {2, 3, 4}}) {
      Array array = randomArray({"a", type, shape, {}}, 0, 1);
      ASSERT_TRUE(writeNpy(path("a.npy"), array).ok());
      EXPECT_NE(read("a.npy").find("'descr': '" + std::string(text) + "'"), std::string::npos) << text;
      EXPECT_EQ((read("a.npy").size() - array.bytes.size()) % 64, 0u);
      absl::StatusOr<Array> back = readNpy(path("a.npy"));
      ASSERT_TRUE(back.ok()) << back.status();
      EXPECT_EQ(back->type, type);
      EXPECT_EQ(back->shape, shape);
      EXPECT_EQ(back->bytes, array.bytes);
    }
}

TEST_F(Files, NpyReadsLittleTypesAndBf16ThroughTheirStandIns) {
  Interface i4{"a", ElementType::I4, {2}, {{}}}, bf16{"a", ElementType::BF16, {1}, {{}}};
  absl::StatusOr<Array> narrow = matchInterface(arrayOf<int8_t>(ElementType::I8, {2}, {-8, 7}), i4, "0.npy");
  ASSERT_TRUE(narrow.ok()) << narrow.status();
  EXPECT_EQ(narrow->type, ElementType::I4);
  EXPECT_EQ(matchInterface(arrayOf<int8_t>(ElementType::I8, {2}, {-8, 8}), i4, "0.npy").status().message(),
            "0.npy: element 1 is 8, 'a' of type i4 holds -8 to 7");
  absl::StatusOr<Array> rounded = matchInterface(arrayOf<float>(ElementType::F32, {1}, {1.00390625f}), bf16, "0.npy");
  ASSERT_TRUE(rounded.ok()) << rounded.status();
  EXPECT_EQ(valuesOf<uint16_t>(*rounded)[0], 0x3f80); // a tie, to even
}

// The files of ml_dtypes: `<V1` whatever the type, `<f1` for one of them, integers without the sign in the upper bits.
TEST_F(Files, NpyReadsTypesOfOneByteByWhatIsWanted) {
  Interface f8{"a", ElementType::F8E5M2, {2}, {{}}}, f4{"a", ElementType::F4E2M1FN, {2}, {{}}},
      i4{"a", ElementType::I4, {2}, {{}}}, f32{"a", ElementType::F32, {2}, {{}}};
  auto matched = [&](const char *descriptor, const std::string &bytes, const Interface &want) {
    std::string header = "{'descr': '" + std::string(descriptor) + "', 'fortran_order': False, 'shape': (2,), }\n";
    absl::StatusOr<Array> array = readNpy(write("a.npy", npy(header, bytes)));
    return array.ok() ? matchInterface(*std::move(array), want, "0.npy") : array;
  };
  for (const char *descriptor : {"<V1", "|V1", "<f1", "|u1"}) {
    absl::StatusOr<Array> array = matched(descriptor, "\x3c\xff", f8);
    ASSERT_TRUE(array.ok()) << descriptor << array.status();
    EXPECT_EQ(array->type, ElementType::F8E5M2);
    EXPECT_EQ(valuesOf<uint8_t>(*array), (std::vector<uint8_t>{0x3c, 0xff}));
    EXPECT_EQ(realElement(*array, 0), 1.0);
  }
  absl::StatusOr<Array> integers = matched("<V1", "\x0f\x07", i4);
  ASSERT_TRUE(integers.ok()) << integers.status();
  EXPECT_EQ(valuesOf<int8_t>(*integers), (std::vector<int8_t>{-1, 7}));
  EXPECT_EQ(matched("<V1", "\x0f\x10", f4).status().message(),
            "0.npy: element 1 is 16, 'a' of type f4E2M1FN holds 0 to 15");
  EXPECT_EQ(matched("<V1", "\x0f\x10", f32).status().message(), "0.npy: 'a' is 2xf32, the file holds 2xf8E4M3FN");
  absl::StatusOr<Array> rounded = matchInterface(arrayOf<float>(ElementType::F32, {2}, {1.125f, -1e9f}), f8, "0.npy");
  ASSERT_TRUE(rounded.ok()) << rounded.status();
  EXPECT_EQ(valuesOf<uint8_t>(*rounded), (std::vector<uint8_t>{0x3c, 0xfc})); // a tie, to even; minus infinity
}

TEST_F(Files, WritingReplacesAFileAndNotAPipe) {
  ASSERT_TRUE(writeFile(write("file", "a longer text"), "short").ok());
  EXPECT_EQ(read("file"), "short");

  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  int reader = open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_TRUE(writeFile(path("pipe"), "through").ok());
  char text[16] = {};
  EXPECT_EQ(::read(reader, text, sizeof(text)), 7);
  EXPECT_STREQ(text, "through");
  close(reader);
  struct stat what;
  ASSERT_EQ(stat(path("pipe").c_str(), &what), 0);
  EXPECT_TRUE(S_ISFIFO(what.st_mode));
}

TEST_F(Files, NpyRefusals) {
  EXPECT_EQ(readNpy(path("none.npy")).status().message(),
            "cannot open '" + path("none.npy") + "': No such file or directory");
  EXPECT_EQ(readNpy(path("none.npy")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(refusal("hello"), "not a .npy file: it does not begin with \\x93NUMPY; numpy.save writes one");
  EXPECT_EQ(refusal("\x93NUMPY\x01"), "corrupt .npy header: the file has 7 bytes; save it again");
  EXPECT_EQ(refusal(std::string("\x93NUMPY\x07\0\0\0", 10)), ".npy format version 7 is not supported, 1 to 3 are");
  EXPECT_EQ(refusal(std::string("\x93NUMPY\x01\0\x40\0{", 11)),
            "corrupt .npy header: it should have 64 bytes, the file ends before; save it again");
  EXPECT_EQ(refusal(npy("{'fortran_order': False, 'shape': (1,), }", "")),
            "corrupt .npy header: no 'descr'; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'shape': (1,), }", "")),
            "corrupt .npy header: no 'fortran_order'; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, }", "")),
            "corrupt .npy header: no 'shape'; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1", "")),
            "corrupt .npy header: no 'shape'; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (two,)}", "")),
            "corrupt .npy header: dimension 'two'; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999)}", "")),
            "corrupt .npy header: impossible shape 99999999999x99999999999xf32; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "1234")),
            "element type '>f4' is big endian: save it as little endian");
  EXPECT_EQ(refusal(npy("{'descr': '<U3', 'fortran_order': False, 'shape': (1,)}", "1234")),
            "element type '<U3' is not supported: use b1, i1 to i8, u1 to u8, f2, f4, f8, c8, c16, V1 (floats of at "
            "most 8 bits, i2, i4) or V2 (bf16)");
  EXPECT_EQ(refusal(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "1234")),
            "record arrays are not supported: save each field as an array of its own");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", "1234")),
            "truncated: 2x3xf32 needs 24 bytes of data, the file has 4; save it again");
  EXPECT_EQ(refusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': ()}", "12345")),
            "too long: f32 needs 4 bytes of data, the file has 5; save it again");
  Interface want{"arg0", ElementType::F32, {4, 2}, {{}, {}}};
  EXPECT_EQ(matchInterface(Array::zeros(ElementType::F32, {2, 4}), want, "in/0.npy").status().message(),
            "in/0.npy: 'arg0' is 4x2xf32, the file holds 2x4xf32");
  EXPECT_EQ(matchInterface(Array::zeros(ElementType::F64, {4, 2}), want, "in/0.npy").status().message(),
            "in/0.npy: 'arg0' is 4x2xf32, the file holds 4x2xf64");
}

TEST(Compare, ToleranceInfinitiesAndNaN) {
  float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  auto compare = [](std::vector<float> got, std::vector<float> want, double rtol, double atol) {
    return compareElements(ElementType::F32, static_cast<int64_t>(got.size()), got.data(), want.data(), rtol, atol);
  };
  EXPECT_TRUE(compare({inf, -inf, nan, 1}, {inf, -inf, nan, 1}, 0, 0).ok());
  EXPECT_FALSE(compare({inf}, {-inf}, 1, 1).ok());
  EXPECT_FALSE(compare({1}, {nan}, 1, 1).ok());
  EXPECT_FALSE(compare({nan}, {1}, 1, 1).ok());
  EXPECT_FALSE(compare({1}, {inf}, 1, 1).ok());
  EXPECT_TRUE(compare({1.5}, {1}, 0, 0.5).ok());
  EXPECT_TRUE(compare({1.5}, {1}, 0.5, 0).ok());
  EXPECT_FALSE(compare({1.5}, {1}, 0.25, 0.125).ok());
  // The largest error is that of all elements; the element named is one that differs.
  Comparison mixed = compare({100, 2}, {101, 1.5}, 0.1, 0);
  EXPECT_EQ(mixed.differing, 1);
  EXPECT_EQ(mixed.maxError, 1);
  EXPECT_EQ(mixed.maxErrorAt, 1);
}

TEST(Compare, IntegersAreExact) {
  int64_t got = (int64_t{1} << 60) + 1, want = int64_t{1} << 60;
  EXPECT_FALSE(compareElements(ElementType::I64, 1, &got, &want, 1, 1).ok());
  Comparison one = compareElements(ElementType::I64, 1, &got, &want, 1, 1);
  EXPECT_EQ(
      describeComparison(one, ElementType::I64, {1}, &got, &want),
      "element [0] is 1152921504606846977, expected 1152921504606846976; 1 of 1 elements differ, largest error 1");
}

// --- The whole of `run`.

class Run : public Files {
protected:
  void SetUp() override {
    Files::SetUp();
    builder.useTestKernels();
    builder.exe.arguments.push_back({"x", ElementType::F32, {2, 2}, {{{0, 1, 2}}, {}}});
    builder.exe.results.push_back({"y", ElementType::F32, {2, 2}, {{{0, 1, 2}}, {}}});
    builder.exe.slots = {{SlotSpace::Argument, 0, 0, 8}, {SlotSpace::Result, 0, 0, 8}};
    builder.kernel("add_one_f32", {0, 1}, 2);
    builder.end();
    program = *Program::load(builder.exe);
    mkdir(path("in").c_str(), 0755);
    mkdir(path("want").c_str(), 0755);
    EXPECT_TRUE(writeNpy(path("in/0.npy"), arrayOf<float>(ElementType::F32, {2, 2}, {1, 2, 3, 4})).ok());
    EXPECT_TRUE(writeNpy(path("want/0.npy"), arrayOf<float>(ElementType::F32, {2, 2}, {2, 3, 4, 5})).ok());
    command.inputs = path("in");
    command.expect = path("want");
  }
  absl::Status run() {
    text.clear();
    return runProgram(*program, command, {{"import", 0.25}, {"lower", 1}}, text);
  }

  ProgramBuilder builder{{{"d", 2}}};
  std::unique_ptr<Program> program;
  RunCommand command;
  std::string text;
};

TEST_F(Run, ComparesSavesAndReports) {
  command.saveOutputs = path("out/deep");
  command.report = path("report.json");
  command.trace = path("trace.json");
  command.repeat = 3;
  absl::Status status = run();
  EXPECT_EQ(exitCode(status), 0) << status;
  EXPECT_EQ(text.substr(0, text.find('\n')), "all 1 results match (largest error 0, rtol 0, atol 0)");
  EXPECT_NE(text.find("ran on 2 devices in "), std::string::npos);
  EXPECT_EQ(valuesOf<float>(*readNpy(path("out/deep/0.npy"))), (std::vector<float>{2, 3, 4, 5}));
  std::string report = read("report.json");
  EXPECT_EQ(
      report.substr(0, 92),
      "{\"devices\":2,\"mesh\":[{\"axis\":\"d\",\"size\":2}],\"compile_seconds\":{\"import\":0.25,\"lower\":1},\"ste");
  EXPECT_NE(report.find("\"runs\":3},\"bytes_per_device\":0,\"peak_bytes_per_device\":16,\"live_bytes_per_device\":0,"
                        "\"max_error\":0}"),
            std::string::npos)
      << report;
  EXPECT_NE(read("trace.json").find("\"traceEvents\""), std::string::npos);
}

TEST_F(Run, DifferencesAreExitStatusOne) {
  EXPECT_TRUE(writeNpy(path("want/0.npy"), arrayOf<float>(ElementType::F32, {2, 2}, {2, 3, 4.5, 5})).ok());
  absl::Status status = run();
  EXPECT_EQ(exitCode(status), 1);
  EXPECT_EQ(text.substr(0, text.find("ran on")),
            "result 0 ('y', 2x2xf32): element [1, 0] is 4, expected 4.5; 1 of 4 elements differ, largest error 0.5\n"
            "1 of 1 results differ (largest error 0.5 in result 0, rtol 0, atol 0)\n");
  command.atol = 0.5;
  EXPECT_EQ(exitCode(run()), 0);
}

TEST_F(Run, ToleranceIsWhatIsGivenElseWhatIsKnownOfTheProgram) {
  Interface exact = builder.exe.results[0], rounded = exact;
  rounded.accuracy = {0x1p-23, 16};
  const SumOfSquares want = sumOfSquares(arrayOf<float>(ElementType::F32, {2}, {3, 4}));
  EXPECT_EQ(command.toleranceOf(0, exact, want).rtol, 0);
  EXPECT_EQ(command.toleranceOf(0, exact, want).atol, 0);
  // (4 + 16 (4 + sqrt(16))) / 2^23, and 8 / 2^23 besides that times sqrt((9 + 16) / 2).
  EXPECT_DOUBLE_EQ(command.toleranceOf(0, rounded, want).rtol, 132 * 0x1p-23);
  EXPECT_DOUBLE_EQ(command.toleranceOf(0, rounded, want).atol, (132 * std::sqrt(12.5) + 8) * 0x1p-23);
  rounded.accuracy = {0x1p-7, 16}; // bf16: four roundings to it, sums in f32
  EXPECT_DOUBLE_EQ(command.toleranceOf(0, rounded, want).rtol, 0x1p-5 + 128 * 0x1p-23);
  command.tolerances = {{}, {0.25, 0.5}, {0.25, std::nullopt}};
  EXPECT_DOUBLE_EQ(command.toleranceOf(0, rounded, want).rtol, 0x1p-5 + 128 * 0x1p-23);
  EXPECT_EQ(command.toleranceOf(1, rounded, want).rtol, 0.25);
  EXPECT_EQ(command.toleranceOf(1, rounded, want).atol, 0.5);
  EXPECT_DOUBLE_EQ(command.toleranceOf(2, rounded, want).atol, 0.25 * std::sqrt(12.5) + 8 * 0x1p-23);
  command.atol = 0.125;
  EXPECT_EQ(command.toleranceOf(1, rounded, want).rtol, 0.25);
  EXPECT_EQ(command.toleranceOf(1, rounded, want).atol, 0.125);
}

TEST_F(Run, BadFilesAreExitStatusTwo) {
  std::remove(path("want/0.npy").c_str());
  absl::Status status = run();
  EXPECT_EQ(exitCode(status), 2);
  EXPECT_EQ(status.message(), "cannot open '" + path("want/0.npy") +
                                  "': No such file or directory; the program has 1 results, files 0.npy to 0.npy");
  command.expect.clear();
  EXPECT_TRUE(writeNpy(path("in/1.npy"), arrayOf<float>(ElementType::F32, {}, {1})).ok());
  EXPECT_EQ(run().message(), path("in/1.npy") + " is one too many: the program has 1 arguments");
}

TEST_F(Run, RandomInputsDependOnTheSeedAlone) {
  command.inputs.clear();
  auto inputs = [&] { return *programInputs(builder.exe, command)->whole(); };
  std::vector<Array> first = inputs(), again = inputs();
  EXPECT_EQ(first[0].bytes, again[0].bytes);
  command.seed = 1;
  EXPECT_NE(inputs()[0].bytes, first[0].bytes);
  for (float value : valuesOf<float>(first[0]))
    EXPECT_TRUE(value >= -1 && value < 1);
}

TEST(RunCommand, Options) {
  RunCommand command;
  EXPECT_TRUE(command.set("rtol", "1e-3").ok());
  EXPECT_TRUE(command.set("repeat", "5").ok());
  EXPECT_EQ(*command.rtol, 1e-3);
  EXPECT_EQ(command.repeat, 5);
  EXPECT_EQ(command.set("rtol", "x").message(), "option '--rtol' needs a number of at least 0, got 'x'");
  EXPECT_EQ(command.set("atol", "-1").message(), "option '--atol' needs a number of at least 0, got '-1'");
  EXPECT_EQ(command.set("repeat", "0").message(), "option '--repeat' needs a whole number of at least 1, got '0'");
  EXPECT_EQ(command.set("seed", "-1").message(), "option '--seed' needs a whole number of at least 0, got '-1'");
  EXPECT_EQ(command.set("inputs", "").message(), "option '--inputs' needs a name, got ''");
  EXPECT_EQ(command.set("speed", "1").message(), "unknown option '--speed'");
}

TEST(HalfPrecision, ConversionsRoundToNearestEven) {
  // All 16-bit patterns survive the way through f32.
  for (uint32_t bits = 0; bits != 1 << 16; ++bits) {
    uint16_t half = static_cast<uint16_t>(bits);
    if ((half & 0x7fff) <= 0x7c00) {
      EXPECT_EQ(floatToF16(f16ToFloat(half)), half);
    }
    if ((half & 0x7fff) <= 0x7f80) {
      EXPECT_EQ(floatToBf16(bf16ToFloat(half)), half);
    }
  }
  EXPECT_EQ(floatToF16(65504.f), 0x7bff);
  EXPECT_EQ(floatToF16(65519.996f), 0x7bff);
  EXPECT_EQ(floatToF16(65520.f), 0x7c00);
  EXPECT_EQ(floatToF16(1 + 0x1p-11f), 0x3c00);
  EXPECT_EQ(floatToF16(1 + 3 * 0x1p-11f), 0x3c02);
  EXPECT_EQ(floatToF16(0x1p-25f), 0);
  EXPECT_EQ(floatToF16(0x1.8p-25f), 1);
  EXPECT_EQ(floatToBf16(1 + 0x1p-8f), 0x3f80);
  EXPECT_EQ(floatToBf16(1 + 3 * 0x1p-8f), 0x3f82);
  EXPECT_TRUE(std::isnan(f16ToFloat(floatToF16(std::nanf("")))));
  EXPECT_TRUE(std::isnan(bf16ToFloat(floatToBf16(std::nanf("")))));
}

} // namespace
} // namespace shardwright::runtime
