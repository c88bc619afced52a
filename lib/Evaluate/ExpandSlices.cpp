#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

void expandSlices(DeviceProgram &program, const Mesh &mesh) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    llvm::SmallVector<std::pair<AxisList, LocalId>> indices; ///< the device's number of block, along axes
    OpId before = kNone;
    for (OpId number : program.liveOps(block)) {
      DeviceOp &op = program.ops[number];
      if (op.ownBlock) {
        LocalEmitter emit(program, mesh, block, before);
        const AxisList &axes = op.ownBlock->axes;
        const size_t dim = op.ownBlock->dim;
        auto *known = llvm::find_if(indices, [&](const auto &index) { return index.first == axes; });
        if (known == indices.end()) {
          indices.push_back({axes, emit.axisIndex(axes)});
          known = &indices.back();
        }
        const Elements elements{program.values[op.results.front()].elementBytes, 0};
        const int64_t part = program.values[op.results.front()].shape[dim];
        Shape padded = program.values[op.operands.front()].shape;
        const bool isUneven = part * numParts(mesh, axes) != padded[dim];
        padded[dim] = part * numParts(mesh, axes);
        if (isUneven)
          op.operands.front() = emit.pad(op.operands.front(), Shape(padded.size(), 0), padded, elements);
        const Elements positions = positionsUpTo(padded[dim]);
        LocalId zero = emit.splat({}, positions, 0), index = emit.convert(known->second, kInt32, positions);
        LocalId start = emit.binary('*', index, emit.splat({}, positions, part), positions);
        for (size_t d = 0; d < padded.size(); ++d)
          op.operands.push_back(d == dim ? start : zero);
        op.ownBlock.reset();
      }
      before = number;
    }
  }
}

} // namespace shardwright::evaluation
