#include "lib/Driver/CommandLine.h"
#include "lib/Driver/Command.h"

#include "gtest/gtest.h"

namespace shardwright::driver {
namespace {

const OptionSpec kOptions[] = {
    {"inputs", "DIR", "arrays"}, {"repeat", "K", "times"}, {"json", nullptr, "as JSON"}, {"o", "FILE", "output"}};

std::string errorOf(std::vector<std::string> arguments, size_t files = 1) {
  auto line = CommandLine::parse(arguments, kOptions, files);
  return line.ok() ? "" : std::string(line.status().message());
}

TEST(CommandLineTest, ValuesComeBehindAnEqualsSignOrASpace) {
  auto line = CommandLine::parse({"a.mlir", "--inputs=in", "-o", "out", "--json"}, kOptions, 1);
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->file(), "a.mlir");
  EXPECT_EQ(line->text("inputs"), "in");
  EXPECT_EQ(line->text("o"), "out");
  EXPECT_TRUE(line->has("json"));
  EXPECT_FALSE(line->has("repeat"));
}

TEST(CommandLineTest, NothingUnknownGetsThrough) {
  EXPECT_EQ(errorOf({"a", "--input=in"}), "unknown option '--input'; did you mean --inputs?");
  EXPECT_EQ(errorOf({"a", "--frobnicate"}), "unknown option '--frobnicate'; --help lists the options");
  EXPECT_EQ(errorOf({"a", "--inputs"}), "option '--inputs' needs a value: DIR");
  EXPECT_EQ(errorOf({"a", "--json=1"}), "option '--json' takes no value");
  EXPECT_EQ(errorOf({"a", "--json", "--json"}), "option '--json' is given twice");
  EXPECT_EQ(errorOf({}), "expected 1 file, got 0");
  EXPECT_EQ(errorOf({"a", "b"}), "expected 1 file, got 2");
}

TEST(CommandLineTest, NumbersAreChecked) {
  auto line = *CommandLine::parse({"--repeat=0", "--inputs=x"}, kOptions, 0);
  EXPECT_EQ(line.integer("repeat", 1).status().message(), "option '--repeat' needs at least 1, got 0");
  EXPECT_EQ(line.integer("inputs", 1).status().message(), "option '--inputs' needs a whole number, got 'x'");
  EXPECT_EQ(line.number("inputs").status().message(), "option '--inputs' needs a number, got 'x'");
  EXPECT_EQ(*line.integer("repeat", 0), 0);
  EXPECT_EQ(*line.number("absent"), std::nullopt);
}

TEST(CommandTest, StatusesBecomeExitStatuses) {
  EXPECT_EQ(exitCode(absl::OkStatus()), 0);
  EXPECT_EQ(exitCode(absl::FailedPreconditionError("differs")), 1);
  EXPECT_EQ(exitCode(absl::InvalidArgumentError("bad")), 2);
  EXPECT_EQ(exitCode(absl::NotFoundError("no file")), 2);
  EXPECT_EQ(exitCode(absl::UnimplementedError("unsupported op")), 2);
  EXPECT_EQ(exitCode(absl::ResourceExhaustedError("memory")), 3);
}

} // namespace
} // namespace shardwright::driver
