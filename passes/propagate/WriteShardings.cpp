#include "passes/propagate/WriteShardings.h"

#include "dialects/sharding/BorderAttributes.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

using sharding::SpecAttr;

namespace {
class Writer {
public:
  Writer(const ProgramGraph &program, const PropagationResult &result, mlir::FlatSymbolRefAttr mesh, bool close)
      : program_(program), result_(result), mesh_(mesh), close_(close) {}

  void writeFunction(mlir::func::FuncOp function);

private:
  void writeRegion(mlir::Region &region);
  void writeOp(mlir::Operation &op);
  void writeManual(sharding::ManualOp manual);
  const Sharding &before(size_t value) const { return program_.graph().values[value].sharding; }
  bool isNews(size_t value) const { return close_ || result_.shardings[value] != before(value); }
  SpecAttr spec(size_t value) const { return SpecAttr::get(mesh_, finished(value, result_.shardings[value])); }
  SpecAttr borderSpec(size_t value) const;
  Sharding finished(size_t value, Sharding sharding) const;

  const ProgramGraph &program_;
  const PropagationResult &result_;
  mlir::FlatSymbolRefAttr mesh_;
  bool close_;
  mlir::StringAttr specsName_ = mlir::StringAttr::get(mesh_.getContext(), sharding::kSpecsAttr);
};
} // namespace

Sharding withoutUnevenAdditions(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &written,
                                Sharding found) {
  for (size_t d = 0; d < found.dims.size(); ++d) {
    AxisList kept = d < written.dims.size() ? written.dims[d].axes : AxisList();
    if (!isPrefixOf(mesh, kept, found.dims[d].axes))
      continue;
    int64_t left = shape[d];
    int64_t given = numParts(mesh, kept);
    left = left % given == 0 ? left / given : 1;
    for (const AxisRef &axis : dropPrefix(mesh, found.dims[d].axes, kept)) {
      int64_t parts = axis.size(mesh);
      if (axis.sub || left % parts != 0)
        break;
      append(mesh, kept, axis);
      left /= parts;
    }
    found.dims[d].axes = std::move(kept);
  }
  return found;
}

Sharding Writer::finished(size_t value, Sharding sharding) const {
  const Sharding &written = before(value);
  for (size_t d = 0; d < sharding.dims.size(); ++d) {
    sharding.dims[d].label = d < written.dims.size() ? written.dims[d].label : AxisName();
    if (close_) {
      sharding.dims[d].open = false;
      sharding.dims[d].priority = 0;
    }
  }
  return sharding;
}

SpecAttr Writer::borderSpec(size_t value) const {
  Sharding found = result_.shardings[value];
  const PropagationGraph &graph = program_.graph();
  if (close_)
    found = withoutUnevenAdditions(graph.mesh, graph.values[value].shape, before(value), std::move(found));
  return SpecAttr::get(mesh_, finished(value, std::move(found)));
}

void Writer::writeFunction(mlir::func::FuncOp function) {
  sharding::BorderAttributes border(function);
  for (mlir::BlockArgument argument : function.getArguments())
    if (size_t value = program_.indexOf(argument); isNews(value))
      border.arguments[argument.getArgNumber()].set(sharding::kSpecAttr, borderSpec(value));
  for (unsigned k = 0, n = function.getNumResults(); k < n; ++k)
    if (size_t value = program_.resultIndex(k); isNews(value))
      border.results[k].set(sharding::kSpecAttr, borderSpec(value));
  border.writeTo(function);
  writeRegion(function.getBody());
}

void Writer::writeManual(sharding::ManualOp manual) {
  llvm::SmallVector<mlir::Attribute> ins, outs;
  for (unsigned k = 0, n = manual.getInputs().size(); k < n; ++k) {
    size_t value = program_.manualInput(manual, k);
    ins.push_back(isNews(value) ? spec(value) : manual.getInSpec(k));
  }
  for (auto [k, result] : llvm::enumerate(manual.getResults())) {
    size_t value = program_.indexOf(result);
    outs.push_back(isNews(value) ? spec(value) : manual.getOutSpec(k));
  }
  manual.setInSpecsAttr(mlir::ArrayAttr::get(manual.getContext(), ins));
  manual.setOutSpecsAttr(mlir::ArrayAttr::get(manual.getContext(), outs));
  writeRegion(manual.getBody());
}

void Writer::writeOp(mlir::Operation &op) {
  if (auto manual = llvm::dyn_cast<sharding::ManualOp>(op))
    return writeManual(manual);
  bool news = llvm::any_of(op.getResults(), [&](mlir::Value result) { return isNews(program_.indexOf(result)); });
  if (llvm::isa<sharding::ConstraintOp, sharding::ReshardOp>(op)) {
    if (news)
      sharding::setSpec(op.getResult(0), spec(program_.indexOf(op.getResult(0))));
  } else if (news) {
    llvm::SmallVector<mlir::Attribute> specs;
    for (mlir::Value result : op.getResults())
      specs.push_back(spec(program_.indexOf(result)));
    op.setAttr(specsName_, mlir::ArrayAttr::get(op.getContext(), specs));
  }
  if (llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
    for (mlir::Region &region : op.getRegions())
      writeRegion(region);
}

void Writer::writeRegion(mlir::Region &region) {
  for (mlir::Block &block : region)
    for (mlir::Operation &op : block.without_terminator())
      writeOp(op);
}

void writeShardings(mlir::func::FuncOp function, const ProgramGraph &program, const PropagationResult &result,
                    mlir::FlatSymbolRefAttr mesh, bool close) {
  Writer(program, result, mesh, close).writeFunction(function);
}

} // namespace shardwright
