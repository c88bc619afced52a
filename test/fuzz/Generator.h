#ifndef TEST_FUZZ_GENERATOR_H
#define TEST_FUZZ_GENERATOR_H

#include "test/fuzz/Random.h"
#include "test/fuzz/Values.h"

#include <functional>
#include <optional>

namespace shardwright::fuzz {

struct GeneratorOptions {
  bool partialBorders = true; ///< arguments and results that are partial over an axis
  bool manualRegions = true;
};

/// A random program as text, StableHLO with sdy annotations. The same seed gives the same text.
///
/// An argument says which values it wants, `fuzz.values = "whole"` (small whole numbers) or `"fraction"` (multiples of
/// 1/8), and a result by how much two correct evaluations of it may differ, `fuzz.error = 1.0e-6`: the generator
/// follows bounds and errors through every operation, keeps magnitudes small, and lets only exact values decide
/// (comparisons, sorts, indices, roundings), so that a difference beyond the error is a mistake.
std::string generateProgram(uint64_t seed, const GeneratorOptions &options);

/// A program under construction: what the families of operations (OpFamilies.h) write into.
class Generator {
public:
  Generator(uint64_t seed, const GeneratorOptions &options);
  std::string program();

  Random random;

  /// Writes `name = right` and adds the value; large ones are brought back to small magnitudes first.
  Value define(const Shape &shape, const Element &element, const Range &range, const std::string &right);
  /// Writes an operation with several results: `names:n = right`.
  std::vector<Value> defineAll(const std::vector<Value> &results, const std::string &right);
  /// Takes up the results of an operation that has been written.
  void adopt(const std::vector<Value> &values);
  /// A name that nothing has yet.
  std::string fresh() { return "%v" + std::to_string(nextName_++); }
  void line(const std::string &text) { text_ += std::string(indent_, ' ') + text + "\n"; }
  /// As `line`, not a value that others may use.
  std::string scalarConstant(const Element &element, const std::string &value);

  /// A value to use as an operand: recent ones more often. Nothing where no value satisfies `wanted`.
  std::optional<Value> find(const std::function<bool(const Value &)> &wanted);
  /// A value of this type, made where there is none.
  Value matching(const Shape &shape, const Element &element, bool exact = false);
  /// A scalar integer of small magnitude that the compiler does not always know.
  Value index(const Element &element);

  /// The value with magnitudes of at most `bound`: clamped where exact, scaled otherwise.
  Value limited(const Value &value, double bound);
  /// |value| + 1
  Value positive(const Value &value);
  Value splat(const Shape &shape, const Element &element, const std::string &value, double bound);
  Value unary(const std::string &op, const Value &value, const Range &range);
  Value binary(const std::string &op, const Value &a, const Value &b, const Range &range);

  int64_t dimension() { return random.pick(dimensions_); }
  Shape shape(size_t maxRank = 3);
  const Element &arithmetic(); ///< one of the types of this program
  static bool small(const Shape &shape) { return shape.size() <= 4 && count(shape) <= 700; }

  /// Generates operations until about `operations` more are there.
  void body(int operations);
  /// Generates a region of that many operations. Values from outside may be used in it, what it defines is forgotten
  /// behind it. `results` gives the values that it ends with, of the terminator's types.
  void region(const std::vector<Value> &arguments, int operations, const char *terminator,
              const std::function<std::vector<Value>()> &results);
  /// A private function, generated apart; its name.
  std::string function(const std::vector<Value> &arguments, int operations, std::vector<Value> &results,
                       const std::string &prefix);
  /// What `write` says where only these values can be seen, as text: inside a manual region, which has no shardings.
  std::string apart(const std::vector<Value> &arguments, const std::function<void()> &write);
  void write(const std::string &text) { text_ += text; }
  int depth() const { return depth_; }

  /// A sharding of a value of that shape, `<@mesh, [{"x"}, {}]>`.
  std::string sharding(const Shape &shape, bool mayBePartial);
  const std::vector<std::pair<std::string, int64_t>> &axes() const { return axes_; }
  /// Devices stand in the mesh in the order of their numbers.
  bool hasPlainDeviceOrder() const { return deviceIds_.empty(); }
  const GeneratorOptions &options() const { return options_; }

private:
  void chooseMesh();
  std::string meshText();
  Value argument(std::string &text);
  std::vector<Value> unused();
  void constrain(Value &value);
  std::vector<std::string> axisPieces();

  GeneratorOptions options_;
  std::vector<std::pair<std::string, int64_t>> axes_;
  std::vector<int64_t> deviceIds_;
  std::vector<int64_t> dimensions_;
  std::vector<const Element *> elements_;
  std::vector<Value> values_;
  std::string text_, functions_;
  std::string lastFound_; ///< the operand chosen last: the next one is another where there is one
  bool isManual_ = false;
  int indent_ = 2, depth_ = 0, nextName_ = 0, nextFunction_ = 0;
};

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_GENERATOR_H
