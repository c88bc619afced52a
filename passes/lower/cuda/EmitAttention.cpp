#include "passes/lower/cuda/EmitAttention.h"

#include "passes/common/AttentionTiles.h"
#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/MatrixBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <limits>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// Rows of a thread: two, eight apart.
constexpr int64_t kHalves = 2;

class AttentionEmitter {
public:
  AttentionEmitter(ModuleOp module, Location loc, StringRef symbol, const AttentionForm &form, const KernelGraph &graph,
                   ArrayRef<Type> types)
      : module(module), loc(loc), symbol(symbol), form(form), graph(graph), types(types), tiles(planTiles(form)),
        made(createKernel(module, loc, symbol, types.size(), kAttentionThreads)), m(made.builder, loc), b(made.builder),
        type(types[static_cast<size_t>(form.products.front().row.buffer)]) {}

  Geometry emit();

private:
  /// Sums in registers, by output: a pair of rows times a pair of columns for each 8 columns of the width.
  struct Sums {
    SmallVector<Value> maximum, sum; ///< of a softmax, by half
    SmallVector<SmallVector<Value>> outputs;
    SmallVector<Value> all() const;
    static Sums like(const Sums &other, ValueRange values);
  };

  size_t outerDims() const { return form.rank() - 2; }
  size_t blockDims() const { return outerDims() - static_cast<size_t>(form.numSummed); }
  Type accessType(const AttentionForm::Access &access) const { return types[static_cast<size_t>(access.buffer)]; }
  Value base(const AttentionForm::Access &access);
  /// Where an element of a row or a column lies from the base of the block; `summed`: the indices along summed ones.
  Value offset(const AttentionForm::Access &access, Value row, Value column);
  void placeThread();
  void loadRows();
  void loadReads();
  Value elementOf(const AttentionForm::Access &access, Value base, Value row, Value column, Value isInside);
  void fillTiles(Value iteration, Value stage);
  void fillTile(const ColumnTile &tile, Value pointer, Value firstColumn, Value stage);
  void placeIteration(Value iteration);
  Sums zeros();
  SmallVector<SmallVector<Value>> multiply(Value stage);
  SmallVector<SmallVector<Value>> elements(const SmallVector<SmallVector<Value>> &products);
  /// Whether an operand is the softmax's sum of the row: 1 or more.
  bool isSum(const Node &node) const {
    const size_t first = form.products.size() + form.rank();
    return node.kind == NodeKind::Load && node.buffer >= first && form.reads[node.buffer - first] == form.sum &&
           !form.sum.strides.empty();
  }
  SmallVector<Value> pointElements(ArrayRef<Value> products, size_t half, Value column);
  void softmax(SmallVector<Value> &values, Sums &sums);
  void accumulate(ArrayRef<Value> values, const AttentionForm::Output &output, Value stage, SmallVector<Value> &sums);
  Sums step(Value stage, Sums sums);
  void store(Sums &sums);
  void storeOutput(const AttentionForm::Output &output, ArrayRef<Value> sums, ArrayRef<Value> factors);
  void storeRow(const AttentionForm::Access &access, size_t half, Value value);
  Value overLanes(Value value, bool isMaximum);
  Value isRow(size_t half) { return m.below(rows[half], form.rows()); }
  void inside(Value condition, llvm::function_ref<void()> build);
  std::pair<Value, Value> columnTiles();
  Value isAboveLimit(Value maximum);
  Value hasOrdinaryRows();
  Value agree(Value holds);
  Sums loop(const Sums &start);
  Sums loopTwice();

  ModuleOp module;
  Location loc;
  std::string symbol;
  const AttentionForm &form;
  const KernelGraph &graph;
  ArrayRef<Type> types;
  const TilePlan tiles;
  DeviceFunction made;
  MatrixBuilder m;
  OpBuilder &b;
  Type type; ///< of what the matrix units read

  Value thread, lane, group, pair; ///< the thread in its warp: `group` of eight, `pair` of four
  Value firstRow, shared;          ///< firstRow: of the block
  Value rows[kHalves];
  SmallVector<Value> outer;                 ///< indices: of the block, then summed ones
  SmallVector<SmallVector<Value>> rowParts; ///< by product: fragments
  SmallVector<Value> bases;                 ///< of reads
  SmallVector<SmallVector<Value>> rowReads; ///< by read and half, of those that belong to rows
  Value firstTile, tilesInRange;            ///< of columns
  Value columnStart;                        ///< first column of the tile
};

} // namespace

SmallVector<Value> AttentionEmitter::Sums::all() const {
  SmallVector<Value> values(maximum);
  llvm::append_range(values, sum);
  for (const SmallVector<Value> &output : outputs)
    llvm::append_range(values, output);
  return values;
}

AttentionEmitter::Sums AttentionEmitter::Sums::like(const Sums &other, ValueRange values) {
  Sums sums;
  auto take = [&](size_t count) {
    SmallVector<Value> taken(values.take_front(count));
    values = values.drop_front(count);
    return taken;
  };
  sums.maximum = take(other.maximum.size());
  sums.sum = take(other.sum.size());
  for (const SmallVector<Value> &output : other.outputs)
    sums.outputs.push_back(take(output.size()));
  return sums;
}

void AttentionEmitter::inside(Value condition, llvm::function_ref<void()> build) {
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  build();
}

/// The buffer's place where indices along the dimensions of blocks are the block's.
Value AttentionEmitter::base(const AttentionForm::Access &access) {
  Value index = m.i64(0);
  for (size_t d = 0; d != blockDims(); ++d)
    index = m.add(index, m.times(m.wide(outer[d]), access.strides[d]));
  Value pointer = m.device().pointer(made.function.getArgument(static_cast<unsigned>(access.buffer)));
  return m.device().elementPointer(pointer, storageType(accessType(access)), index);
}

Value AttentionEmitter::offset(const AttentionForm::Access &access, Value row, Value column) {
  Value index = m.i64(0);
  for (size_t d = blockDims(); d != outerDims(); ++d)
    if (access.strides[d] != 0)
      index = m.add(index, m.times(m.wide(outer[d]), access.strides[d]));
  if (int64_t stride = access.strides[outerDims()]; stride != 0)
    index = m.add(index, m.times(m.wide(row), stride));
  if (int64_t stride = access.strides.back(); stride != 0)
    index = m.add(index, m.times(m.wide(column), stride));
  return index;
}

void AttentionEmitter::placeThread() {
  thread = m.device().threadInBlock();
  lane = m.bitAnd(thread, 31);
  group = m.shiftRight(lane, 2);
  pair = m.bitAnd(lane, 3);
  Value block = m.device().blockNumber();
  const int64_t rowTiles = llvm::divideCeil(form.rows(), kAttentionRows);
  // Under a causal mask the last rows have most to do: they start first.
  Value tile = m.rem(block, rowTiles), rest = m.div(block, rowTiles);
  if (form.last && !form.first)
    tile = m.sub(m.i32(rowTiles - 1), tile);
  outer.assign(outerDims(), Value());
  for (size_t d = blockDims(); d-- != 0;) {
    outer[d] = d == 0 ? rest : m.rem(rest, form.extents[d]);
    rest = m.div(rest, form.extents[d]);
  }
  firstRow = m.times(tile, kAttentionRows);
  Value warpRow = m.add(firstRow, m.times(m.shiftRight(thread, 5), 16));
  rows[0] = m.add(warpRow, group);
  rows[1] = m.add(rows[0], m.i32(8));
  shared = m.device().sharedArray(module, symbol + "_tiles", b.getI8Type(), tiles.stageBytes * tiles.stages);
}

/// Fragments of 16 x 16 elements, from memory into registers; zeros outside.
void AttentionEmitter::loadRows() {
  for (const AttentionForm::Product &product : form.products) {
    Value from = base(product.row);
    const int64_t padded = paddedDepth(product.depth);
    const bool hasPairs = product.rowStride == 1 && product.depth % 2 == 0 &&
                          llvm::all_of(product.row.strides, [](int64_t stride) { return stride % 2 == 0; });
    SmallVector<Value> fragments;
    for (int64_t k = 0; k < padded; k += 16)
      for (int64_t part = 0; part < 4; ++part) {
        const size_t half = part % 2;
        Value depth = m.add(m.times(pair, 2), m.i32(k + (part / 2) * 8));
        auto read = [&](int64_t next, Type type, int64_t bytes) {
          Value at = m.add(depth, m.i32(next));
          Value isInside = isRow(half);
          if (product.depth != padded)
            isInside = m.both(isInside, m.below(at, product.depth));
          Value index = m.add(offset(product.row, rows[half], Value()), m.times(m.wide(at), product.rowStride));
          return m.loadIf(isInside, type, m.device().elementPointer(from, b.getI16Type(), index), bytes);
        };
        fragments.push_back(hasPairs ? read(0, b.getI32Type(), 4)
                                     : m.joinHalves(read(0, b.getI16Type(), 2), read(1, b.getI16Type(), 2)));
      }
    rowParts.push_back(std::move(fragments));
  }
}

Value AttentionEmitter::elementOf(const AttentionForm::Access &access, Value base, Value row, Value column,
                                  Value isInside) {
  Type type = accessType(access), storage = storageType(type);
  Value pointer = m.device().elementPointer(base, storage, offset(access, row, column));
  Value stored = m.loadIf(isInside, storage, pointer, storage.getIntOrFloatBitWidth() / 8);
  return fromStorage(b, loc, type, stored);
}

void AttentionEmitter::loadReads() {
  for (const AttentionForm::Access &access : form.reads) {
    bases.push_back(base(access));
    SmallVector<Value> values;
    const ArrayRef<int64_t> summed = ArrayRef(access.strides).slice(blockDims(), static_cast<size_t>(form.numSummed));
    if (access.strides.back() == 0 && llvm::all_of(summed, [](int64_t stride) { return stride == 0; }))
      for (size_t half = 0; half != kHalves; ++half)
        values.push_back(elementOf(access, bases.back(), rows[half], Value(), isRow(half)));
    rowReads.push_back(std::move(values));
  }
}

/// Where the mask lets only some columns through for the block's rows: the first tile, and how many.
std::pair<Value, Value> AttentionEmitter::columnTiles() {
  const int64_t all = llvm::divideCeil(form.columns(), tiles.columns);
  Value first = m.i32(0), end = m.i32(all);
  if (form.first) {
    Value column = m.most(m.add(firstRow, m.i32(*form.first)), m.i32(0));
    first = m.least(m.div(column, tiles.columns), m.i32(all));
  }
  if (form.last) {
    Value column = m.add(firstRow, m.i32(*form.last + kAttentionRows));
    column = m.most(m.add(column, m.i32(tiles.columns - 1)), m.i32(0));
    end = m.least(m.div(column, tiles.columns), end);
  }
  return {first, m.most(m.sub(end, first), m.i32(0))};
}

void AttentionEmitter::placeIteration(Value iteration) {
  Value tile = iteration;
  if (form.numSummed != 0) {
    Value rest = m.div(iteration, tilesInRange);
    tile = m.rem(iteration, tilesInRange);
    for (size_t d = outerDims(); d-- != blockDims();) {
      outer[d] = d == blockDims() ? rest : m.rem(rest, form.extents[d]);
      rest = m.div(rest, form.extents[d]);
    }
  }
  columnStart = m.times(m.add(tile, firstTile), tiles.columns);
}

void AttentionEmitter::fillTiles(Value iteration, Value stage) {
  placeIteration(iteration);
  Value first = columnStart;
  for (const ColumnTile &tile : tiles.tiles)
    fillTile(tile, base(tile.access), first, stage);
}

/// 16 bytes at a time; zeros outside. What is not in such pieces in memory goes element by element.
void AttentionEmitter::fillTile(const ColumnTile &tile, Value pointer, Value firstColumn, Value stage) {
  const int64_t padded = paddedDepth(tile.depth), pieces = padded / 8, count = tiles.columns * pieces;
  for (int64_t done = 0; done < count; done += kAttentionThreads) {
    Value piece = m.add(thread, m.i32(done));
    auto copy = [&] {
      Value row = m.div(piece, pieces), depth = m.times(m.rem(piece, pieces), 8);
      Value column = m.add(firstColumn, row);
      Value isInside = m.below(column, form.columns());
      Value place = m.add(m.add(stage, m.i32(tile.begin)), m.add(m.times(row, tile.pitch), m.times(depth, 2)));
      Value to = m.device().elementPointer(shared, b.getI8Type(), place);
      auto from = [&](Value at) {
        Value index = m.add(offset(tile.access, Value(), column), m.times(m.wide(at), tile.stride));
        return m.device().elementPointer(pointer, b.getI16Type(), m.select(isInside, index, m.i64(0)));
      };
      if (tile.isInPieces) {
        if (tile.depth != padded)
          isInside = m.both(isInside, m.below(depth, tile.depth));
        m.copyPiece(to, from(depth), isInside);
        return;
      }
      for (int64_t i = 0; i < 8; ++i) {
        Value at = m.add(depth, m.i32(i));
        Value holds = tile.depth == padded ? isInside : m.both(isInside, m.below(at, tile.depth));
        Value value = m.loadIf(holds, b.getI16Type(), from(at), 2);
        m.device().store(value, m.device().elementPointer(to, b.getI16Type(), m.i32(i)), 2);
      }
    };
    if (done + kAttentionThreads <= count)
      copy();
    else
      inside(m.below(piece, count), copy);
  }
}

AttentionEmitter::Sums AttentionEmitter::zeros() {
  Sums sums;
  Value zero = m.f32(0);
  if (form.isSoftmax) {
    sums.maximum.assign(kHalves, m.f32(-std::numeric_limits<float>::infinity()));
    sums.sum.assign(kHalves, zero);
  }
  for (const AttentionForm::Output &output : form.outputs)
    sums.outputs.emplace_back(output.width == 0 ? kHalves : paddedDepth(output.width) / 2, zero);
  return sums;
}

/// By product and then 8 columns: the four of a thread.
SmallVector<SmallVector<Value>> AttentionEmitter::multiply(Value stage) {
  SmallVector<SmallVector<Value>> all;
  // Of 16 columns and 16 of the depth: the upper half of lanes reads the second 8 columns.
  Value column = m.add(m.bitAnd(lane, 7), m.times(m.shiftRight(lane, 4), 8));
  Value depth = m.times(m.bitAnd(m.shiftRight(lane, 3), 1), 8);
  for (auto [number, product] : llvm::enumerate(form.products)) {
    const ColumnTile &tile = tiles.tiles[tiles.ofProduct[number]];
    Value lanePlace = m.add(m.add(stage, m.i32(tile.begin)), m.add(m.times(column, tile.pitch), m.times(depth, 2)));
    Value at = m.device().elementPointer(shared, b.getI8Type(), lanePlace);
    SmallVector<Value> sums(tiles.columns / 2, m.f32(0));
    for (int64_t k = 0; k < paddedDepth(product.depth); k += 16) {
      ArrayRef<Value> left = ArrayRef(rowParts[number]).slice(static_cast<size_t>(k / 4), 4);
      for (int64_t n = 0; n < tiles.columns; n += 16) {
        Value from = m.device().elementPointer(at, b.getI8Type(), m.i32(n * tile.pitch + 2 * k));
        SmallVector<Value> right = m.loadMatrices(from, /*isTransposed=*/false);
        for (int64_t half = 0; half < 2; ++half)
          m.multiply(type, left, ArrayRef(right).slice(static_cast<size_t>(2 * half), 2),
                     MutableArrayRef(sums).slice(static_cast<size_t>(n / 2 + 4 * half), 4));
      }
    }
    all.push_back(std::move(sums));
  }
  return all;
}

/// The graph's elements at one point, by what its buffers have there.
SmallVector<Value> AttentionEmitter::pointElements(ArrayRef<Value> products, size_t half, Value column) {
  SmallVector<Value> buffers(products);
  for (Value index : outer)
    buffers.push_back(index);
  buffers.push_back(rows[half]);
  buffers.push_back(column);
  for (auto [number, access] : llvm::enumerate(form.reads)) {
    if (!rowReads[number].empty()) {
      buffers.push_back(rowReads[number][half]);
      continue;
    }
    Value isInside = m.below(column, form.columns());
    if (access.strides[outerDims()] != 0)
      isInside = m.both(isInside, isRow(half));
    buffers.push_back(elementOf(access, bases[number], rows[half], column, isInside));
  }
  llvm::DenseMap<const Node *, Value> known;
  auto evaluate = [&](auto &&self, const Node *node) -> Value {
    if (Value value = known.lookup(node))
      return value;
    Value value;
    if (node->kind == NodeKind::Load) {
      value = buffers[node->buffer];
    } else if (node->kind == NodeKind::Constant) {
      value = emitConstant(b, loc, node->type, node->constant);
    } else {
      SmallVector<Value> operands;
      for (const Node *operand : node->operands)
        operands.push_back(self(self, operand));
      if (node->op == Opcode::Exp && node->type.isF32())
        value = m.exp(operands.front());
      else if (node->op == Opcode::Divide && isSum(*node->operands[1]))
        value = m.mulFloat(operands[0], m.divFloat(m.f32(1), operands[1])); // the quotient is the row's
      else
        value = emitApply(b, loc, *node, operands);
    }
    return known[node] = value;
  };
  SmallVector<Value> values;
  for (const Nest &nest : graph.nests)
    values.push_back(evaluate(evaluate, nest.stores.front().value));
  return values;
}

/// By element, in the order of products' sums. Outside the columns: what counts for nothing.
SmallVector<SmallVector<Value>> AttentionEmitter::elements(const SmallVector<SmallVector<Value>> &products) {
  SmallVector<SmallVector<Value>> all(graph.nests.size());
  const bool hasRest = form.columns() % tiles.columns != 0;
  Value nothing = m.f32(form.isSoftmax ? -std::numeric_limits<float>::infinity() : 0);
  for (int64_t i = 0; i < tiles.columns / 2; ++i) {
    Value column = m.add(columnStart, m.add(m.times(pair, 2), m.i32(i / 4 * 8 + i % 2)));
    SmallVector<Value> at;
    for (const SmallVector<Value> &product : products)
      at.push_back(product[static_cast<size_t>(i)]);
    SmallVector<Value> values = pointElements(at, static_cast<size_t>(i % 4 / 2), column);
    for (auto [element, value] : llvm::zip_equal(all, values))
      element.push_back(hasRest ? m.select(m.below(column, form.columns()), value, nothing) : value);
  }
  return all;
}

Value AttentionEmitter::overLanes(Value value, bool isMaximum) {
  for (int64_t mask : {1, 2}) {
    Value other = m.device().fromLane(value, mask);
    value = isMaximum ? m.maximum(value, other) : m.addFloat(value, other);
  }
  return value;
}

/// Online softmax (Milakov and Gimelshein 2018): sums so far are scaled when a larger maximum comes.
void AttentionEmitter::softmax(SmallVector<Value> &values, Sums &sums) {
  Value lowest = m.f32(-std::numeric_limits<float>::infinity());
  for (size_t half = 0; half != kHalves; ++half) {
    Value largest = sums.maximum[half], seen;
    auto ofHalf = [&](size_t i) { return i % 4 / 2 == half; };
    for (size_t i = 0; i != values.size(); ++i)
      if (ofHalf(i))
        seen = seen ? m.maximum(seen, values[i]) : values[i];
    largest = m.maximum(largest, overLanes(seen, /*isMaximum=*/true));
    // A row of which everything is masked so far: exp(-inf - 0) is 0, where -inf - -inf would be no number.
    Value from = m.select(m.equal(largest, lowest), m.f32(0), largest);
    Value scale = m.exp(m.subFloat(sums.maximum[half], from));
    Value sum = m.mulFloat(sums.sum[half], scale);
    for (size_t i = 0; i != values.size(); ++i)
      if (ofHalf(i)) {
        values[i] = m.exp(m.subFloat(values[i], from));
        sum = m.addFloat(sum, values[i]);
      }
    sums.maximum[half] = largest;
    sums.sum[half] = sum;
    for (SmallVector<Value> &output : sums.outputs)
      for (size_t i = 0; i != output.size(); ++i)
        if (ofHalf(i))
          output[i] = m.mulFloat(output[i], scale);
  }
}

/// Adds elements times vectors of columns; of elements alone where there is no width.
void AttentionEmitter::accumulate(ArrayRef<Value> values, const AttentionForm::Output &output, Value stage,
                                  SmallVector<Value> &sums) {
  if (output.width == 0) {
    for (auto [i, value] : llvm::enumerate(values))
      sums[i % 4 / 2] = m.addFloat(sums[i % 4 / 2], value);
    return;
  }
  const size_t number = static_cast<size_t>(&output - form.outputs.data());
  const ColumnTile &tile = tiles.tiles[tiles.ofOutput[number]];
  Value column = m.add(m.bitAnd(lane, 7), m.times(m.bitAnd(m.shiftRight(lane, 3), 1), 8));
  Value width = m.times(m.shiftRight(lane, 4), 8);
  Value lanePlace = m.add(m.add(stage, m.i32(tile.begin)), m.add(m.times(column, tile.pitch), m.times(width, 2)));
  Value at = m.device().elementPointer(shared, b.getI8Type(), lanePlace);
  SmallVector<Value> rest(values);
  for (int64_t k = 0; k < tiles.columns; k += 16) {
    // Where a product leaves what is the left side of the next one: two fragments of 8 columns are one of 16.
    SmallVector<SmallVector<Value>> lefts(static_cast<size_t>(output.parts));
    for (auto [number, left] : llvm::enumerate(lefts))
      for (int64_t part = 0; part < 4; ++part) {
        const auto i = static_cast<size_t>(k / 2 + part * 2);
        left.push_back(m.pack(type, rest[i], rest[i + 1]));
        if (number + 1 != lefts.size())
          for (size_t next = 0; next != 2; ++next)
            rest[i + next] = m.subFloat(rest[i + next], m.unpack(type, left.back(), next == 1));
      }
    for (int64_t n = 0; n < paddedDepth(output.width); n += 16) {
      Value from = m.device().elementPointer(at, b.getI8Type(), m.i32(k * tile.pitch + 2 * n));
      SmallVector<Value> right = m.loadMatrices(from, /*isTransposed=*/true);
      for (const SmallVector<Value> &left : lefts)
        for (int64_t half = 0; half < 2; ++half)
          m.multiply(type, left, ArrayRef(right).slice(static_cast<size_t>(2 * half), 2),
                     MutableArrayRef(sums).slice(static_cast<size_t>(n / 2 + 4 * half), 4));
    }
  }
}

AttentionEmitter::Sums AttentionEmitter::step(Value stage, Sums sums) {
  SmallVector<SmallVector<Value>> values = elements(multiply(stage));
  if (form.isSoftmax)
    softmax(values.front(), sums);
  for (auto [output, sum] : llvm::zip_equal(form.outputs, sums.outputs))
    accumulate(values[static_cast<size_t>(output.element)], output, stage, sum);
  return sums;
}

void AttentionEmitter::storeRow(const AttentionForm::Access &access, size_t half, Value value) {
  Value isFirst = m.equalInt(pair, 0);
  inside(m.both(isFirst, isRow(half)), [&] {
    Type type = accessType(access);
    Value pointer = m.device().elementPointer(base(access), storageType(type), offset(access, rows[half], Value()));
    Value stored = toStorage(b, loc, type, value);
    m.device().store(stored, pointer, stored.getType().getIntOrFloatBitWidth() / 8);
  });
}

void AttentionEmitter::storeOutput(const AttentionForm::Output &output, ArrayRef<Value> sums, ArrayRef<Value> factors) {
  if (output.width == 0) {
    for (size_t half = 0; half != kHalves; ++half)
      storeRow(output.out, half, overLanes(sums[half], /*isMaximum=*/false));
    return;
  }
  Type type = accessType(output.out), storage = storageType(type);
  const int64_t bytes = storage.getIntOrFloatBitWidth() / 8;
  const bool hasPairs = output.outStride == 1 && output.width % 2 == 0 &&
                        llvm::all_of(output.out.strides, [](int64_t stride) { return stride % 2 == 0; });
  Value to = base(output.out);
  for (size_t half = 0; half != kHalves; ++half)
    inside(isRow(half), [&] {
      Value start = offset(output.out, rows[half], Value());
      for (int64_t n = 0; n < output.width; n += 8) {
        Value values[2];
        for (size_t i = 0; i != 2; ++i) {
          values[i] = sums[static_cast<size_t>(n / 2) + 2 * half + i];
          if (!factors.empty())
            values[i] = m.divFloat(values[i], factors[half]);
        }
        Value width = m.add(m.times(pair, 2), m.i32(n));
        auto pointer = [&](Value at) {
          return m.device().elementPointer(to, storage, m.add(start, m.times(m.wide(at), output.outStride)));
        };
        auto storeBoth = [&] {
          if (hasPairs) {
            Value both = bytes == 2 ? m.pack(type, values[0], values[1]) : m.joinFloats(values[0], values[1]);
            m.device().store(both, pointer(width), 2 * bytes);
            return;
          }
          for (int64_t i = 0; i != 2; ++i) {
            Value at = m.add(width, m.i32(i));
            Value stored = toStorage(b, loc, type, bytes == 2 ? m.rounded(type, values[i]) : values[i]);
            auto storeOne = [&] { m.device().store(stored, pointer(at), bytes); };
            output.width % 8 == 0 ? storeOne() : inside(m.below(at, output.width), storeOne);
          }
        };
        hasPairs &&output.width % 8 != 0 ? inside(m.below(width, output.width), storeBoth) : storeBoth();
      }
    });
}

void AttentionEmitter::store(Sums &sums) {
  SmallVector<Value> factors;
  if (form.isSoftmax)
    for (size_t half = 0; half != kHalves; ++half) {
      sums.sum[half] = overLanes(sums.sum[half], /*isMaximum=*/false);
      // -inf less -inf is no number: nor is what is made of a row of nothing else.
      Value isLowest = m.equal(sums.maximum[half], m.f32(-std::numeric_limits<float>::infinity()));
      sums.sum[half] = m.select(isLowest, m.f32(std::numeric_limits<float>::quiet_NaN()), sums.sum[half]);
      if (form.isNormalized)
        factors.push_back(sums.sum[half]);
      storeRow(form.maximum, half, sums.maximum[half]);
      storeRow(form.sum, half, sums.sum[half]);
    }
  for (auto [output, sum] : llvm::zip_equal(form.outputs, sums.outputs))
    storeOutput(output, sum, factors);
}

Value AttentionEmitter::isAboveLimit(Value maximum) {
  return m.larger(maximum, m.f32(llvm::bit_cast<float>(static_cast<int32_t>(*form.limit))));
}

/// Whether a condition holds for all threads of the block.
Value AttentionEmitter::agree(Value holds) {
  Value flags = m.device().sharedArray(module, symbol + "_flags", b.getI32Type(), kAttentionThreads / 32);
  Value all = m.select(holds, m.i32(1), m.i32(0));
  for (int64_t mask = 1; mask < 32; mask *= 2)
    all = m.both(all, m.device().fromLane(all, mask));
  inside(m.equalInt(lane, 0),
         [&] { m.device().store(all, m.device().elementPointer(flags, b.getI32Type(), m.shiftRight(thread, 5)), 4); });
  m.device().syncBlock();
  all = m.i32(1);
  for (int64_t warp = 0; warp < kAttentionThreads / 32; ++warp)
    all =
        m.both(all, m.device().load(b.getI32Type(), m.device().elementPointer(flags, b.getI32Type(), m.i32(warp)), 4));
  m.device().syncBlock();
  return m.equalInt(all, 1);
}

/// Whether all maxima that a routine behind a softmax has to do with are above the limit.
Value AttentionEmitter::hasOrdinaryRows() {
  const AttentionForm::Access &access = form.maximum;
  Type type = accessType(access);
  int64_t count = form.columns();
  for (size_t d = blockDims(); d != outerDims(); ++d)
    count *= form.extents[d];
  Value from = base(access);
  if (access.strides[outerDims()] != 0) {
    Value holds = m.equalInt(m.i32(0), 0);
    for (size_t half = 0; half != kHalves; ++half) {
      Value row = m.least(rows[half], m.i32(form.rows() - 1));
      Value at = m.device().elementPointer(from, storageType(type), offset(access, row, Value()));
      holds = m.both(holds, isAboveLimit(fromStorage(b, loc, type, m.device().load(storageType(type), at, 4))));
    }
    return agree(holds);
  }
  auto all = scf::ForOp::create(b, loc, thread, m.i32(count), m.i32(kAttentionThreads), ValueRange{m.i32(1)});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(all.getBody());
    Value rest = m.div(all.getInductionVar(), form.columns());
    for (size_t d = outerDims(); d-- != blockDims();) {
      outer[d] = m.rem(rest, form.extents[d]);
      rest = m.div(rest, form.extents[d]);
    }
    Value place = offset(access, Value(), m.rem(all.getInductionVar(), form.columns()));
    Value at = m.device().elementPointer(from, storageType(type), place);
    Value holds = isAboveLimit(fromStorage(b, loc, type, m.device().load(storageType(type), at, 4)));
    scf::YieldOp::create(b, loc, m.select(holds, all.getRegionIterArgs().front(), m.i32(0)));
  }
  return agree(m.equalInt(all.getResult(0), 1));
}

/// Over tiles of columns, and over the dimensions that are summed.
AttentionEmitter::Sums AttentionEmitter::loop(const Sums &start) {
  Value count = tilesInRange;
  for (size_t d = blockDims(); d != outerDims(); ++d)
    count = m.times(count, form.extents[d]);
  const bool isAhead = tiles.stages == 2;
  auto stageOf = [&](Value iteration) {
    return isAhead ? m.times(m.bitAnd(iteration, 1), tiles.stageBytes) : m.i32(0);
  };
  if (isAhead) {
    inside(m.belowInt(m.i32(0), count), [&] { fillTiles(m.i32(0), m.i32(0)); });
    m.commitCopies();
  }
  auto loop = scf::ForOp::create(b, loc, m.i32(0), count, m.i32(1), start.all());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value iteration = loop.getInductionVar();
    if (isAhead) {
      Value next = m.add(iteration, m.i32(1));
      inside(m.belowInt(next, count), [&] { fillTiles(next, stageOf(next)); });
      // The last group, empty behind the last tile, is the next one's.
      m.commitCopies();
      m.waitForCopies(1);
    } else {
      fillTiles(iteration, m.i32(0));
      m.commitCopies();
      m.waitForCopies(0);
    }
    m.device().syncBlock();
    placeIteration(iteration);
    Sums sums = step(stageOf(iteration), Sums::like(start, loop.getRegionIterArgs()));
    m.device().syncBlock();
    scf::YieldOp::create(b, loc, sums.all());
  }
  return Sums::like(start, loop.getResults());
}

/// Over the columns that the mask leaves; where a row's maximum is no larger than the limit, over all, from the start.
AttentionEmitter::Sums AttentionEmitter::loopTwice() {
  const Sums start = zeros();
  SmallVector<Value> carried = start.all();
  carried.push_back(m.i32(1));
  auto rounds = scf::ForOp::create(b, loc, m.i32(0), m.i32(2), m.i32(1), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(rounds.getBody());
  Value isFirst = m.equalInt(rounds.getInductionVar(), 0);
  Value goesOn = m.equalInt(rounds.getRegionIterArgs().back(), 1);
  firstTile = m.select(isFirst, firstTile, m.i32(0));
  Value all = m.i32(llvm::divideCeil(form.columns(), tiles.columns));
  tilesInRange = m.select(goesOn, m.select(isFirst, tilesInRange, all), m.i32(0));
  SmallVector<Value> values;
  for (auto [zero, value] : llvm::zip(start.all(), rounds.getRegionIterArgs()))
    values.push_back(m.select(goesOn, zero, value));
  Sums sums = loop(Sums::like(start, values));
  Value holds = m.equalInt(m.i32(0), 0);
  for (size_t half = 0; half != kHalves; ++half)
    holds = m.both(holds, m.either(m.notBelow(rows[half], form.rows()), isAboveLimit(sums.maximum[half])));
  SmallVector<Value> yielded = sums.all();
  yielded.push_back(m.select(agree(holds), m.i32(0), m.i32(1)));
  scf::YieldOp::create(b, loc, yielded);
  return Sums::like(start, rounds.getResults());
}

Geometry AttentionEmitter::emit() {
  placeThread();
  loadRows();
  loadReads();
  std::tie(firstTile, tilesInRange) = columnTiles();
  int64_t blocks = llvm::divideCeil(form.rows(), kAttentionRows);
  for (size_t d = 0; d != blockDims(); ++d)
    blocks *= form.extents[d];
  if (form.limit && !form.isSoftmax) {
    Value skips = hasOrdinaryRows();
    firstTile = m.select(skips, firstTile, m.i32(0));
    tilesInRange = m.select(skips, tilesInRange, m.i32(llvm::divideCeil(form.columns(), tiles.columns)));
  }
  Sums sums = form.limit && form.isSoftmax ? loopTwice() : loop(zeros());
  outer.resize(blockDims());
  store(sums);
  return {blocks, kAttentionThreads};
}

Geometry emitAttention(ModuleOp module, Location loc, StringRef symbol, const AttentionForm &form,
                       const KernelGraph &graph, ArrayRef<Type> types) {
  return AttentionEmitter(module, loc, symbol, form, graph, types).emit();
}

} // namespace shardwright::lower::cuda
