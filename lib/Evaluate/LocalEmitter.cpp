#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;

uint64_t likenessOf(llvm::ArrayRef<AxisRef> axes) {
  llvm::hash_code hash = llvm::hash_value(axes.size());
  for (const AxisRef &axis : axes)
    hash = llvm::hash_combine(hash, axis);
  return hash;
}

uint64_t likenessOf(const Shape &shape) { return llvm::hash_combine_range(shape.begin(), shape.end()); }

/// Repeats elements along a new last dimension.
const fusion::OpForm &repeatForm(size_t rank) {
  static const std::vector<fusion::OpForm> forms = [] {
    std::vector<fusion::OpForm> all(LocalEmitter::kMostShifted + 1);
    for (size_t rank = 0; rank < all.size(); ++rank) {
      all[rank].kind = Kind::Broadcast;
      llvm::append_range(all[rank].dims, llvm::seq<int64_t>(0, static_cast<int64_t>(rank)));
    }
    return all;
  }();
  return forms[rank];
}

} // namespace

Elements elementsOf(const ShardingProblem::Value &value) {
  for (auto [name, known] : {std::pair("i1", kBool), {"i32", kInt32}, {"i64", kInt64}})
    if (value.type == name)
      return known;
  llvm::StringRef type = value.type;
  return {static_cast<double>(value.element.bytes), llvm::hash_value(type), type.starts_with("complex")};
}

Elements sumOf(const ShardingProblem::Value &value) {
  llvm::StringRef type = value.type;
  const bool isNarrow = (type.starts_with("f") || type.starts_with("bf")) && value.element.bytes < 4;
  return isNarrow ? Elements{4, llvm::hash_value(llvm::StringRef("f32"))} : elementsOf(value);
}

Elements positionsUpTo(int64_t size) { return size > INT32_MAX ? kInt64 : kInt32; }

Elements signedIndex(llvm::StringRef type, int64_t size) {
  bool isUnsigned = type.consume_front("u");
  unsigned width = 64;
  if (type.consume_front("i"))
    llvm::to_integer(type, width);
  return (isUnsigned ? width < 32 : width <= 32) ? positionsUpTo(size) : kInt64;
}

const fusion::OpForm &formOf(Kind kind, Elements elements, size_t pieces) {
  constexpr size_t kMostPieces = 32; // beyond, each is as dear
  constexpr size_t kKinds = static_cast<size_t>(Kind::Other) + 1;
  auto all = [](bool isComplex) {
    std::vector<fusion::OpForm> forms(kKinds + kMostPieces);
    for (size_t number = 0; number < forms.size(); ++number) {
      forms[number].kind = number < kKinds ? static_cast<Kind>(number) : Kind::Concatenate;
      forms[number].price = number < kKinds ? 0 : 2 * static_cast<double>(number - kKinds + 1);
      forms[number].isComplex = isComplex;
    }
    forms[static_cast<size_t>(Kind::Elementwise)].price = forms[static_cast<size_t>(Kind::Pad)].price = 1;
    forms[static_cast<size_t>(Kind::Elementwise)].isPointwise = true;
    return forms;
  };
  static const std::array<std::vector<fusion::OpForm>, 2> forms{all(false), all(true)};
  size_t number = static_cast<size_t>(kind);
  if (kind == Kind::Concatenate)
    number = kKinds + std::clamp<size_t>(pieces, 1, kMostPieces) - 1;
  return forms[elements.isComplex][number];
}

PartId LocalEmitter::place(DeviceOp &&op, llvm::ArrayRef<PartId> operands, llvm::ArrayRef<const LocalArray *> makes) {
  for (PartId operand : operands)
    op.reads.push_back(values[operand]);
  op.makes.assign(makes.begin(), makes.end());
  op.isPreparation = isPreparing;
  fragment.steps.push_back({all.keep(std::move(op)), {operands.begin(), operands.end()}});
  auto first = static_cast<PartId>(values.size());
  llvm::append_range(values, makes);
  return first;
}

PartId LocalEmitter::add(DeviceOp &&op, llvm::ArrayRef<PartId> operands, Shape shape, Elements elements,
                         uint64_t likeness) {
  op.likeness = llvm::hash_combine(likeness, op.form ? static_cast<int>(op.form->kind) : -1, elements.type,
                                   likenessOf(shape), shape.size()) |
                1;
  return place(std::move(op), operands, all.array(shape, elements.bytes));
}

PartId LocalEmitter::make(const fusion::OpForm &form, llvm::ArrayRef<PartId> operands, Shape shape, Elements elements,
                          uint64_t likeness) {
  DeviceOp op;
  op.form = &form;
  return add(std::move(op), operands, std::move(shape), elements, likeness);
}

PartId LocalEmitter::splat(Shape shape, Elements elements, int64_t number) {
  return make(formOf(Kind::Splat, elements), {}, std::move(shape), elements, llvm::hash_value(number));
}

PartId LocalEmitter::axisIndex(llvm::ArrayRef<AxisRef> axes) {
  if (axes.empty())
    return splat({}, kInt32, 0);
  return make(formOf(Kind::Index, kInt32), {}, {}, kInt32, likenessOf(axes));
}

PartId LocalEmitter::binary(char operation, PartId a, PartId b, Elements elements) {
  return make(formOf(Kind::Elementwise, elements), {a, b}, shapeOf(a), elements, llvm::hash_value(operation));
}

PartId LocalEmitter::convert(PartId value, Elements from, Elements to) {
  return from.type == to.type ? value
                              : make(formOf(Kind::Elementwise, to), {value}, shapeOf(value), to, llvm::hash_value('c'));
}

PartId LocalEmitter::clamp(PartId value, int64_t last, Elements elements) {
  static const fusion::OpForm form = [] {
    fusion::OpForm clamp = formOf(Kind::Elementwise, kInt64);
    clamp.price = 3;
    return clamp;
  }();
  PartId low = splat({}, elements, 0), high = splat({}, elements, last);
  return make(form, {low, value, high}, shapeOf(value), elements, llvm::hash_value('C'));
}

PartId LocalEmitter::select(PartId predicate, PartId a, PartId b, Elements elements) {
  return make(formOf(Kind::Elementwise, elements), {predicate, a, b}, shapeOf(a), elements, llvm::hash_value('?'));
}

PartId LocalEmitter::spread(PartId scalar, const Shape &shape, Elements elements) {
  return shape.empty() ? scalar : make(formOf(Kind::Broadcast, elements), {scalar}, shape, elements);
}

PartId LocalEmitter::iota(const Shape &shape, size_t dim, Elements elements) {
  return make(formOf(Kind::Made, elements), {}, shape, elements, llvm::hash_value(dim));
}

PartId LocalEmitter::blockStart(llvm::ArrayRef<AxisRef> axes, int64_t blockLength, Elements elements) {
  PartId index = convert(axisIndex(axes), kInt32, elements);
  return binary('*', index, splat({}, elements, blockLength), elements);
}

PartId LocalEmitter::positions(const Shape &shape, size_t dim, llvm::ArrayRef<AxisRef> axes) {
  Elements elements = positionsUpTo(shape[dim] * numParts(mesh, axes));
  PartId slots = iota(shape, dim, elements);
  return binary('+', slots, spread(blockStart(axes, shape[dim], elements), shape, elements), elements);
}

PartId LocalEmitter::maskPadding(PartId value, size_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size,
                                 Elements elements, int64_t number, std::optional<PartId> filling) {
  Shape shape = shapeOf(value);
  if (shape[dim] * numParts(mesh, axes) == size)
    return value;
  PartId index = positions(shape, dim, axes);
  PartId valid = compare('<', index, splat(shape, positionsUpTo(shape[dim] * numParts(mesh, axes)), size));
  return select(valid, value, filling ? spread(*filling, shape, elements) : splat(shape, elements, number), elements);
}

PartId LocalEmitter::slice(PartId value, size_t dim, int64_t begin, int64_t end, Elements elements) {
  Shape shape = shapeOf(value);
  shape[dim] = end - begin;
  return make(formOf(Kind::Slice, elements), {value}, shape, elements, llvm::hash_combine(dim, begin));
}

PartId LocalEmitter::dynamicSlice(PartId value, llvm::ArrayRef<PartId> starts, Shape shape, Elements elements) {
  llvm::SmallVector<PartId> operands{value};
  llvm::append_range(operands, starts);
  return make(formOf(Kind::DynamicSlice, elements), operands, std::move(shape), elements);
}

PartId LocalEmitter::pad(PartId value, const Shape &low, const Shape &shape, Elements elements) {
  return make(formOf(Kind::Pad, elements), {value, splat({}, elements, 0)}, shape, elements, likenessOf(low));
}

PartId LocalEmitter::reshape(PartId value, Shape shape, Elements elements) {
  return make(formOf(Kind::Reshape, elements), {value}, std::move(shape), elements);
}

PartId LocalEmitter::concatenate(llvm::ArrayRef<PartId> pieces, size_t dim, Elements elements) {
  if (pieces.size() == 1)
    return pieces.front();
  Shape shape = shapeOf(pieces.front());
  shape[dim] = 0;
  for (PartId piece : pieces)
    shape[dim] += shapeOf(piece)[dim];
  return make(formOf(Kind::Concatenate, elements, pieces.size()), pieces, shape, elements, llvm::hash_value(dim));
}

PartId LocalEmitter::send(PartId value, Communication sent, Shape shape, Elements elements) {
  DeviceOp op;
  op.runs = DeviceOp::Runs::Collective;
  uint64_t likeness = sent.likeness();
  op.communication = std::make_unique<Communication>(std::move(sent));
  return add(std::move(op), value, std::move(shape), elements, likeness);
}

PartId LocalEmitter::ownBlock(PartId whole, size_t dim, llvm::ArrayRef<AxisRef> axes, Elements elements) {
  Shape shape = shapeOf(whole), padded = shape;
  const int64_t parts = numParts(mesh, axes), part = llvm::divideCeil(shape[dim], parts);
  padded[dim] = part * parts;
  isPreparing = true;
  PartId from = padded == shape ? whole : pad(whole, Shape(padded.size(), 0), padded, elements);
  const Elements positions = positionsUpTo(padded[dim]);
  llvm::SmallVector<PartId> starts(padded.size(), splat({}, positions, 0));
  PartId index = convert(axisIndex(axes), kInt32, positions);
  starts[dim] = binary('*', index, splat({}, positions, part), positions);
  isPreparing = false;
  shape[dim] = part;
  DeviceOp slice;
  slice.form = &formOf(Kind::DynamicSlice, elements);
  slice.unprepared = 1;
  starts.insert(starts.begin(), from);
  return add(std::move(slice), starts, std::move(shape), elements, 0);
}

PartId LocalEmitter::shifted(PartId value, const LocalArray &made) {
  const Shape from = shapeOf(value), &to = made.shape;
  const double bytes = array(value).elementBytes;
  const Elements wide{std::max(bytes, made.elementBytes), 0}, narrow{std::min(bytes, made.elementBytes), 1};
  const int64_t bits = 8 * static_cast<int64_t>(narrow.bytes);
  isPreparing = true;
  std::optional<PartId> result;
  if (to.size() > from.size()) {
    PartId spread = make(repeatForm(from.size()), {value}, to, wide), place = iota(to, from.size(), wide);
    place = binary('*', place, splat(to, wide, bits), wide);
    result = convert(binary('>', spread, place, wide), wide, narrow);
  } else {
    for (int64_t piece = 0; piece < from.back(); ++piece) {
      PartId part = reshape(slice(value, from.size() - 1, piece, piece + 1, narrow), to, narrow);
      part = convert(part, narrow, wide);
      part = binary('l', part, splat(to, wide, piece * bits), wide);
      result = result ? binary('|', *result, part, wide) : part;
    }
  }
  isPreparing = false;
  return *result;
}

/// What becomes of a product may lie over nothing that it reads.
static fusion::OpForm ownForm(Kind kind, Elements elements) {
  fusion::OpForm form = formOf(kind, elements);
  form.isPointwise = false;
  return form;
}

PartId LocalEmitter::smallProduct(const SmallProduct &product, llvm::ArrayRef<PartId> operands,
                                  std::unique_ptr<cost::ProductWork> whole) {
  const size_t rank = product.made.shape.size();
  Shape space = product.made.shape;
  for (size_t factor = rank; factor < product.rule.factors.size(); ++factor)
    for (auto [dim, factors] : llvm::enumerate(product.rule.operands.front()))
      if (llvm::is_contained(factors, static_cast<int64_t>(factor)))
        space.push_back(shapeOf(operands.front())[dim]);
  llvm::SmallVector<fusion::OpForm, 3> last; // what is left of it when all is prepared, innermost first
  last.push_back(ownForm(Kind::Elementwise, product.sum));
  if (space.size() > rank) {
    fusion::OpForm &sum = last.emplace_back(ownForm(Kind::Reduction, product.sum));
    for (size_t dim = rank; dim < space.size(); ++dim)
      sum.dims.push_back(static_cast<int64_t>(dim));
    sum.leading = 1;
    sum.isSimple = sum.hasRegions = true;
  }
  if (product.sum.type != product.result.type)
    last.push_back(ownForm(Kind::Elementwise, product.result));
  isPreparing = true;
  llvm::SmallVector<PartId, 2> reads;
  int64_t readBytes = 0;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    readBytes += static_cast<int64_t>(array(operand).bytes);
    fusion::OpForm spread = ownForm(Kind::Broadcast, product.sum);
    for (const DimFactors &factors : product.rule.operands[number])
      spread.dims.push_back(factors.empty() ? 0 : factors.front());
    const uint64_t places = llvm::hash_combine_range(spread.dims.begin(), spread.dims.end());
    PartId wide = convert(operand, product.operands[number], product.sum);
    reads.push_back(make(all.keep(std::move(spread)), wide, space, product.sum, places));
  }
  for (auto [step, form] : llvm::enumerate(last)) {
    isPreparing = step + 1 < last.size();
    DeviceOp op;
    const bool isSum = form.kind == Kind::Reduction;
    Elements elements = step + 1 < last.size() ? product.sum : product.result;
    if (isSum)
      reads.push_back(splat({}, product.sum, 0));
    op.form = &all.keep(std::move(form));
    if (!isPreparing) {
      op.unprepared = step == 0 ? 2 : 1;
      op.preparedBytes = readBytes;
      op.product = std::move(whole);
    }
    const Shape &shape = step == 0 && last.size() > 1 && space.size() > rank ? space : product.made.shape;
    PartId made = add(std::move(op), reads, shape, elements, llvm::hash_combine('p', isSum));
    reads = {made};
  }
  return reads.front();
}

} // namespace shardwright::evaluation
