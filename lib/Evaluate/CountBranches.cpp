// As passes/common/Executions.h counts branches on operations.
#include "lib/Evaluate/DeviceProgram.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Form = ShardingProblem::Region::Form;

struct Load {
  double bytes = 0, flops = 0;

  void add(const Load &other, double times) {
    bytes += other.bytes * times;
    flops += other.flops * times;
  }
  bool isMoreThan(const Load &other) const { return std::pair(bytes, flops) > std::pair(other.bytes, other.flops); }
};

class BranchCounter {
public:
  BranchCounter(DeviceProgram &program, const Mesh &mesh) : program(program), mesh(mesh) {}

  Load loadOf(uint32_t block) {
    Load sum;
    for (OpId number : program.liveOps(block)) {
      const DeviceOp &op = program.ops[number];
      if (op.runs == DeviceOp::Runs::Region)
        sum.add(loadOfRegion(program.regions[op.region]), 1);
      else if (op.runs == DeviceOp::Runs::Collective)
        sum.bytes += op.communication->bytes * wireFactor(op.communication->op, numParts(mesh, op.communication->axes));
      else
        sum.flops += flopsOf(op);
    }
    return sum;
  }

private:
  Load loadOfRegion(DeviceRegion &region) {
    Load sum;
    for (auto [number, block] : llvm::enumerate(region.blocks)) {
      Load load = loadOf(block);
      if (region.form == Form::Loop) {
        sum.add(load, region.trips.value_or(1) + (number == 0 ? 1 : 0));
      } else if (number == 0 || load.isMoreThan(sum)) {
        sum = load;
        region.counted = static_cast<uint32_t>(number);
      }
    }
    return sum;
  }

  double elementsOf(LocalId value) const { return program.values[value].bytes() / program.values[value].elementBytes; }

  double flopsOf(const DeviceOp &op) const {
    if (op.product)
      return op.product->flops();
    const Kind kind = op.form ? op.form->kind : Kind::Other;
    const bool computes = kind == Kind::Elementwise || kind == Kind::Reduction || kind == Kind::Window ||
                          kind == Kind::Scatter || (kind == Kind::Other && op.runs == DeviceOp::Runs::Library);
    if (!computes || op.results.empty())
      return 0;
    double elements = elementsOf(op.results.front());
    return op.form->hasRegions ? std::max(elements, elementsOf(op.operands.front())) : elements;
  }

  DeviceProgram &program;
  const Mesh &mesh;
};

} // namespace

void countBranches(DeviceProgram &program, const Mesh &mesh) {
  if (llvm::any_of(program.regions, [](const DeviceRegion &region) { return region.form == Form::Branches; }))
    BranchCounter(program, mesh).loadOf(0);
}

} // namespace shardwright::evaluation
