#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;

constexpr size_t kRanks = 16; ///< beyond, a change of width is left as it is

/// Repeats elements along a new last dimension.
const fusion::OpForm &repeatForm(size_t rank) {
  static const std::vector<fusion::OpForm> forms = [] {
    std::vector<fusion::OpForm> all(kRanks);
    for (size_t rank = 0; rank < all.size(); ++rank) {
      all[rank].kind = Kind::Broadcast;
      llvm::append_range(all[rank].dims, llvm::seq<int64_t>(0, static_cast<int64_t>(rank)));
    }
    return all;
  }();
  return forms[rank];
}

class Preparation {
public:
  Preparation(DeviceProgram &program, const Mesh &mesh, uint32_t block) : program(program), mesh(mesh), block(block) {}

  void run() {
    for (OpId number : program.liveOps(block)) {
      if (program.ops[number].ownBlock)
        sliceOwnBlock(program.ops[number]);
      else if (isBitcast(program.ops[number]))
        shift(program.ops[number]);
      before = number;
    }
  }

private:
  LocalEmitter emit() const { return LocalEmitter(program, mesh, block, before); }

  void sliceOwnBlock(DeviceOp &op) {
    LocalEmitter emitter = emit();
    const AxisList &axes = op.ownBlock->axes;
    const size_t dim = op.ownBlock->dim;
    auto *known = llvm::find_if(indices, [&](const auto &index) { return index.first == axes; });
    if (known == indices.end()) {
      indices.push_back({axes, emitter.axisIndex(axes)});
      known = &indices.back();
    }
    const Elements elements{program.values[op.results.front()].elementBytes, 0, op.form->isComplex};
    const int64_t part = program.values[op.results.front()].shape[dim];
    Shape padded = program.values[op.operands.front()].shape;
    const bool isUneven = part * numParts(mesh, axes) != padded[dim];
    padded[dim] = part * numParts(mesh, axes);
    if (isUneven)
      op.operands.front() = emitter.pad(op.operands.front(), Shape(padded.size(), 0), padded, elements);
    const Elements positions = positionsUpTo(padded[dim]);
    LocalId zero = emitter.splat({}, positions, 0), index = emitter.convert(known->second, kInt32, positions);
    LocalId start = emitter.binary('*', index, emitter.splat({}, positions, part), positions);
    for (size_t d = 0; d < padded.size(); ++d)
      op.operands.push_back(d == dim ? start : zero);
    op.ownBlock.reset();
  }

  /// Between widths: as many bits, but not as many elements.
  bool isBitcast(const DeviceOp &op) const {
    return op.form && op.form->kind == Kind::Elementwise && op.operands.size() == 1 &&
           program.values[op.operands.front()].shape.size() != program.values[op.results.front()].shape.size() &&
           program.values[op.operands.front()].shape.size() < kRanks;
  }

  /// The bits of one element are those of several; what is left of the op is a change of type.
  void shift(DeviceOp &op) {
    LocalEmitter emitter = emit();
    LocalId value = op.operands.front();
    const Shape from = program.values[value].shape, to = program.values[op.results.front()].shape;
    const Elements wide{std::max(program.values[value].elementBytes, program.values[op.results.front()].elementBytes),
                        0};
    const Elements narrow{std::min(program.values[value].elementBytes, program.values[op.results.front()].elementBytes),
                          1};
    if (to.size() > from.size()) {
      LocalId spread = emitter.make(repeatForm(from.size()), {value}, to, wide),
              place = emitter.iota(to, from.size(), wide);
      place = emitter.binary('*', place, emitter.splat(to, wide, 8 * static_cast<int64_t>(narrow.bytes)), wide);
      op.operands.front() = emitter.convert(emitter.binary('>', spread, place, wide), wide, narrow);
      return;
    }
    std::optional<LocalId> sum;
    for (int64_t piece = 0; piece < from.back(); ++piece) {
      LocalId part = emitter.reshape(emitter.slice(value, from.size() - 1, piece, piece + 1, narrow), to, narrow);
      part = emitter.convert(part, narrow, wide);
      part = emitter.binary('l', part, emitter.splat(to, wide, piece * 8 * static_cast<int64_t>(narrow.bytes)), wide);
      sum = sum ? emitter.binary('|', *sum, part, wide) : part;
    }
    op.operands.front() = *sum;
  }

  DeviceProgram &program;
  const Mesh &mesh;
  const uint32_t block;
  llvm::SmallVector<std::pair<AxisList, LocalId>> indices; ///< the device's number of block, along axes
  OpId before = kNone;
};

} // namespace

void prepare(DeviceProgram &program, const Mesh &mesh) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    Preparation(program, mesh, block).run();
}

} // namespace shardwright::evaluation
