#include "lib/Placement/CandidateClasses.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

/// Writes the key of a candidate class: all that the candidates of an op class follow from.
class Writer {
public:
  Writer(const ShardingProblem::OpClass &opClass, int64_t numDevices, uint32_t manual)
      : rule(opClass.rule), shapes(opClass.shapes), even(opClass.rule.factors.size()), key{manual} {
    for (auto [factor, isEven] : llvm::zip_equal(rule.factors, even))
      isEven = factor.size > 0 && factor.size % numDevices == 0;
    for (const FactorWindow &window : rule.windows)
      even[window.factor] = false;
    leaveAlone(rule.operands, shapes.operands);
    leaveAlone(rule.results, shapes.results);
  }

  Interner::Key write() && {
    key.reserve(128);
    for (auto [factor, isEven] : llvm::zip_equal(rule.factors, even)) {
      length(factor.size, isEven);
      for (int field : {static_cast<int>(factor.kind), static_cast<int>(factor.reduction), int(factor.blocked),
                        int(factor.splittable), int(factor.combined)})
        key.push_back(field);
    }
    tensors(rule.operands, shapes.operands);
    tensors(rule.results, shapes.results);
    key.push_back(static_cast<uint32_t>(rule.partial));
    list(rule.partialOperands);
    list(rule.partialKinds);
    list(rule.accumulators);
    for (const FactorWindow &w : rule.windows)
      for (int64_t field : {w.operand, w.dim, w.factor, w.low, w.stride, w.size, w.dilation})
        length(field, false);
    return std::move(key);
  }

private:
  /// The length of a factor makes a difference where it shares a dimension or is not the whole of it.
  void leaveAlone(llvm::ArrayRef<TensorFactors> tensors, llvm::ArrayRef<Shape> tensorShapes) {
    for (auto [dims, shape] : llvm::zip_equal(tensors, tensorShapes))
      for (auto [factors, size] : llvm::zip_equal(dims, shape))
        for (int64_t factor : factors)
          if (factors.size() > 1 || rule.factors[factor].size != size)
            even[factor] = false;
  }

  void tensors(llvm::ArrayRef<TensorFactors> tensors, llvm::ArrayRef<Shape> tensorShapes) {
    key.push_back(tensors.size());
    for (auto [dims, shape] : llvm::zip_equal(tensors, tensorShapes)) {
      key.push_back(dims.size());
      for (auto [factors, size] : llvm::zip_equal(dims, shape)) {
        list(factors);
        length(size, llvm::all_of(factors, [&](int64_t factor) { return even[factor]; }));
      }
    }
  }

  template <typename List> void list(const List &list) {
    key.push_back(list.size());
    for (auto each : list)
      key.push_back(static_cast<uint32_t>(each));
  }
  void length(int64_t length, bool isEven) { Interner::appendWide(key, isEven ? -1 : length); }

  const ShardingRule &rule;
  const OpShapes &shapes;
  llvm::SmallVector<bool, 8> even; ///< by factor: divided evenly whatever the splitting
  Interner::Key key;
};

} // namespace

std::vector<uint32_t> numberCandidateClasses(const Mesh &mesh, llvm::ArrayRef<ShardingProblem::OpClass> classes) {
  Interner::Memory<uint32_t> known;
  llvm::SmallVector<AxisList, 2> manual;
  std::vector<uint32_t> numbers;
  numbers.reserve(classes.size());
  for (const ShardingProblem::OpClass &opClass : classes) {
    const auto list = static_cast<uint32_t>(llvm::find(manual, opClass.manual) - manual.begin());
    if (list == manual.size())
      manual.push_back(opClass.manual);
    numbers.push_back(known.try_emplace(Writer(opClass, mesh.numDevices(), list).write(), known.size()).first->second);
  }
  return numbers;
}

} // namespace shardwright
