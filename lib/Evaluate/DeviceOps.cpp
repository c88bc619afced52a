// What ops and changes of sharding are on one device, as the passes make them that make a program per-device.
#include "lib/Evaluate/DeviceOps.h"

#include "lib/Evaluate/LocalForm.h"
#include "lib/Evaluate/LocalWork.h"
#include "lib/Sharding/WordHash.h"
#include "shardwright/Fusion/Product.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <numeric>
#include <tuple>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;
using Library = ShardingProblem::LocalOp::Library;

double sentBytes(CollectiveKind op, int64_t members, size_t dim, const LocalArray &in, double out) {
  return bufferBytes(op, members, in.bytes, out, op == CollectiveKind::AllToAll ? in.shape[dim] : 1);
}

/// An op by a rule, itself.
class OwnOp {
public:
  OwnOp(const ShardingProblem &problem, const ShardingProblem::Op &op, const PlacementChoice &choice,
        LocalEmitter &emit)
      : problem(problem), op(op), opClass(problem.classes[op.opClass]), choice(choice), emit(emit) {}

  /// `shape`: of its result, where that is not the device's block.
  llvm::SmallVector<PartId, 1> add(llvm::ArrayRef<PartId> operands, const Shape *shape) {
    if (opClass.local.library == Library::Collective)
      return send(operands);
    if (std::unique_ptr<cost::ProductWork> small = smallProduct())
      return {addSmall(operands, std::move(small))};
    DeviceOp local;
    local.form = &opClass.local.form;
    // Of one class on the same blocks: it does the same, whatever they are blocks of.
    llvm::hash_code likeness = llvm::hash_value(op.opClass);
    llvm::SmallVector<const LocalArray *, 1> makes;
    for (auto [result, made] : llvm::zip_equal(op.results, choice.makes)) {
      const ShardingProblem::Value &whole = problem.values[result];
      makes.push_back(shape ? emit.all.array(*shape, static_cast<double>(whole.element.bytes))
                            : emit.all.array(made, whole));
      const Shape &own = makes.back()->shape;
      likeness = llvm::hash_combine(likeness, llvm::hash_combine_range(own.begin(), own.end()));
    }
    local.likeness = opClass.local.form.hasEffects ? 0 : static_cast<uint64_t>(likeness) | 1;
    setLibrary(local, operands, makes);
    llvm::SmallVector<PartId, 3> reads(operands);
    if (isChangeOfWidth(operands, makes))
      reads.front() = emit.shifted(reads.front(), *makes.front());
    PartId first = emit.place(std::move(local), reads, makes);
    llvm::SmallVector<PartId, 1> results(makes.size());
    std::iota(results.begin(), results.end(), first);
    return results;
  }

private:
  /// As many bits, but not as many elements.
  bool isChangeOfWidth(llvm::ArrayRef<PartId> operands, llvm::ArrayRef<const LocalArray *> makes) const {
    if (opClass.local.form.kind != Kind::Elementwise || operands.size() != 1)
      return false;
    const size_t rank = emit.shapeOf(operands.front()).size();
    return rank != makes.front()->shape.size() && rank <= LocalEmitter::kMostShifted;
  }

  /// A product that becomes a kernel; null: it does not.
  std::unique_ptr<cost::ProductWork> smallProduct() const {
    const Device &device = emit.all.costs.device().device();
    if (opClass.local.form.kind != Kind::Product || device.measured.isEmpty())
      return nullptr;
    cost::ProductWork product = localProduct(opClass, choice.placement, emit.mesh);
    return fusion::isSmallProduct(product, device.fusion) ? std::make_unique<cost::ProductWork>(product) : nullptr;
  }

  PartId addSmall(llvm::ArrayRef<PartId> operands, std::unique_ptr<cost::ProductWork> whole) {
    const ShardingProblem::Value &lhs = problem.values[op.operands[0]], &rhs = problem.values[op.operands[1]],
                                 &result = problem.values[op.results.front()];
    return emit.smallProduct({opClass.rule,
                              {elementsOf(lhs), elementsOf(rhs)},
                              sumOf(result),
                              elementsOf(result),
                              *emit.all.array(choice.makes.front(), result)},
                             operands, std::move(whole));
  }

  void setLibrary(DeviceOp &local, llvm::ArrayRef<PartId> operands, llvm::ArrayRef<const LocalArray *> makes) const {
    if (opClass.local.library == Library::None)
      return;
    local.runs = Runs::Library;
    if (opClass.local.library == Library::Product) {
      local.product = std::make_unique<cost::ProductWork>(localProduct(opClass, choice.placement, emit.mesh));
      return;
    }
    llvm::SmallVector<const LocalArray *, 4> reads;
    for (PartId operand : operands)
      reads.push_back(&emit.array(operand));
    local.seconds = librarySeconds(opClass, emit.all.costs, reads, makes);
  }

  /// A collective of the program's own.
  llvm::SmallVector<PartId, 1> send(llvm::ArrayRef<PartId> operands) {
    const ShardingProblem::LocalOp &runs = opClass.local;
    const auto dim = static_cast<size_t>(runs.dim);
    llvm::SmallVector<PartId, 1> results;
    for (auto [operand, result, sharding, from] : llvm::zip_equal(operands, op.results, choice.makes, op.operands)) {
      const ShardingProblem::Value &whole = problem.values[result], &sent = problem.values[from];
      const LocalArray &made = *emit.all.array(sharding, whole);
      double bytes = sentBytes(runs.collective, numParts(emit.mesh, runs.axes), dim, emit.array(operand), made.bytes);
      results.push_back(emit.send(
          operand,
          {runs.collective, runs.axes, runs.pairs, sent.element.name, sent.type, bytes, dim, runs.otherDim, runs.kind},
          made.shape, elementsOf(whole)));
    }
    return results;
  }

  const ShardingProblem &problem;
  const ShardingProblem::Op &op;
  const ShardingProblem::OpClass &opClass;
  const PlacementChoice &choice;
  LocalEmitter &emit;
};

/// Making it partial, of what may be there several times.
bool leavesAsItIs(const ReshardStep &step, bool isNeutral) {
  return step.op == ReshardOp::MakePartial &&
         (step.kind == ReductionKind::Max || step.kind == ReductionKind::Min || step.kind == ReductionKind::And ||
          step.kind == ReductionKind::Or || isNeutral);
}

PartId addStep(const ReshardStep &step, PartId value, const ShardingProblem::Value &whole, bool standsAlone,
               LocalEmitter &emit) {
  const Elements elements = elementsOf(whole);
  if (step.op == ReshardOp::Slice)
    return emit.ownBlock(value, *step.dim, step.axes, elements);
  if (step.op == ReshardOp::MakePartial) { // All but the first device of the group hold what changes nothing.
    PartId isFirst = emit.isFirst(step.axes);
    PartId nothing = emit.splat(emit.shapeOf(value), elements, numberOfIdentity(step.kind));
    return emit.select(isFirst, value, nothing, elements);
  }
  const LocalArray &made = *emit.all.array(step.localShape, elements.bytes);
  const CollectiveKind collective = *collectiveOf(step.op);
  double bytes =
      sentBytes(collective, numParts(emit.mesh, step.axes), step.dim.value_or(0), emit.array(value), made.bytes);
  Communication sent{collective, step.axes,  step.pairs,           whole.element.name,
                     whole.type, bytes,      step.dim.value_or(0), step.concatDim.value_or(0),
                     step.kind,  standsAlone};
  return emit.send(value, std::move(sent), made.shape, elements);
}

} // namespace

uint64_t Communication::likeness() const {
  llvm::hash_code hash =
      llvm::hash_combine(static_cast<int>(op), static_cast<int>(kind), dim, otherDim, type, axes.size());
  for (const AxisRef &axis : axes)
    hash = llvm::hash_combine(hash, axis);
  for (auto [from, to] : pairs)
    hash = llvm::hash_combine(hash, from, to);
  return hash;
}

const LocalArray *DeviceOps::array(llvm::ArrayRef<int64_t> shape, double elementBytes) {
  auto [place, isNew] = arrays.try_emplace({elementBytes, Shape(shape)});
  LocalArray &array = place->second;
  if (isNew) {
    array.shape = Shape(shape);
    array.elementBytes = elementBytes;
    array.bytes = elementBytes;
    for (int64_t size : shape) {
      array.elements *= size;
      array.bytes *= static_cast<double>(size);
    }
    array.number = static_cast<uint32_t>(arrays.size());
  }
  return &array;
}

const fusion::OpForm &DeviceOps::index() { return formOf(Kind::Index, kInt32); }

namespace {

uint64_t numberOf(const DeviceOp &op) {
  WordHash hash;
  hash.add(reinterpret_cast<uintptr_t>(op.form));
  hash.add(op.likeness);
  hash.add(static_cast<uint64_t>(op.preparedBytes));
  hash.add(static_cast<uint64_t>(op.runs) << 33 | uint64_t(op.isPreparation) << 32 | op.unprepared);
  for (llvm::ArrayRef<const LocalArray *> arrays : {llvm::ArrayRef(op.makes), llvm::ArrayRef(op.reads)}) {
    hash.add(arrays.size());
    llvm::for_each(arrays, [&](const LocalArray *array) { hash.add(array->number); });
  }
  llvm::for_each(op.neutral, [&](ReductionKind kind) { hash.add(static_cast<uint64_t>(kind)); });
  hash.add(llvm::bit_cast<uint64_t>(op.seconds));
  if (op.product)
    llvm::for_each(std::array{op.product->batch, op.product->m, op.product->n, op.product->k},
                   [&](int64_t size) { hash.add(static_cast<uint64_t>(size)); });
  if (op.communication) {
    hash.add(op.communication->likeness());
    hash.add(llvm::bit_cast<uint64_t>(op.communication->bytes));
  }
  return hash.get() >> 1;
}

bool areSame(const cost::ProductWork &a, const cost::ProductWork &b) {
  auto all = [](const cost::ProductWork &of) {
    return std::tie(of.type, of.batch, of.m, of.n, of.k, of.form, of.readBytes, of.writtenBytes, of.passes,
                    of.multiplyAdd);
  };
  return all(a) == all(b);
}

bool areSame(const Communication &a, const Communication &b) {
  auto all = [](const Communication &of) {
    return std::tie(of.op, of.pairs, of.priced, of.type, of.bytes, of.dim, of.otherDim, of.kind, of.staysAlone);
  };
  return a.axes == b.axes && all(a) == all(b);
}

template <typename T> bool areSame(const std::unique_ptr<T> &a, const std::unique_ptr<T> &b) {
  return a && b ? areSame(*a, *b) : !a && !b;
}

bool areAlike(const DeviceOp &a, const DeviceOp &b) {
  auto given = [](const DeviceOp &op) {
    return std::tie(op.form, op.likeness, op.runs, op.isPreparation, op.unprepared, op.preparedBytes, op.seconds);
  };
  return given(a) == given(b) && a.makes == b.makes && a.reads == b.reads && a.neutral == b.neutral &&
         areSame(a.product, b.product) && areSame(a.communication, b.communication);
}

} // namespace

const DeviceOp *DeviceOps::keep(DeviceOp &&op) {
  const DeviceOp *&same = known[numberOf(op)];
  if (same && areAlike(*same, op))
    return same;
  static const fusion::OpForm other;
  llvm::SmallVector<llvm::ArrayRef<int64_t>, 4> reads, makes;
  op.readBytes = op.preparedBytes;
  for (auto [place, array] : llvm::enumerate(op.reads)) {
    reads.push_back(array->shape);
    op.readBytes += !op.preparedBytes && place < op.unprepared ? static_cast<int64_t>(array->bytes) : 0;
  }
  for (const LocalArray *array : op.makes) {
    makes.push_back(array->shape);
    op.madeBytes += static_cast<int64_t>(array->bytes);
  }
  op.node = fusion::nodeOf(op.form ? *op.form : other, reads, makes);
  op.stays = op.runs == Runs::End || op.hasEffects() || (op.hasRegions() && op.kind() != Kind::Reduction);
  op.isInPlace = op.isPointwise() || (op.communication && op.communication->op == CollectiveKind::AllReduce);
  op.node.keepsLayout = op.communication && op.communication->op == CollectiveKind::AllReduce;
  op.number = ++numOps;
  op.node.kind = op.number << 1;
  if (op.communication) {
    const Communication &sent = *op.communication;
    op.price = &costs.collective({sent.op, sent.axes, sent.priced, sent.pairs});
    op.aloneSeconds = secondsOf(*op.price, sent.bytes);
    op.combineLimit = costs.bytesOfStart(*op.price);
    op.mayMerge = sent.op == CollectiveKind::Permute && op.reads.size() == 1 && rangeOfTargets(sent) &&
                  !sent.type.starts_with("complex");
    if (!sent.staysAlone)
      op.combineKind =
          combineKinds.try_emplace(sent.likeness() >> 1, static_cast<int64_t>(combineKinds.size())).first->second;
  }
  return same = new (ops.Allocate()) DeviceOp(std::move(op));
}

Fragment DeviceOps::ofRule(const ShardingProblem::Op &op, const PlacementChoice &choice,
                           llvm::ArrayRef<const LocalArray *> operands, const llvm::SmallBitVector &zeros) {
  LocalEmitter emit(*this, operands);
  OwnOp own(problem, op, choice, emit);
  llvm::SmallVector<PartId, 3> given(operands.size());
  std::iota(given.begin(), given.end(), 0u);
  emit.fragment.results = LocalForm(problem, op, choice, emit)
                              .append(
                                  given, [&](auto reads, const Shape *shape) { return own.add(reads, shape); },
                                  [&](PartId value) { return value < zeros.size() && zeros[value]; });
  return std::move(emit.fragment);
}

Fragment DeviceOps::ofReshard(const ReshardPlan &plan, const LocalArray *from, const ShardingProblem::Value &whole,
                              const Sharding &to, bool standsAlone, llvm::ArrayRef<ReductionKind> neutral) {
  LocalEmitter emit(*this, from);
  PartId value = 0;
  if (Shape shape = to.localShape(costs.mesh(), whole.shape); llvm::is_contained(shape, 0)) {
    value = emit.splat(shape, elementsOf(whole), 0); // Nobody has anything to send.
  } else {
    llvm::SmallVector<const ReshardStep *> steps;
    for (const ReshardStep &step : plan.steps)
      if (!leavesAsItIs(step, steps.empty() && llvm::is_contained(neutral, step.kind)))
        steps.push_back(&step);
    for (const ReshardStep *step : steps)
      value = addStep(*step, value, whole, standsAlone && step == steps.back(), emit);
  }
  emit.fragment.results.push_back(value);
  return std::move(emit.fragment);
}

Fragment DeviceOps::ofSource(int64_t made, const ShardingProblem::Value &whole, const Sharding &sharding) {
  const ShardingProblem::Made &source = problem.made[made];
  const Elements elements = elementsOf(whole);
  const Shape local = sharding.localShape(costs.mesh(), whole.shape);
  LocalEmitter emit(*this, {});
  PartId result;
  if (source.form.kind == Kind::Constant) {
    result = emit.make(source.form, {}, whole.shape, elements, llvm::hash_combine(made, 'w'));
    for (auto [dim, entry] : llvm::enumerate(sharding.dims))
      if (!entry.axes.empty())
        result = emit.ownBlock(result, dim, entry.axes, elements);
  } else if (source.countedDim >= 0) {
    const auto dim = static_cast<size_t>(source.countedDim);
    llvm::ArrayRef<AxisRef> axes = sharding.dims[dim].axes;
    Elements counted = positionsUpTo(local[dim] * numParts(costs.mesh(), axes));
    result = axes.empty() ? emit.iota(local, dim, elements)
                          : emit.convert(emit.positions(local, dim, axes), counted, elements);
  } else if (!source.neutral.empty()) {
    DeviceOp splat;
    splat.form = &formOf(Kind::Splat, elements);
    splat.neutral = source.neutral;
    result =
        emit.add(std::move(splat), {}, local, elements, llvm::hash_value(numberOfIdentity(source.neutral.front())));
  } else {
    result = emit.make(source.form, {}, local, elements, llvm::hash_combine(made, 'm'));
  }
  emit.fragment.results.push_back(result);
  return std::move(emit.fragment);
}

std::optional<std::pair<int64_t, int64_t>> DeviceOps::rangeOfTargets(const Communication &sent) {
  int64_t first = INT64_MAX, last = -1;
  for (auto [from, to] : sent.pairs) {
    first = std::min(first, to);
    last = std::max(last, to);
  }
  if (last - first + 1 != static_cast<int64_t>(sent.pairs.size()))
    return std::nullopt;
  return std::pair(first, last);
}

Fragment DeviceOps::ofMerged(llvm::ArrayRef<const DeviceOp *> permutes) {
  LocalEmitter emit(*this, permutes.front()->reads.front());
  Communication together = *permutes.front()->communication;
  for (const DeviceOp *permute : permutes.drop_front())
    llvm::append_range(together.pairs, permute->communication->pairs);
  const LocalArray &made = *permutes.front()->makes.front();
  const Elements elements{made.elementBytes, 0};
  const AxisList axes = together.axes;
  PartId joined = emit.send(0, std::move(together), made.shape, elements), index = emit.axisIndex(axes);
  for (const DeviceOp *permute : permutes) {
    auto [low, high] = *rangeOfTargets(*permute->communication);
    PartId from = emit.compare('>', index, emit.splat({}, kInt32, low));
    PartId to = emit.compare('<', index, emit.splat({}, kInt32, high));
    PartId isTarget = emit.binary('&', from, to, kBool), zeros = emit.splat(made.shape, elements, 0);
    emit.fragment.results.push_back(emit.select(isTarget, joined, zeros, elements));
  }
  return std::move(emit.fragment);
}

} // namespace shardwright::evaluation
