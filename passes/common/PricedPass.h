#ifndef PASSES_COMMON_PRICEDPASS_H
#define PASSES_COMMON_PRICEDPASS_H

#include "dialects/sharding/Shardings.h"
#include "passes/common/PhasePass.h"
#include "passes/common/SharedCostModel.h"

namespace shardwright {

/// A pass whose decisions have a price: on the machine that its options name, or that its pipeline shares.
template <typename Pass, ProgramForm form> class PricedPass : public PhasePass<Pass, form> {
public:
  PricedPass() = default;
  PricedPass(const PricedPass &other) : PhasePass<Pass, form>(other), shared(other.shared) {}

  void priceBy(std::shared_ptr<SharedCostModel> model) {
    topology = model->options().topology;
    order = model->options().order;
    shared = std::move(model);
  }

protected:
  /// Of the program's mesh on the machine. Null where the program has no mesh, so that there is nothing to price; and,
  /// with a diagnostic, where the pass fails: the mesh does not fit the machine, or there is none of that name.
  const CostModel *costsOfProgram() {
    mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(this->getOperation());
    if (mlir::failed(mesh))
      return nullptr;
    if (!shared)
      shared = std::make_shared<SharedCostModel>(MachineOptions{topology, order});
    absl::StatusOr<const CostModel *> costs = shared->on(*mesh);
    if (costs.ok())
      return *costs;
    this->getOperation().emitError(std::string(costs.status().message()));
    this->signalPassFailure();
    return nullptr;
  }

  /// Of the model that costsOfProgram() gave.
  ReshardCache &reshards() { return shared->reshards(); }

private:
  using Text = typename PhasePass<Pass, form>::template Option<std::string>;
  Text topology{*this, "topology", llvm::cl::init(""),
                llvm::cl::desc("the machine that decisions are priced for: a shipped name or FILE.json (default: "
                               "flat, an order by bytes)")};
  Text order{*this, "order", llvm::cl::init(""),
             llvm::cl::desc("the mesh's axes on it from the outermost to the innermost, by comma")};
  std::shared_ptr<SharedCostModel> shared;
};

/// The pass, priced by the model of its pipeline where it has one.
template <typename Pass>
std::unique_ptr<Pass> pricedBy(std::unique_ptr<Pass> pass, std::shared_ptr<SharedCostModel> costs) {
  if (costs)
    pass->priceBy(std::move(costs));
  return pass;
}

} // namespace shardwright

#endif // PASSES_COMMON_PRICEDPASS_H
