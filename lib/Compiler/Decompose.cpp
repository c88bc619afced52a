#include "lib/Compiler/Decompose.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "passes/common/Executions.h"
#include "passes/lower/DecomposeCollectives.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>

namespace shardwright::compiler {
namespace {

/// Operations in all programs whose steps are estimated to choose between kinds: those that promise most are looked at,
/// more of them in small programs.
constexpr size_t kMostEstimated = 150000, kLeastKinds = 4;

/// Collectives that are decided on together, with how they would be taken apart.
struct Kind {
  llvm::SmallVector<mlir::Operation *> ops;
  lower::DecomposeOptions options;
  double gain = 0; ///< seconds of a step, if nothing else runs beside them
};

/// Equal for collectives between whose products and types nothing differs.
std::vector<const void *> kindOf(llvm::ArrayRef<mlir::Operation *> ops) {
  std::vector<const void *> kind;
  for (mlir::Operation *op : ops) {
    mlir::NamedAttrList attributes(op->getAttrDictionary());
    attributes.erase("cause");
    kind.push_back(op->getName().getAsOpaquePointer());
    kind.push_back(attributes.getDictionary(op->getContext()).getAsOpaquePointer());
    for (mlir::Type type :
         llvm::concat<mlir::Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
      kind.push_back(type.getAsOpaquePointer());
  }
  return kind;
}

/// What a collective is taken from its program by: any of the forms below applies to the same ops.
lower::DecomposeOptions anyForm() {
  lower::DecomposeOptions options;
  options.pieces = 1;
  return options;
}

/// A ring in one direction or two, or pieces; with or without products that sum over what is gathered.
std::vector<lower::DecomposeOptions> formsOf() {
  std::vector<lower::DecomposeOptions> forms;
  for (bool contracting : {true, false}) {
    lower::DecomposeOptions form;
    form.contracting = contracting;
    forms.push_back(form);
    form.bothWays = true;
    forms.push_back(form);
    form.bothWays = false;
    for (int64_t pieces : {2, 4, 8}) {
      form.pieces = pieces;
      forms.push_back(form);
    }
  }
  return forms;
}

class FormChooser {
public:
  FormChooser(mlir::ModuleOp module, const Target &target, const CostModel &machine)
      : module(module), target(target), machine(machine) {}

  /// Null: the program stays as it is.
  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  mlir::OwningOpRef<mlir::ModuleOp> with(const llvm::BitVector &chosen) const;
  void findKinds();
  void choose(Kind &kind, double executions) const;
  mlir::OwningOpRef<mlir::ModuleOp> alone(mlir::Operation *collective, mlir::Operation *&copy) const;
  std::optional<double> seconds(mlir::ModuleOp program) const;
  double peakOf(mlir::ModuleOp program) const;
  /// Within the memory, or in no more than the program needs anyway.
  bool fits(mlir::ModuleOp program);

  mlir::ModuleOp module;
  const Target &target;
  const CostModel &machine;
  std::vector<Kind> kinds;
  std::optional<double> peakBefore;
};

std::optional<double> FormChooser::seconds(mlir::ModuleOp program) const {
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(program, machine, target.host);
  return estimate.ok() ? std::optional(estimate->seconds()) : std::nullopt;
}

double FormChooser::peakOf(mlir::ModuleOp program) const {
  return static_cast<double>(estimate::memoryOf(program, estimate::onMachine(target.host, machine)).peak);
}

bool FormChooser::fits(mlir::ModuleOp program) {
  const double peak = peakOf(program);
  if (peak <= memoryLimitOn(target, machine))
    return true;
  if (!peakBefore)
    peakBefore = peakOf(module);
  return peak <= *peakBefore;
}

/// A program of a collective and what would be decomposed with it, on arguments.
mlir::OwningOpRef<mlir::ModuleOp> FormChooser::alone(mlir::Operation *collective, mlir::Operation *&copy) const {
  llvm::SmallVector<mlir::Operation *> ops = lower::decomposedOps(collective, anyForm());
  llvm::SetVector<mlir::Operation *> inside(ops.begin(), ops.end());
  llvm::SetVector<mlir::Value> arguments;
  llvm::SmallVector<mlir::Value> results;
  for (mlir::Operation *op : ops) {
    for (mlir::Value operand : op->getOperands())
      if (!inside.contains(operand.getDefiningOp()))
        arguments.insert(operand);
    for (mlir::Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(), [&](mlir::Operation *user) { return inside.contains(user); }))
        results.push_back(result);
  }
  mlir::OwningOpRef<mlir::ModuleOp> program = mlir::ModuleOp::create(collective->getLoc());
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(program->getBody());
  b.clone(*sharding::lookupMeshOp(collective));
  auto type =
      b.getFunctionType(mlir::ValueRange(arguments.getArrayRef()).getTypes(), mlir::ValueRange(results).getTypes());
  auto function = mlir::func::FuncOp::create(b, collective->getLoc(), "main", type);
  b.setInsertionPointToEnd(function.addEntryBlock());
  mlir::IRMapping mapping;
  for (auto [argument, own] : llvm::zip_equal(arguments, function.getArguments()))
    mapping.map(argument, own);
  for (mlir::Operation *op : ops) {
    mlir::Operation *own = b.clone(*op, mapping);
    copy = op == collective ? own : copy;
  }
  mlir::func::ReturnOp::create(b, collective->getLoc(),
                               llvm::map_to_vector(results, [&](mlir::Value value) { return mapping.lookup(value); }));
  return program;
}

/// The best form for one of a kind by itself.
void FormChooser::choose(Kind &kind, double executions) const {
  mlir::Operation *collective = kind.ops.front();
  mlir::Operation *copy = nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> plain = alone(collective, copy);
  const std::optional<double> before = seconds(*plain);
  if (!before)
    return;
  std::optional<double> best;
  for (const lower::DecomposeOptions &form : formsOf()) {
    mlir::OwningOpRef<mlir::ModuleOp> decomposed = alone(collective, copy);
    if (!lower::decomposeCollective(copy, form))
      continue;
    if (std::optional<double> after = seconds(*decomposed); after && *after < best.value_or(*before)) {
      best = after;
      kind.options = form;
    }
  }
  kind.gain = best ? (*before - *best) * executions : 0;
}

void FormChooser::findKinds() {
  std::map<std::vector<const void *>, size_t> numbers;
  const ExecutionCounts counts(module);
  std::vector<double> executions;
  module.walk([&](mlir::Operation *op) {
    llvm::SmallVector<mlir::Operation *> ops = lower::decomposedOps(op, anyForm());
    if (ops.empty() || counts.of(op).times == 0)
      return;
    auto [place, isNew] = numbers.try_emplace(kindOf(ops), kinds.size());
    if (isNew) {
      kinds.emplace_back();
      executions.push_back(0);
    }
    kinds[place->second].ops.push_back(op);
    executions[place->second] += static_cast<double>(counts.of(op).times);
  });
  for (auto [kind, times] : llvm::zip_equal(kinds, executions))
    choose(kind, times);
  llvm::erase_if(kinds, [](const Kind &kind) { return kind.gain <= 0; });
  llvm::stable_sort(kinds, [](const Kind &a, const Kind &b) { return a.gain > b.gain; });
}

mlir::OwningOpRef<mlir::ModuleOp> FormChooser::with(const llvm::BitVector &chosen) const {
  mlir::IRMapping mapping;
  mlir::OwningOpRef<mlir::ModuleOp> program = llvm::cast<mlir::ModuleOp>(module->clone(mapping));
  for (unsigned number : chosen.set_bits())
    for (mlir::Operation *op : kinds[number].ops)
      (void)lower::decomposeCollective(mapping.lookup(op), kinds[number].options);
  return program;
}

/// Of all kinds and none the better, then one kind after the other: in or out. What is sent in one piece may keep the
/// pieces of others waiting, so that some pay only together.
mlir::OwningOpRef<mlir::ModuleOp> FormChooser::run() {
  findKinds();
  mlir::OwningOpRef<mlir::ModuleOp> best;
  std::optional<double> least = kinds.empty() ? std::nullopt : seconds(module);
  if (!least)
    return best;
  size_t ops = 1;
  module.walk([&](mlir::Operation *) { ++ops; });
  kinds.resize(std::min(kinds.size(), std::max(kMostEstimated / ops, kLeastKinds)));
  llvm::BitVector chosen(kinds.size(), false);
  auto tryOut = [&](const llvm::BitVector &other) {
    mlir::OwningOpRef<mlir::ModuleOp> program = with(other);
    std::optional<double> after = seconds(*program);
    if (!after || *after >= *least || !fits(*program))
      return;
    least = after;
    chosen = other;
    best = std::move(program);
  };
  tryOut(llvm::BitVector(kinds.size(), true));
  for (unsigned number = 0; number < kinds.size(); ++number) {
    llvm::BitVector other = chosen;
    tryOut(other.flip(number));
  }
  return best;
}

} // namespace

bool decomposesInLowering(const Target &target) {
  return target.host.overlap && target.host.decomposition && target.host.target.traits.startsCollectives;
}

absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> decomposeWhereShorter(mlir::ModuleOp module, const Target &target) {
  mlir::OwningOpRef<mlir::ModuleOp> none;
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(module);
  if (mlir::failed(mesh))
    return none;
  absl::StatusOr<CostModel> machine = makeCostModel(target.machine, *mesh);
  if (!machine.ok())
    return machine.status();
  if (!machine->hidesTimedSends())
    return none;
  return FormChooser(module, target, *machine).run();
}

} // namespace shardwright::compiler
