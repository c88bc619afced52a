// Ops that read beside their own positions: as passes/partition/HaloExchangeBuilder.cpp and ops/Window.cpp make them.
#include "lib/Evaluate/LocalForm.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardwright::evaluation {

using Kind = fusion::OpForm::Kind;

void LocalForm::findSplit() {
  for (const FactorWindow &window : opClass.rule.windows) {
    llvm::ArrayRef<AxisRef> axes = axesOf(window.operand, window.dim);
    if (axes.empty())
      continue;
    if (std::optional<HaloExchange> exchange =
            planHaloExchange(wholeOf(window.operand)[window.dim], opClass.rule.factors[window.factor].size,
                             numParts(mesh, axes), window))
      split.push_back({&window, axes, std::move(*exchange)});
  }
}

const HaloExchange *LocalForm::along(size_t operand, size_t dim) const {
  for (const Split &own : split)
    if (own.window->operand == static_cast<int64_t>(operand) && own.window->dim == static_cast<int64_t>(dim))
      return &own.exchange;
  return nullptr;
}

/// `outside`: what is where the dimension has no element.
PartId LocalForm::fetch(PartId local, size_t operand, std::optional<PartId> outside, bool isZero) const {
  Elements elements = elementsOfOperand(operand);
  for (const Split &own : split) {
    if (own.window->operand != static_cast<int64_t>(operand))
      continue;
    if (!own.exchange.mirror.empty()) {
      local = send(local, own.exchange.mirror, own);
      local =
          emit.make(formOf(Kind::Made, elements), {local}, Shape(emit.shapeOf(local)), elements, llvm::hash_value('r'));
    }
    local = cut(join(local, own), own);
    if (outside && own.exchange.readsOutside && !(own.exchange.isEmptyOutside && isZero))
      local = fill(local, own, *outside);
  }
  return local;
}

PartId LocalForm::send(PartId piece, llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, const Split &own) const {
  const ShardingProblem::Value &whole = problem.values[op.operands[own.window->operand]];
  Communication sent{
      CollectiveKind::Permute, AxisList(own.axes.begin(), own.axes.end()), pairs.vec(), whole.element.name, whole.type,
      emit.array(piece).bytes};
  return emit.send(piece, std::move(sent), Shape(emit.shapeOf(piece)), elementsOf(whole));
}

PartId LocalForm::join(PartId local, const Split &own) const {
  const auto dim = static_cast<size_t>(own.window->dim);
  const HaloExchange &exchange = own.exchange;
  const Elements elements = elementsOfOperand(own.window->operand);
  llvm::SmallVector<PartId> pieces;
  auto zeros = [&](int64_t length) {
    Shape shape = emit.shapeOf(local);
    shape[dim] = length;
    return emit.splat(shape, elements, 0);
  };
  auto addZeros = [&](int64_t length) {
    if (length > 0)
      pieces.push_back(zeros(length));
  };
  auto part = [&](int64_t begin, int64_t end) {
    bool isAll = begin == 0 && end == emit.shapeOf(local)[dim];
    return isAll ? local : emit.slice(local, dim, begin, end, elements);
  };
  if (exchange.segments.empty())
    return zeros(exchange.length);
  addZeros(exchange.before);
  for (const HaloExchange::Segment &segment : exchange.segments) {
    if (segment.distance == 0) {
      if (segment.end > segment.begin)
        pieces.push_back(part(segment.begin, segment.end));
    } else if (segment.pairs.empty()) {
      addZeros(segment.end - segment.begin);
    } else {
      addZeros(segment.firstRead - segment.begin);
      pieces.push_back(send(part(segment.firstRead, segment.endRead), segment.pairs, own));
      addZeros(segment.end - segment.endRead);
    }
  }
  addZeros(exchange.behind);
  return emit.concatenate(pieces, dim, elements);
}

/// Of what is joined, the device's own elements.
PartId LocalForm::cut(PartId joined, const Split &own) const {
  const auto dim = static_cast<size_t>(own.window->dim);
  const HaloExchange &exchange = own.exchange;
  const Elements elements = elementsOfOperand(own.window->operand);
  Shape shape = emit.shapeOf(joined);
  if (shape[dim] == exchange.length)
    return joined;
  if (exchange.drift == 0)
    return emit.slice(joined, dim, exchange.offset, exchange.offset + exchange.length, elements);
  Elements positions = positionsUpTo(shape[dim]);
  PartId index = emit.convert(emit.axisIndex(own.axes), kInt32, positions);
  PartId offset = emit.binary('*', index, emit.splat({}, positions, exchange.drift), positions);
  offset = emit.binary('+', offset, emit.splat({}, positions, exchange.offset), positions);
  llvm::SmallVector<PartId> starts(shape.size(), emit.splat({}, positions, 0));
  starts[dim] = offset;
  shape[dim] = exchange.length;
  return emit.dynamicSlice(joined, starts, shape, elements);
}

PartId LocalForm::fill(PartId local, const Split &own, PartId outside) const {
  const HaloExchange &exchange = own.exchange;
  const auto dim = static_cast<size_t>(own.window->dim);
  const int64_t length = wholeOf(own.window->operand)[dim];
  const Elements elements = elementsOfOperand(own.window->operand);
  Shape shape = emit.shapeOf(local);
  Elements positions =
      positionsUpTo(length + std::abs(exchange.first) + shape[dim] + exchange.advance * numParts(mesh, own.axes));
  PartId start = emit.blockStart(own.axes, exchange.advance, positions);
  start = emit.binary('+', start, emit.splat({}, positions, exchange.first), positions);
  PartId slots = emit.iota(shape, dim, positions);
  PartId element = emit.binary('+', slots, emit.spread(start, shape, positions), positions);
  PartId from = emit.compare('>', element, emit.splat(shape, positions, 0));
  PartId to = emit.compare('<', element, emit.splat(shape, positions, length));
  PartId exists = emit.binary('&', from, to, kBool);
  return emit.select(exists, local, emit.spread(outside, shape, elements), elements);
}

/// Whether what is left of a padding, with what was exchanged, adds nothing.
bool LocalForm::isNoPadding() const {
  for (const FactorWindow &window : opClass.rule.windows) {
    int64_t low = -window.low, high = opClass.shapes.results.front()[window.dim] - low -
                                      ((wholeOf(0)[window.dim] - 1) * window.dilation + 1);
    if (const HaloExchange *exchange = along(0, window.dim)) {
      low = exchange->phase;
      high = exchange->slots - exchange->phase - ((exchange->length - 1) * window.dilation + 1);
    }
    if (low != 0 || high != 0 || window.dilation != 1)
      return false;
  }
  return true;
}

/// Each position from the piece that it lies in.
LocalForm::Results LocalForm::concatenated(llvm::ArrayRef<PartId> operands) const {
  const FactorWindow &first = opClass.rule.windows.front();
  const auto dim = static_cast<size_t>(first.dim);
  int64_t start = opClass.shapes.results.front()[dim];
  Shape shape = localResult();
  PartId position = emit.positions(shape, dim, choice.makes.front().dims[dim].axes);
  Elements positions = positionsUpTo(shape[dim] * numParts(mesh, choice.makes.front().dims[dim].axes));
  std::optional<PartId> joined;
  for (size_t index = operands.size(); index-- > 0;) {
    int64_t length = wholeOf(index)[dim];
    if (length == 0)
      continue;
    PartId piece = fetch(operands[index], index, std::nullopt, false);
    if (joined) {
      PartId isBefore = emit.compare('<', position, emit.splat(shape, positions, start));
      joined = emit.select(isBefore, piece, *joined, elementsOfResult());
    } else {
      joined = piece;
    }
    start -= length;
  }
  return {*joined};
}

LocalForm::Results LocalForm::withHalos(llvm::SmallVectorImpl<PartId> &operands, Own own, IsZero isZero) const {
  const Kind kind = opClass.local.form.kind;
  auto fetchAll = [&](size_t operand, std::optional<PartId> outside = std::nullopt) {
    operands[operand] = fetch(operands[operand], operand, outside, outside && isZero(*outside));
  };
  if (kind == Kind::Concatenate)
    return concatenated(operands);
  if (kind == Kind::Slice || kind == Kind::Made) {
    fetchAll(0);
    bool isAll =
        kind == Kind::Slice ? emit.shapeOf(operands[0]) == localResult() : split.size() == opClass.rule.windows.size();
    return isAll ? Results{operands[0]} : own(operands, nullptr);
  }
  if (kind == Kind::Pad) {
    fetchAll(0, operands[1]);
    return isNoPadding() ? Results{operands[0]} : own(operands, nullptr);
  }
  if (kind == Kind::Window) {
    for (size_t input = 0, inputs = operands.size() / 2; input < inputs; ++input)
      fetchAll(input, operands[inputs + input]);
    return own(operands, nullptr);
  }
  PartId zero = emit.splat({}, elementsOfOperand(0), 0);
  if (opClass.local.library == ShardingProblem::LocalOp::Library::Product) {
    maskReduced(operands);
    operands[0] = fetch(operands[0], 0, zero, true);
    return own(operands, nullptr);
  }
  // A select_and_scatter: what it adds for positions of neighbours is cut off.
  operands[0] = fetch(operands[0], 0, std::nullopt, false);
  operands[1] = fetch(operands[1], 1, zero, true);
  const Shape reached = emit.shapeOf(operands[0]);
  PartId whole = own(operands, &reached).front();
  Shape result = localResult();
  return {emit.make(formOf(Kind::Slice, elementsOfResult()), {whole}, result, elementsOfResult())};
}

} // namespace shardwright::evaluation
