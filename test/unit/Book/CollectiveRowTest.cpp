#include "tools/book/CollectiveRow.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <map>

using namespace shardwright;
using namespace shardwright::book;

namespace {

std::string problem(const char *inputs, const char *quantity = "time") {
  CollectiveRows rows(TOPOLOGIES);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(inputs);
  EXPECT_TRUE(bool(parsed));
  absl::StatusOr<double> answer = rows.predict(quantity, *parsed->getAsObject());
  return answer.ok() ? "none" : std::string(answer.status().message());
}

TEST(CollectiveRow, WhatIsMissing) {
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "h100", "bytes": 1024})"), "none");
  EXPECT_EQ(problem(R"({"n": 8, "device": "h100", "bytes": 1024})"), "the inputs have no text 'op'");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "device": "h100", "bytes": 1024})"),
            "the inputs have no whole number 'n' of at least 1");
  EXPECT_EQ(problem(R"({"op": "dance", "n": 8, "device": "h100", "bytes": 1024})"), "'dance' is no collective");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "bytes": 1024})"), "the inputs have no text 'device'");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "abacus", "bytes": 1024})"),
            "no topology has 8 devices 'abacus'");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "h100"})"), "the inputs have no number 'bytes'");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "h100", "bytes": 0})"),
            "a collective of no bytes has no price");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "h100"})", "bus_bandwidth"), "none");
  EXPECT_EQ(problem(R"({"op": "all_reduce", "n": 8, "device": "h100"})", "colour"),
            "a collective has a time and a bus_bandwidth, no colour");
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The bars of shared/data/README.md, counted as shared/tools/cost_eval.py does.
TEST(CollectiveRow, SharedData) {
  auto buffer = llvm::MemoryBuffer::getFile(SHARED_DATA "/collectives.jsonl");
  if (!buffer)
    GTEST_SKIP() << "no " SHARED_DATA "/collectives.jsonl";
  constexpr double kMiB = 1 << 20;
  CollectiveRows model(TOPOLOGIES);
  std::map<std::string, std::vector<double>> errors;
  for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    if (line.trim().empty())
      continue;
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(line);
    ASSERT_TRUE(bool(parsed));
    const llvm::json::Object &row = *parsed->getAsObject(), &inputs = *row.getObject("inputs");
    std::string group = row.getString("group")->str();
    if (group != "nccl" && group != "xla" && group != "network")
      continue;
    absl::StatusOr<double> answer = model.predict(*row.getString("quantity"), inputs);
    ASSERT_TRUE(answer.ok()) << line.str() << ": " << answer.status().message();
    bool noisy = false;
    if (const llvm::json::Array *flags = row.getArray("flags"))
      for (const llvm::json::Value &flag : *flags)
        noisy |= flag == llvm::json::Value("cold_start") || flag == llvm::json::Value("quantised");
    if (noisy)
      continue;
    double bytes = *inputs.getNumber("bytes");
    if (group != "network")
      group += bytes >= 256 * kMiB ? " large" : bytes >= kMiB ? " middle" : " small";
    errors[group].push_back(std::abs(*answer / *row.getNumber("value") - 1));
  }
  for (const char *group : {"nccl", "xla"}) {
    EXPECT_LE(median(errors[group + std::string(" large")]), 0.03);
    EXPECT_LE(median(errors[group + std::string(" middle")]), 0.10);
    EXPECT_LE(median(errors[group + std::string(" small")]), 0.25);
  }
  EXPECT_LE(median(errors["network"]), 0.20);
}

} // namespace
