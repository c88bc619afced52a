#ifndef LIB_EXPLAIN_COMPARE_H
#define LIB_EXPLAIN_COMPARE_H

#include "lib/Explain/Facts.h"
#include "lib/Explain/JsonParts.h"

#include "llvm/Support/raw_ostream.h"

#include <array>

namespace shardwright::explanation {

/// How two runs differ: two programs, or one on two machines. Index 0 is what is explained, 1 what it is held against.
struct Comparison {
  /// An amount of a run; none where it has no machine.
  struct Figure {
    const char *key;  ///< as JSON names it: `step_seconds`
    const char *name; ///< for people: `step`
    const char *kind; ///< `seconds`, `bytes`, `flops`, `part` (of 1) or `count`
    std::array<std::optional<double>, 2> values;
  };
  /// Collectives of one kind over the same axes for the same use, wherever they stand: lines differ between programs.
  struct Row {
    std::string op; ///< with its kind: `all_reduce sum`
    std::vector<std::string> axes;
    std::string use; ///< `operand 1 of stablehlo.dot_general`
    // Per step: how often, bytes sent by a device, seconds.
    std::array<int64_t, 2> executed{}, bytes{};
    std::array<double, 2> seconds{};

    bool differs() const { return executed[0] != executed[1] || bytes[0] != bytes[1] || seconds[0] != seconds[1]; }
  };

  std::array<const Facts *, 2> runs;
  std::vector<Figure> figures;
  std::vector<Row> collectives; ///< those that differ most first: by seconds where both are timed, else by bytes
};

/// Linear in the collectives of both. The facts must outlive what it returns.
Comparison compare(const Facts &one, const Facts &other);

/// For people: both figures and their difference, then the collectives that differ.
std::string comparisonText(const Comparison &comparison);

/// The attribute `comparison` of the object that is open.
void writeComparison(JsonOut &out, const Comparison &comparison);

/// Both runs and how they differ, as one object.
void writeComparisonJson(llvm::raw_ostream &stream, const Comparison &comparison, unsigned indent);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_COMPARE_H
