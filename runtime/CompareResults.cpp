#include "runtime/Layout.h"
#include "shardwright/Runtime/RunCommand.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

#include <cstring>
#include <map>
#include <utility>

namespace shardwright::runtime {
namespace {

// What processes tell each other is text: numbers are decimal, floating-point ones are told by their bits.
std::string bitsText(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return absl::StrCat(bits);
}
bool fromBits(absl::string_view text, double &value) {
  uint64_t bits;
  if (!absl::SimpleAtoi(text, &bits))
    return false;
  std::memcpy(&value, &bits, sizeof(value));
  return true;
}

/// What all of several processes say, in lines of fields; this one's own where it is alone. An error where one of them
/// has failed.
absl::StatusOr<std::vector<std::vector<std::string>>> gatherLines(Processes *processes, absl::Status status,
                                                                  const std::string &mine, bool all) {
  if (processes)
    status = processes->agree(status);
  if (!status.ok())
    return status;
  std::vector<std::string> said{mine};
  if (processes) {
    absl::StatusOr<std::vector<std::string>> gathered = processes->gather(mine, all);
    if (!gathered.ok())
      return gathered.status();
    said = *std::move(gathered);
  }
  std::vector<std::vector<std::string>> lines;
  for (const std::string &one : said)
    for (absl::string_view line : absl::StrSplit(one, '\n', absl::SkipEmpty()))
      lines.push_back(absl::StrSplit(line, '\t'));
  return lines;
}

/// Calls `use(block, elements)` for the blocks of `got` here, with what is wanted as that result. Where no block is
/// here, there need not be any of it either.
template <typename Use>
absl::Status eachPair(const ShardedArray &got, const ProgramInputs &want, size_t result, const Use &use) {
  std::vector<uint8_t> buffer;
  return got.eachBlock([&](const ArrayBlock &block) -> absl::Status {
    buffer.resize(static_cast<size_t>(numElements(block.shape)) * elementBytes(got.type()));
    if (absl::Status status = want[result].read(block.start, block.shape, buffer.data()); !status.ok())
      return status;
    use(block, buffer.data());
    return absl::OkStatus();
  });
}

/// Of what is wanted, by result; added up in the order of blocks, so that all processes come to the same.
absl::StatusOr<std::vector<SumOfSquares>> sumsOfSquares(const ShardedArrays &got, const ProgramInputs &want,
                                                        Processes *processes) {
  std::string mine;
  absl::Status status;
  for (size_t i = 0; i != got.size(); ++i)
    status.Update(eachPair(*got[i], want, i, [&](const ArrayBlock &block, const void *data) {
      SumOfSquares sum;
      sum.add(got[i]->type(), numElements(block.shape), data);
      absl::StrAppend(&mine, i, "\t", block.number, "\t", sum.elements, "\t", bitsText(sum.sum), "\n");
    }));
  absl::StatusOr<std::vector<std::vector<std::string>>> lines = gatherLines(processes, status, mine, /*all=*/true);
  if (!lines.ok())
    return lines.status();
  std::map<std::pair<size_t, size_t>, SumOfSquares> blocks;
  for (const std::vector<std::string> &line : *lines) {
    std::pair<size_t, size_t> key;
    SumOfSquares sum;
    if (line.size() == 4 && absl::SimpleAtoi(line[0], &key.first) && absl::SimpleAtoi(line[1], &key.second) &&
        absl::SimpleAtoi(line[2], &sum.elements) && fromBits(line[3], sum.sum))
      blocks[key] = sum;
  }
  std::vector<SumOfSquares> sums(got.size());
  for (const auto &[key, sum] : blocks)
    sums[key.first].add(sum);
  return sums;
}

/// A comparison, and what the worst element is.
struct Difference {
  Comparison comparison;
  std::string got, want;

  void add(const Difference &other) {
    if (comparison.add(other.comparison)) {
      got = other.got;
      want = other.want;
    }
  }
};

/// The index in the whole array of an element of a block.
int64_t wholeIndex(const std::vector<int64_t> &whole, const ArrayBlock &block, int64_t at) {
  int64_t index = 0, stride = 1;
  for (size_t d = whole.size(); d-- > 0;) {
    index += (block.start[d] + at % block.shape[d]) * stride;
    at /= block.shape[d];
    stride *= whole[d];
  }
  return index;
}

/// Of the blocks here.
absl::StatusOr<Difference> compareBlocks(const ShardedArray &got, const ProgramInputs &want, size_t result,
                                         Tolerance tolerance) {
  Difference all;
  absl::Status status = eachPair(got, want, result, [&](const ArrayBlock &block, const void *should) {
    Difference one;
    one.comparison =
        compareElements(got.type(), numElements(block.shape), block.data, should, tolerance.rtol, tolerance.atol);
    if (int64_t &at = one.comparison.maxErrorAt; at >= 0) {
      one.got = elementText(got.type(), block.data, at);
      one.want = elementText(got.type(), should, at);
      at = wholeIndex(got.shape(), block, at);
    }
    all.add(one);
  });
  if (!status.ok())
    return status;
  return all;
}

std::string toText(size_t result, const Difference &difference) {
  const Comparison &one = difference.comparison;
  return absl::StrCat(result, "\t", one.elements, "\t", one.differing, "\t", bitsText(one.maxError), "\t",
                      one.maxErrorAt, "\t", bitsText(one.errorThere), "\t", difference.got, "\t", difference.want,
                      "\n");
}

/// Adds what a line says of its result.
void addLine(const std::vector<std::string> &line, std::vector<Difference> &differences) {
  size_t result = 0;
  Difference one;
  Comparison &found = one.comparison;
  if (line.size() != 8 || !absl::SimpleAtoi(line[0], &result) || result >= differences.size() ||
      !absl::SimpleAtoi(line[1], &found.elements) || !absl::SimpleAtoi(line[2], &found.differing) ||
      !fromBits(line[3], found.maxError) || !absl::SimpleAtoi(line[4], &found.maxErrorAt) ||
      !fromBits(line[5], found.errorThere))
    return;
  one.got = line[6];
  one.want = line[7];
  differences[result].add(one);
}

ResultsComparison describe(const std::vector<Interface> &interfaces, const std::vector<Difference> &differences,
                           const std::vector<Tolerance> &tolerances, std::string &text) {
  ResultsComparison all;
  size_t differing = 0, worst = 0;
  for (size_t i = 0; i != differences.size(); ++i) {
    const Comparison &one = differences[i].comparison;
    if (one.maxError > all.maxError) {
      all.maxError = one.maxError;
      worst = i;
    }
    if (one.ok())
      continue;
    all.ok = false;
    ++differing;
    const Interface &result = interfaces[i];
    absl::StrAppend(&text, "result ", i, " ('", result.name, "', ", describeType(result.type, result.globalShape),
                    "): ", describeComparison(one, result.globalShape, differences[i].got, differences[i].want), "\n");
  }
  const Tolerance allowed = tolerances.empty() ? Tolerance() : tolerances[worst];
  std::string where = all.maxError > 0 ? absl::StrCat(" in result ", worst) : "";
  absl::StrAppend(&text,
                  all.ok ? absl::StrCat("all ", differences.size(), " results match")
                         : absl::StrCat(differing, " of ", differences.size(), " results differ"),
                  absl::StrFormat(" (largest error %.3g%s, rtol %.3g, atol %.3g)\n", all.maxError, where, allowed.rtol,
                                  allowed.atol));
  return all;
}

} // namespace

Tolerance RunCommand::toleranceOf(size_t number, const Interface &result, const SumOfSquares &want) const {
  KnownTolerance known = number < tolerances.size() ? tolerances[number] : KnownTolerance();
  Tolerance tolerance = defaultTolerance(result.accuracy, want, rtol ? rtol : known.rtol);
  return {tolerance.rtol, atol ? *atol : known.atol.value_or(tolerance.atol)};
}

absl::StatusOr<ResultsComparison> compareResults(const std::vector<Interface> &interfaces, const ShardedArrays &got,
                                                 const ProgramInputs &want, const RunCommand &command,
                                                 std::string &text) {
  Processes *processes = command.processes.get();
  absl::StatusOr<std::vector<SumOfSquares>> sums = sumsOfSquares(got, want, processes);
  if (!sums.ok())
    return sums.status();
  std::vector<Tolerance> tolerances;
  std::string mine;
  absl::Status status;
  for (size_t i = 0; i != got.size(); ++i) {
    tolerances.push_back(command.toleranceOf(i, interfaces[i], (*sums)[i]));
    absl::StatusOr<Difference> difference = compareBlocks(*got[i], want, i, tolerances[i]);
    status.Update(difference.status());
    if (difference.ok())
      absl::StrAppend(&mine, toText(i, *difference));
  }
  absl::StatusOr<std::vector<std::vector<std::string>>> lines = gatherLines(processes, status, mine, /*all=*/false);
  if (!lines.ok())
    return lines.status();
  if (!command.isFirstRank())
    return ResultsComparison();
  std::vector<Difference> differences(got.size());
  for (const std::vector<std::string> &line : *lines)
    addLine(line, differences);
  return describe(interfaces, differences, tolerances, text);
}

} // namespace shardwright::runtime
