#include "lib/Compiler/Decompose.h"

#include "dialects/sharding/Shardings.h"
#include "lib/Compiler/Excerpt.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "passes/common/Executions.h"
#include "passes/common/OpCosts.h"
#include "passes/lower/ChunkRing.h"
#include "passes/lower/DecomposeCollectives.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/BitVector.h"

#include <limits>
#include <map>
#include <memory>

namespace shardwright::compiler {
namespace {

/// A stretch of a block of so many operations is estimated as a whole; of a longer one what is around a place, so many
/// on each side, where that is no more than the longest stretch.
constexpr size_t kLongestStretch = 1500, kMargin = 200;
/// Surroundings in which a kind is looked at, at most, and the share of its collectives that is enough.
constexpr size_t kMostSamples = 4;
constexpr double kShareSampled = 0.9;
/// Operations in all excerpts by which kinds are chosen: as many as the program has, or so many at least.
constexpr size_t kLeastEstimated = 40000;
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Where collectives of a kind stand alike: one of them, with what surrounds it.
struct Sample {
  mlir::Operation *op;
  const BlockPlaces *block;
  BlockPlaces::Range range;
  bool isWhole = false; ///< what surrounds it is a stretch with all of them in it
  double executions = 0;
};

/// Collectives that are decided on together: the same ones with the same products.
struct Kind {
  llvm::SmallVector<mlir::Operation *> ops;
  lower::DecomposeOptions form;
  double gain = 0; ///< seconds of a step, if nothing else runs beside them
  std::vector<Sample> samples;
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

/// A ring in one direction or two, or pieces; with or without products that sum over what is gathered, where there are
/// such.
std::vector<lower::DecomposeOptions> formsOf(mlir::Operation *collective) {
  std::vector<lower::DecomposeOptions> forms;
  lower::DecomposeOptions form = anyForm();
  const size_t all = lower::decomposedOps(collective, form).size();
  form.contracting = false;
  const bool hasContracting = lower::decomposedOps(collective, form).size() != all;
  for (bool contracting : {true, false}) {
    if (!contracting && !hasContracting)
      break;
    form.contracting = contracting;
    for (int64_t pieces : {0, 2, 4, 8}) {
      form.pieces = pieces;
      forms.push_back(form);
    }
    form.pieces = 0;
    form.bothWays = lower::ChunkRing(collective).size() > 2; // the neighbours of two are one
    if (form.bothWays)
      forms.push_back(form);
    form.bothWays = false;
  }
  return forms;
}

/// By kind: whether it is taken apart.
using Choice = llvm::BitVector;

class FormChooser {
public:
  FormChooser(mlir::ModuleOp module, const Target &target, const CostModel &machine)
      : module(module), target(target), machine(machine) {}

  /// Null: the program stays as it is.
  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  void findKinds();
  void chooseForm(Kind &kind) const;
  void addSamples(Kind &kind, const ExecutionCounts &counts);
  void limitEstimates();
  BlockPlaces::Range rangeOf(mlir::Operation *op, const BlockPlaces &block, bool &isWhole) const;
  double secondsOf(const Sample &sample, const Choice &chosen, std::optional<bool> own = std::nullopt);
  double gainOf(unsigned kind, Choice chosen);
  void improve(Choice &chosen);
  mlir::OwningOpRef<mlir::ModuleOp> with(const Choice &chosen) const;
  mlir::OwningOpRef<mlir::ModuleOp> ifShorter(Choice chosen, double than);
  std::optional<double> seconds(mlir::ModuleOp program) const;
  double peakOf(mlir::ModuleOp program) const;
  bool fits(mlir::ModuleOp program);

  mlir::ModuleOp module;
  const Target &target;
  const CostModel &machine;
  std::vector<Kind> kinds;
  llvm::DenseMap<mlir::Operation *, unsigned> kindOfOp;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<BlockPlaces>> blocks;
  /// Of excerpts, by the first op, the size, and what is chosen of the kinds in them.
  std::map<std::pair<const void *, std::vector<size_t>>, double> known;
  std::optional<double> peakBefore;
};

std::optional<double> FormChooser::seconds(mlir::ModuleOp program) const {
  absl::StatusOr<double> seconds = estimate::stepSeconds(program, machine, target.host);
  return seconds.ok() ? std::optional(*seconds) : std::nullopt;
}

double FormChooser::peakOf(mlir::ModuleOp program) const {
  return static_cast<double>(estimate::memoryOf(program, estimate::onMachine(target.host, machine)).peak);
}

/// Within the memory, or in no more than the program needs anyway.
bool FormChooser::fits(mlir::ModuleOp program) {
  // Without kernels, and with nothing written over in place, it needs no less.
  const double limit = memoryLimitOn(target, machine);
  if (static_cast<double>(peakBytes(program.lookupSymbol<mlir::func::FuncOp>("main").getBody().front())) <= limit)
    return true;
  const double peak = peakOf(program);
  if (peak <= limit)
    return true;
  if (!peakBefore)
    peakBefore = peakOf(module);
  return peak <= *peakBefore;
}

/// The best form for one of a kind, in a program of it and its products alone.
void FormChooser::chooseForm(Kind &kind) const {
  mlir::Operation *collective = kind.ops.front();
  const llvm::SmallVector<mlir::Operation *> ops = lower::decomposedOps(collective, anyForm());
  const std::optional<double> before = seconds(*excerptOf(ops).program);
  for (const lower::DecomposeOptions &form : formsOf(collective)) {
    if (!before || !lower::isDecomposable(collective, form))
      continue;
    Excerpt excerpt = excerptOf(ops);
    lower::decomposeCollective(excerpt.copies.lookup(collective), form);
    if (std::optional<double> after = seconds(*excerpt.program); after && *before - *after > kind.gain) {
      kind.gain = *before - *after;
      kind.form = form;
    }
  }
}

void FormChooser::findKinds() {
  std::map<std::vector<const void *>, size_t> numbers;
  const ExecutionCounts counts(module);
  module.walk([&](mlir::Operation *op) {
    llvm::SmallVector<mlir::Operation *> ops = lower::decomposedOps(op, anyForm());
    if (ops.empty() || counts.of(op).times == 0)
      return;
    auto [place, isNew] = numbers.try_emplace(kindOf(ops), kinds.size());
    if (isNew)
      kinds.emplace_back();
    kinds[place->second].ops.push_back(op);
  });
  for (Kind &kind : kinds) {
    chooseForm(kind);
    double executions = 0;
    for (mlir::Operation *op : kind.ops)
      executions += static_cast<double>(counts.of(op).times);
    kind.gain *= executions;
  }
  llvm::erase_if(kinds, [](const Kind &kind) { return kind.gain <= 0; });
  llvm::stable_sort(kinds, [](const Kind &a, const Kind &b) { return a.gain > b.gain; });
  for (Kind &kind : kinds)
    addSamples(kind, counts);
  llvm::erase_if(kinds, [](const Kind &kind) { return kind.samples.empty(); });
  limitEstimates();
  for (auto [number, kind] : llvm::enumerate(kinds))
    for (mlir::Operation *op : kind.ops)
      kindOfOp[op] = number;
}

/// A stretch between loops, or the middle of a longer one.
BlockPlaces::Range FormChooser::rangeOf(mlir::Operation *op, const BlockPlaces &block, bool &isWhole) const {
  const BlockPlaces::Range stretch = block.around(op, kLongestStretch);
  isWhole = stretch.size() <= kLongestStretch;
  return isWhole ? stretch : block.around(lower::decomposedOps(op, anyForm()), kMargin);
}

/// The surroundings that most of the kind have: of unrolled layers one.
void FormChooser::addSamples(Kind &kind, const ExecutionCounts &counts) {
  std::map<std::pair<const BlockPlaces *, BlockPlaces::Form>, size_t> numbers;
  std::vector<llvm::SmallVector<mlir::Operation *>> alike;
  auto blockOf = [&](mlir::Operation *op) -> const BlockPlaces & {
    std::unique_ptr<BlockPlaces> &block = blocks[op->getBlock()];
    if (!block)
      block = std::make_unique<BlockPlaces>(*op->getBlock());
    return *block;
  };
  for (mlir::Operation *op : kind.ops) {
    const BlockPlaces &block = blockOf(op);
    bool isWhole = false;
    const BlockPlaces::Range range = rangeOf(op, block, isWhole);
    if (range.size() > kLongestStretch)
      continue;
    auto [place, isNew] = numbers.try_emplace({&block, block.formOf(range)}, alike.size());
    if (isNew)
      alike.emplace_back();
    alike[place->second].push_back(op);
  }
  llvm::stable_sort(alike, [](const auto &a, const auto &b) { return a.size() > b.size(); });
  // Of many that are there as often, some from all over the program.
  const size_t often =
      static_cast<size_t>(llvm::count_if(alike, [&](const auto &ops) { return ops.size() == alike.front().size(); }));
  const size_t apart = std::max<size_t>(often / kMostSamples, 1);
  size_t covered = 0;
  for (size_t number = (apart - 1) / 2; number < alike.size(); number += apart) {
    const llvm::SmallVector<mlir::Operation *> &ops = alike[number];
    if (kind.samples.size() == kMostSamples || double(covered) >= kShareSampled * double(kind.ops.size()))
      break;
    covered += ops.size();
    Sample sample;
    sample.op = ops[ops.size() / 2]; // what is around it has its usual surroundings, too
    sample.block = &blockOf(sample.op);
    sample.range = rangeOf(sample.op, *sample.block, sample.isWhole);
    for (mlir::Operation *each : ops)
      sample.executions += static_cast<double>(counts.of(each).times);
    // Each execution of a stretch is one of all that are in it.
    if (sample.isWhole)
      sample.executions /= static_cast<double>(ops.size());
    kind.samples.push_back(sample);
  }
}

/// To the kinds that promise most.
void FormChooser::limitEstimates() {
  size_t most = 0, sum = 0;
  module.walk([&](mlir::Operation *) { ++most; });
  most = std::max(most, kLeastEstimated);
  for (auto [number, kind] : llvm::enumerate(kinds)) {
    for (const Sample &sample : kind.samples)
      sum += (sample.isWhole ? 2 : 4) * sample.range.size();
    if (number != 0 && sum > most)
      return kinds.resize(number);
  }
}

/// Of an excerpt, with what is chosen of all that lies in it. `own`: of the sample's own collective, instead.
double FormChooser::secondsOf(const Sample &sample, const Choice &chosen, std::optional<bool> own) {
  llvm::ArrayRef<mlir::Operation *> ops = sample.block->ops(sample.range);
  llvm::SmallVector<std::pair<mlir::Operation *, unsigned>> decomposed;
  std::vector<size_t> key{ops.size()};
  for (auto [place, op] : llvm::enumerate(ops))
    if (auto kind = kindOfOp.find(op);
        kind != kindOfOp.end() && (op == sample.op ? own.value_or(chosen[kind->second]) : chosen[kind->second])) {
      decomposed.push_back({op, kind->second});
      key.push_back(place);
    }
  auto [place, isNew] = known.try_emplace({ops.front(), std::move(key)});
  if (!isNew)
    return place->second;
  Excerpt excerpt = excerptOf(ops);
  for (auto [op, kind] : decomposed)
    (void)lower::decomposeCollective(excerpt.copies.lookup(op), kinds[kind].form);
  return place->second = seconds(*excerpt.program).value_or(kNever);
}

/// What a kind makes shorter, as the others are chosen. In a part of a stretch, the one in the middle alone, between
/// others of its kind that are taken apart and between such that are not: what is first there has nothing in front of
/// it to be hidden behind.
double FormChooser::gainOf(unsigned kind, Choice chosen) {
  double gain = 0;
  for (const Sample &sample : kinds[kind].samples) {
    double took[2] = {0, 0}; ///< out, in
    for (bool others : {false, true}) {
      chosen[kind] = others;
      for (bool own : {false, true})
        if (!sample.isWhole || own == others)
          took[own] += secondsOf(sample, chosen, own) * (sample.isWhole ? 1 : 0.5);
    }
    gain += (took[0] - took[1]) * sample.executions;
  }
  return gain;
}

/// One kind after the other: in or out, whichever makes its surroundings shorter as all others are chosen.
void FormChooser::improve(Choice &chosen) {
  for (unsigned kind = 0; kind < kinds.size(); ++kind)
    chosen[kind] = gainOf(kind, chosen) > 0;
}

mlir::OwningOpRef<mlir::ModuleOp> FormChooser::with(const Choice &chosen) const {
  mlir::IRMapping mapping;
  mlir::OwningOpRef<mlir::ModuleOp> program = llvm::cast<mlir::ModuleOp>(module->clone(mapping));
  for (unsigned number : chosen.set_bits())
    for (mlir::Operation *op : kinds[number].ops)
      (void)lower::decomposeCollective(mapping.lookup(op), kinds[number].form);
  return program;
}

/// What does not fit into the memory goes by halves, those that promise least first.
mlir::OwningOpRef<mlir::ModuleOp> FormChooser::ifShorter(Choice chosen, double than) {
  while (chosen.any()) {
    mlir::OwningOpRef<mlir::ModuleOp> program = with(chosen);
    std::optional<double> after = seconds(*program);
    if (!after || *after >= than)
      break;
    if (fits(*program))
      return program;
    for (size_t gone = (chosen.count() + 1) / 2; gone != 0; --gone)
      chosen.reset(static_cast<unsigned>(chosen.find_last()));
  }
  return {};
}

/// From all kinds and from none, as is better: what is sent in one piece may keep the pieces of others waiting, so that
/// some pay only together. Whether it pays in the step, the step says.
mlir::OwningOpRef<mlir::ModuleOp> FormChooser::run() {
  findKinds();
  std::optional<double> before = kinds.empty() ? std::nullopt : seconds(module);
  if (!before)
    return {};
  Choice all(kinds.size(), true), none(kinds.size(), false);
  double gain = 0;
  for (const Kind &kind : kinds)
    for (const Sample &sample : kind.samples)
      gain += (secondsOf(sample, none) - secondsOf(sample, all)) * sample.executions;
  Choice first = gain > 0 ? all : none, second = gain > 0 ? none : all;
  improve(first);
  if (mlir::OwningOpRef<mlir::ModuleOp> shorter = ifShorter(first, *before))
    return shorter;
  improve(second);
  return second == first ? nullptr : ifShorter(second, *before);
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
