#include "lib/Evaluate/LocalForm.h"

#include "lib/Evaluate/BlockWindow.h"
#include "lib/Evaluate/IndexVector.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

using Kind = fusion::OpForm::Kind;

int64_t numberOfIdentity(ReductionKind kind) {
  constexpr int64_t kOthers = 1 << 20; // Elements that no count is.
  return kind == ReductionKind::Sum ? 0 : kind == ReductionKind::Product ? 1 : kOthers + static_cast<int64_t>(kind);
}

llvm::SmallVector<PartId, 1> LocalForm::append(llvm::SmallVector<PartId, 3> operands, Own own, IsZero isZero) {
  const Kind kind = opClass.local.form.kind;
  if (opClass.local.handsOn)
    return {operands.front()};
  findSplit();
  if (kind == Kind::Gather)
    return gathered(operands, own);
  if (kind == Kind::Scatter)
    return scattered(operands, own);
  if (kind == Kind::DynamicSlice || kind == Kind::Update) {
    BlockWindow::Array array{wholeOf(0), choice.needs[0], elementsOfOperand(0)};
    const Shape &window = kind == Kind::Update ? wholeOf(1) : opClass.shapes.results.front();
    if (!BlockWindow::isSplit(array, window))
      return own(operands, nullptr);
    size_t starts = kind == Kind::Update ? 2 : 1;
    Shape local = kind == Kind::Update ? emit.shapeOf(operands[1]) : localResult();
    BlockWindow onBlock(array, window, local, operands.front(), llvm::ArrayRef(operands).drop_front(starts),
                        elementsOfOperand(starts), emit);
    return {kind == Kind::Update ? onBlock.written(operands[1]) : onBlock.read()};
  }
  const bool isEmpty = kind == Kind::Concatenate && llvm::is_contained(localResult(), 0);
  if ((!split.empty() && !isEmpty) || kind == Kind::Slice)
    return withHalos(operands, own, isZero);
  if (AxisList axes = combinedAxes(); !axes.empty())
    return reduced(operands, axes, own);
  maskReduced(operands);
  return own(operands, nullptr);
}

void LocalForm::maskReduced(llvm::MutableArrayRef<PartId> operands) const {
  for (auto [index, dims] : llvm::enumerate(opClass.rule.operands))
    for (auto [dim, factors] : llvm::enumerate(dims)) {
      std::optional<int64_t> sole = opClass.rule.soleFactor(factors);
      if (!sole || opClass.rule.factors[*sole].kind != FactorKind::Reduction || axesOf(index, dim).empty())
        continue;
      operands[index] =
          emit.maskPadding(operands[index], dim, axesOf(index, dim), wholeOf(index)[dim], elementsOfOperand(index),
                           numberOfIdentity(opClass.rule.factors[*sole].reduction));
    }
}

AxisList LocalForm::combinedAxes() const {
  AxisList axes;
  if (opClass.local.form.kind != Kind::Reduction)
    return axes;
  for (auto [dim, factors] : llvm::enumerate(opClass.rule.operands.front()))
    if (llvm::any_of(factors, [&](int64_t factor) { return opClass.rule.factors[factor].combined; }))
      for (const AxisRef &axis : axesOf(0, dim))
        ::shardwright::append(mesh, axes, axis);
  return axes;
}

/// By a body of its own: what every device found is gathered and reduced once more.
LocalForm::Results LocalForm::reduced(llvm::SmallVectorImpl<PartId> &operands, llvm::ArrayRef<AxisRef> axes,
                                      Own own) const {
  const size_t inputs = opClass.local.form.leading;
  for (size_t input = 0; input < inputs; ++input)
    for (int64_t dim : opClass.local.form.dims)
      operands[input] = emit.maskPadding(operands[input], dim, axesOf(input, dim), wholeOf(input)[dim],
                                         elementsOfOperand(input), 0, operands[inputs + input]);
  Results found = own(operands, nullptr);
  llvm::SmallVector<PartId> all;
  for (auto [result, value] : llvm::zip_equal(op.results, found)) {
    const ShardingProblem::Value &whole = problem.values[result];
    Shape shape = emit.shapeOf(value);
    shape.insert(shape.begin(), 1);
    PartId one = emit.reshape(value, shape, elementsOf(whole));
    shape.front() = numParts(mesh, axes);
    double bytes = emit.array(value).bytes * static_cast<double>(shape.front());
    Communication sent{
        CollectiveKind::AllGather, AxisList(axes.begin(), axes.end()), {}, whole.element.name, whole.type, bytes};
    all.push_back(emit.send(one, std::move(sent), shape, elementsOf(whole)));
  }
  all.append(operands.begin() + static_cast<ptrdiff_t>(inputs), operands.end());
  return own(all, nullptr);
}

/// Each device looks up what lies in its block and leaves zeros elsewhere.
LocalForm::Results LocalForm::gathered(llvm::SmallVectorImpl<PartId> &operands, Own own) const {
  IndexVector vector(problem.values[op.operands[1]], operands[1], opClass.local.indexing, wholeOf(0), emit);
  std::optional<PartId> found;
  for (auto [component, dim] : llvm::enumerate(opClass.local.indexing.dims)) {
    if (dim < 0 || axesOf(0, dim).empty())
      continue;
    int64_t local = emit.shapeOf(operands[0])[dim];
    PartId index = emit.clamp(vector[component], wholeOf(0)[dim] - 1, vector.elements);
    index = vector.relative(index, axesOf(0, dim), local, emit);
    const Shape &shape = emit.shapeOf(index);
    PartId from = emit.compare('>', index, emit.splat(shape, vector.elements, 0));
    PartId to = emit.compare('<', index, emit.splat(shape, vector.elements, local));
    PartId inside = emit.binary('&', from, to, kBool);
    found = found ? emit.binary('&', *found, inside, kBool) : inside;
    vector[component] = index;
  }
  if (!found)
    return own(operands, nullptr);
  operands[1] = vector.join(emit);
  PartId result = own(operands, nullptr).front();
  PartId mask = emit.make(opClass.local.indexing.spread, {*found}, localResult(), kBool);
  PartId zeros = emit.splat(localResult(), elementsOfResult(), 0);
  return {emit.select(mask, result, zeros, elementsOfResult())};
}

/// Updates that land in other blocks, and those of padding, are moved outside, where they are dropped.
LocalForm::Results LocalForm::scattered(llvm::SmallVectorImpl<PartId> &operands, Own own) const {
  const size_t number = opClass.local.form.leading;
  const ShardingProblem::LocalOp::Indexing &indexing = opClass.local.indexing;
  IndexVector vector(problem.values[op.operands[number]], operands[number], indexing, wholeOf(0), emit);
  bool isChanged = false;
  for (size_t dim = 0; dim < wholeOf(number).size(); ++dim) {
    if (axesOf(number, dim).empty() || dim == indexing.vectorDim)
      continue;
    for (size_t component = 0; component < vector.size(); ++component) {
      PartId masked = emit.maskPadding(vector[component], dim > indexing.vectorDim ? dim - 1 : dim, axesOf(number, dim),
                                       wholeOf(number)[dim], vector.elements, -1);
      isChanged |= masked != vector[component];
      vector[component] = masked;
    }
  }
  for (auto [component, dim] : llvm::enumerate(indexing.dims)) {
    if (dim < 0 || axesOf(0, dim).empty())
      continue;
    vector[component] = vector.relative(vector[component], axesOf(0, dim), emit.shapeOf(operands[0])[dim], emit);
    isChanged = true;
  }
  if (isChanged)
    operands[number] = vector.join(emit);
  return own(operands, nullptr);
}

} // namespace shardwright::evaluation
