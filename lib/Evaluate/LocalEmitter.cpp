#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

} // namespace

Elements elementsOf(const ShardingProblem::Value &value) {
  for (auto [name, known] : {std::pair("i1", kBool), {"i32", kInt32}, {"i64", kInt64}})
    if (value.type == name)
      return known;
  llvm::StringRef type = value.type;
  return {static_cast<double>(value.element.bytes), llvm::hash_value(type), type.starts_with("complex")};
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

LocalId LocalEmitter::add(DeviceOp op, Shape shape, Elements elements, uint64_t likeness) {
  op.likeness = llvm::hash_combine(likeness, op.form ? static_cast<int>(op.form->kind) : -1, elements.type,
                                   likenessOf(shape), shape.size()) |
                1;
  OpId number = program.insert(std::move(op), block, after);
  LocalId value = program.addValue({std::move(shape), elements.bytes, block, number, false});
  program.ops[number].results.push_back(value);
  after = number;
  return value;
}

LocalId LocalEmitter::make(const fusion::OpForm &form, llvm::ArrayRef<LocalId> operands, Shape shape, Elements elements,
                           uint64_t likeness) {
  DeviceOp op;
  op.form = &form;
  op.operands.assign(operands.begin(), operands.end());
  return add(std::move(op), std::move(shape), elements, likeness);
}

LocalId LocalEmitter::splat(Shape shape, Elements elements, int64_t number) {
  return make(formOf(Kind::Splat, elements), {}, std::move(shape), elements, llvm::hash_value(number));
}

LocalId LocalEmitter::axisIndex(llvm::ArrayRef<AxisRef> axes) {
  if (axes.empty())
    return splat({}, kInt32, 0);
  return make(formOf(Kind::Index, kInt32), {}, {}, kInt32, likenessOf(axes));
}

LocalId LocalEmitter::binary(char operation, LocalId a, LocalId b, Elements elements) {
  return make(formOf(Kind::Elementwise, elements), {a, b}, shapeOf(a), elements, llvm::hash_value(operation));
}

LocalId LocalEmitter::convert(LocalId value, Elements from, Elements to) {
  return from.type == to.type ? value
                              : make(formOf(Kind::Elementwise, to), {value}, shapeOf(value), to, llvm::hash_value('c'));
}

LocalId LocalEmitter::clamp(LocalId value, int64_t last, Elements elements) {
  static const fusion::OpForm form = [] {
    fusion::OpForm clamp = formOf(Kind::Elementwise, kInt64);
    clamp.price = 3;
    return clamp;
  }();
  LocalId low = splat({}, elements, 0), high = splat({}, elements, last);
  return make(form, {low, value, high}, shapeOf(value), elements, llvm::hash_value('C'));
}

LocalId LocalEmitter::select(LocalId predicate, LocalId a, LocalId b, Elements elements) {
  return make(formOf(Kind::Elementwise, elements), {predicate, a, b}, shapeOf(a), elements, llvm::hash_value('?'));
}

LocalId LocalEmitter::spread(LocalId scalar, const Shape &shape, Elements elements) {
  return shape.empty() ? scalar : make(formOf(Kind::Broadcast, elements), {scalar}, shape, elements);
}

LocalId LocalEmitter::iota(const Shape &shape, size_t dim, Elements elements) {
  return make(formOf(Kind::Made, elements), {}, shape, elements, llvm::hash_value(dim));
}

LocalId LocalEmitter::blockStart(llvm::ArrayRef<AxisRef> axes, int64_t blockLength, Elements elements) {
  LocalId index = convert(axisIndex(axes), kInt32, elements);
  return binary('*', index, splat({}, elements, blockLength), elements);
}

LocalId LocalEmitter::positions(const Shape &shape, size_t dim, llvm::ArrayRef<AxisRef> axes) {
  Elements elements = positionsUpTo(shape[dim] * numParts(mesh, axes));
  LocalId slots = iota(shape, dim, elements);
  return binary('+', slots, spread(blockStart(axes, shape[dim], elements), shape, elements), elements);
}

LocalId LocalEmitter::maskPadding(LocalId value, size_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size,
                                  Elements elements, int64_t number, std::optional<LocalId> filling) {
  Shape shape = shapeOf(value);
  if (shape[dim] * numParts(mesh, axes) == size)
    return value;
  LocalId index = positions(shape, dim, axes);
  LocalId valid = compare('<', index, splat(shape, positionsUpTo(shape[dim] * numParts(mesh, axes)), size));
  return select(valid, value, filling ? spread(*filling, shape, elements) : splat(shape, elements, number), elements);
}

LocalId LocalEmitter::slice(LocalId value, size_t dim, int64_t begin, int64_t end, Elements elements) {
  Shape shape = shapeOf(value);
  shape[dim] = end - begin;
  return make(formOf(Kind::Slice, elements), {value}, shape, elements, llvm::hash_combine(dim, begin));
}

LocalId LocalEmitter::dynamicSlice(LocalId value, llvm::ArrayRef<LocalId> starts, Shape shape, Elements elements) {
  llvm::SmallVector<LocalId> operands{value};
  llvm::append_range(operands, starts);
  return make(formOf(Kind::DynamicSlice, elements), operands, std::move(shape), elements);
}

LocalId LocalEmitter::pad(LocalId value, const Shape &low, const Shape &shape, Elements elements) {
  return make(formOf(Kind::Pad, elements), {value, splat({}, elements, 0)}, shape, elements, likenessOf(low));
}

LocalId LocalEmitter::reshape(LocalId value, Shape shape, Elements elements) {
  return make(formOf(Kind::Reshape, elements), {value}, std::move(shape), elements);
}

LocalId LocalEmitter::concatenate(llvm::ArrayRef<LocalId> pieces, size_t dim, Elements elements) {
  if (pieces.size() == 1)
    return pieces.front();
  Shape shape = shapeOf(pieces.front());
  shape[dim] = 0;
  for (LocalId piece : pieces)
    shape[dim] += shapeOf(piece)[dim];
  return make(formOf(Kind::Concatenate, elements, pieces.size()), pieces, shape, elements, llvm::hash_value(dim));
}

LocalId LocalEmitter::send(LocalId value, Communication sent, Shape shape, Elements elements) {
  DeviceOp op;
  op.runs = DeviceOp::Runs::Collective;
  op.operands = {value};
  uint64_t likeness = sent.likeness();
  op.communication = std::move(sent);
  return add(std::move(op), std::move(shape), elements, likeness);
}

} // namespace shardwright::evaluation
