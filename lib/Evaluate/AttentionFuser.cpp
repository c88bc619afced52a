#include "lib/Evaluate/AttentionFuser.h"

#include "lib/Evaluate/LocalEmitter.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;
using Attention = ShardingProblem::Attention;
using Tensor = Attention::Tensor;

bool contains(llvm::ArrayRef<size_t> sorted, size_t op) { return std::binary_search(sorted.begin(), sorted.end(), op); }

} // namespace

AttentionFuser::AttentionFuser(Instantiation &instantiation, CommonRemover &common)
    : instantiation(instantiation), common(common), program(instantiation.program),
      problem(instantiation.deviceOps.problem) {
  rates = cost::AttentionRates::of(instantiation.deviceOps.costs.device().device());
  if (!rates || problem.attention.empty())
    return;
  makers.resize(problem.values.size());
  for (auto [number, op] : llvm::enumerate(problem.ops))
    for (size_t result : op.results)
      makers[result] = number;
  groupsOf.resize(problem.ops.size());
  for (size_t number = 0; number < problem.attention.size(); ++number) {
    const Attention &what = problem.attention[number];
    Group &group = groups.emplace_back();
    group.what = &what;
    group.isDirty = true;
    dirty.push_back(static_cast<uint32_t>(number));
    for (llvm::ArrayRef<size_t> ops : {llvm::ArrayRef(what.ops), llvm::ArrayRef(what.feeders)})
      for (size_t op : ops)
        groupsOf[op].push_back(static_cast<uint32_t>(number));
    auto forEdges = [&](llvm::ArrayRef<size_t> ops, auto body) {
      for (size_t op : ops)
        for (auto [operand, value] : llvm::enumerate(problem.ops[op].operands))
          body(Edge{op, operand, problem.values[value].root});
    };
    // What rows have of the softmax comes back repeated along the columns.
    for (llvm::ArrayRef<size_t> ops : {llvm::ArrayRef(what.ops), llvm::ArrayRef(what.feeders)})
      forEdges(ops, [&](Edge edge) {
        if (contains(what.ops, makers[edge.value]))
          group.inside.push_back(edge);
      });
    for (const Attention::Kernel &kernel : what.kernels) {
      std::vector<Edge> &entering = group.entering.emplace_back();
      forEdges(kernel.ops, [&](Edge edge) {
        if (!contains(kernel.ops, makers[edge.value]))
          entering.push_back(edge);
      });
      for (llvm::ArrayRef<Tensor> chain : kernel.outputs)
        for (const Tensor &link : chain)
          if (!llvm::is_contained(groupsOf[makers[link.value]], number))
            groupsOf[makers[link.value]].push_back(static_cast<uint32_t>(number));
    }
  }
}

void AttentionFuser::touch(OpId op) {
  const size_t around = instantiation.opAround(op);
  if (around >= groupsOf.size())
    return;
  for (uint32_t number : groupsOf[around])
    if (!std::exchange(groups[number].isDirty, true))
      dirty.push_back(number);
}

bool AttentionFuser::update() {
  if (groups.empty())
    return false;
  for (llvm::ArrayRef<OpId> ops :
       {llvm::ArrayRef(program.added), llvm::ArrayRef(program.dropped), llvm::ArrayRef(program.rewired)})
    llvm::for_each(ops, [&](OpId op) { touch(op); });
  bool isChanged = false;
  llvm::sort(dirty);
  for (uint32_t number : dirty) {
    Group &group = groups[number];
    group.isDirty = false;
    std::optional<Fused> now = fusedNow(group);
    if (now == group.fused)
      continue;
    drop(group);
    group.fused = std::move(now);
    make(group);
    isChanged = true;
  }
  dirty.clear();
  if (isChanged)
    instantiation.order();
  return isChanged;
}

//===--- What is fused ---===//

/// Of places in the space alone, not of the device's: as ScoreGraph::isOfIndices.
bool AttentionFuser::isOfIndices(LocalId value) const {
  const OpId maker = program.values[value].maker;
  if (maker == kNone)
    return false;
  const DeviceProgram::Op &op = program.ops[maker];
  switch (op.what->kind()) {
  case Kind::Splat:
    return true;
  case Kind::Made:
    return op.operands.empty();
  case Kind::Elementwise:
  case Kind::Broadcast:
  case Kind::Transpose:
  case Kind::Reshape:
    return llvm::all_of(op.operands, [&](LocalId operand) { return isOfIndices(operand); });
  default:
    return false;
  }
}

/// Whether kernels compute it of what its maker reads: as ScoreGraph::build. Where rows are split, their first one is
/// none of that: it follows from the device's place.
bool AttentionFuser::isComputedAtPoints(const Group &group, LocalId value) const {
  const DeviceProgram::Op &op = program.ops[program.values[value].maker];
  if (op.what->kind() != Kind::Elementwise)
    return op.what->kind() == Kind::Broadcast || op.what->kind() == Kind::Transpose ||
           op.what->kind() == Kind::Reshape || isOfIndices(value);
  const Shape &extents =
      program.values[instantiation.madeFor(problem.ops[group.what->space].results.front())].array->shape;
  const fusion::AttentionKernel &form = group.what->kernels.front().form;
  const int64_t rows = extents[static_cast<size_t>(form.rows)], columns = extents[static_cast<size_t>(form.columns)];
  const Shape &shape = program.values[value].array->shape;
  const bool spans =
      llvm::is_contained(shape, columns) && llvm::count(shape, rows) > static_cast<int64_t>(rows == columns);
  return spans || isOfIndices(value);
}

/// What feeds an operand: behind ops on blocks that are computed at points, or in the order of reading.
void AttentionFuser::addReads(const Group &group, const Edge &edge, llvm::SmallVectorImpl<LocalId> &reads) const {
  const LocalId read = instantiation.readBy(edge.op, edge.operand);
  llvm::SmallVector<LocalId, 8> open{read};
  llvm::SmallDenseSet<LocalId, 16> seen{read};
  const bool isOwn = contains(group.what->ops, makers[edge.value]); // what another kernel makes
  while (!open.empty()) {
    const LocalId value = open.pop_back_val();
    const OpId maker = program.values[value].maker;
    if (!isOwn && maker != kNone) {
      const size_t around = instantiation.opAround(maker);
      const bool isSource = around < problem.ops.size() && problem.ops[around].made >= 0;
      if ((isSource ||
           (contains(group.what->feeders, around) && llvm::is_contained(instantiation.opsOf(around), maker))) &&
          isComputedAtPoints(group, value)) {
        for (LocalId operand : llvm::reverse(program.ops[maker].operands))
          if (seen.insert(operand).second)
            open.push_back(operand);
        continue;
      }
    }
    if (!llvm::is_contained(reads, value))
      reads.push_back(value);
  }
}

/// The last of a chain up to which every link reads the one before as it is made.
LocalId AttentionFuser::outputNow(llvm::ArrayRef<Tensor> chain, size_t &length) const {
  LocalId value = instantiation.madeFor(chain.front().value);
  for (length = 1; length < chain.size(); ++length) {
    const size_t op = makers[chain[length].value];
    if (!isOne(op) || instantiation.readBy(op, 0) != value)
      break;
    value = instantiation.madeFor(chain[length].value);
  }
  return value;
}

std::optional<AttentionFuser::Sum> AttentionFuser::sumNow(const Group &group, const Attention::Sum &sum,
                                                          const Fused &fused) const {
  Sum own;
  own.place = instantiation.opsOf(makers[sum.result.value]).front();
  LocalId vectors = instantiation.madeFor(sum.vectors.value);
  auto rankOf = [&](LocalId value) { return program.values[value].array->shape.size(); };
  auto unitOf = [&](LocalId value) {
    const OpId maker = program.values[value].maker;
    return maker == kNone ? problem.ops.size() : instantiation.opAround(maker);
  };
  for (const Kernel &kernel : llvm::drop_begin(fused.kernels))
    for (LocalId read : kernel.reads)
      if (read != vectors && unitOf(read) == unitOf(vectors) && rankOf(read) == rankOf(vectors) &&
          program.values[read].maker != kNone &&
          llvm::none_of(kernel.reads, [&](LocalId other) { return other == vectors; })) {
        vectors = read;
        own.isAligned = true;
      }
  size_t length = 0;
  llvm::ArrayRef<Tensor> chain = group.what->kernels.front().outputs.front();
  own.reads = {vectors, outputNow(chain, length)};
  own.sumsDims.assign(chain[length - 1].dims.begin(), chain[length - 1].dims.end());
  for (llvm::ArrayRef<Tensor> tensors : {llvm::ArrayRef(sum.factors), llvm::ArrayRef(sum.divisors)})
    for (const Tensor &tensor : tensors)
      own.reads.push_back(instantiation.madeFor(tensor.value));
  if (llvm::is_contained(own.reads, kNone))
    return std::nullopt;
  return own;
}

std::optional<AttentionFuser::Fused> AttentionFuser::fusedNow(const Group &group) const {
  const Attention &what = *group.what;
  const size_t result = problem.ops[what.space].results.front();
  if (!llvm::all_of(what.ops, [&](size_t op) { return isOne(op); }) ||
      !llvm::all_of(group.inside, [&](const Edge &edge) {
        return instantiation.readBy(edge.op, edge.operand) == instantiation.madeFor(edge.value);
      }))
    return std::nullopt;
  const Shape &extents = program.values[instantiation.madeFor(result)].array->shape,
              &whole = problem.values[result].shape;
  std::vector<cost::AttentionWork> works;
  for (const Attention::Kernel &kernel : what.kernels) {
    const auto rows = static_cast<size_t>(kernel.form.rows), columns = static_cast<size_t>(kernel.form.columns);
    if (extents[rows] < 2 || extents[columns] < 2)
      return std::nullopt;
    works.push_back(kernel.form.work(extents, extents[rows] == whole[rows] && extents[columns] == whole[columns]));
  }
  if (!fusion::paysOff(works, what.sums.size(), what.steps, extents, *rates))
    return std::nullopt;
  Fused fused;
  for (auto [kernel, entering, work] : llvm::zip_equal(what.kernels, group.entering, works)) {
    if (instantiation.opsOf(kernel.place).empty())
      return std::nullopt;
    Kernel own{cost::seconds(work, *rates), instantiation.opsOf(kernel.place).front(), {}, {}};
    for (const Edge &edge : entering)
      addReads(group, edge, own.reads);
    for (llvm::ArrayRef<Tensor> chain : kernel.outputs) {
      size_t length = 0;
      own.replaces.push_back(outputNow(chain, length));
      if (program.values[own.replaces.back()].maker == kNone)
        return std::nullopt;
    }
    fused.kernels.push_back(std::move(own));
  }
  for (const Attention::Sum &sum : what.sums) {
    std::optional<Sum> own = sumNow(group, sum, fused);
    if (!own)
      return std::nullopt;
    fused.sums.push_back(*std::move(own));
  }
  return fused;
}

//===--- What stands for it ---===//

void AttentionFuser::replace(Group &group, LocalId value, LocalId by) {
  const OpId op = program.values[value].maker;
  common.replace(op, by);
  group.replaced.push_back(op);
}

void AttentionFuser::makeKernel(Group &group, const Kernel &kernel) {
  static const fusion::OpForm other;
  DeviceOp call;
  call.runs = Runs::Library;
  call.form = &other;
  call.seconds = kernel.seconds;
  Fragment fragment;
  Fragment::Step step;
  for (LocalId read : kernel.reads) {
    call.reads.push_back(program.values[read].array);
    step.operands.push_back(static_cast<PartId>(step.operands.size()));
  }
  for (LocalId replaced : kernel.replaces)
    call.makes.push_back(program.values[replaced].array);
  step.op = instantiation.deviceOps.keep(std::move(call));
  fragment.steps.push_back(std::move(step));
  llvm::SmallVector<LocalId, 8> values(kernel.reads.begin(), kernel.reads.end());
  group.made.push_back(instantiation.addInFront(kernel.place, fragment, values));
  group.calls.push_back(group.made.back().front());
  instantiation.program.addLate(group.calls.back());
  for (auto [replaced, made] : llvm::zip_equal(kernel.replaces, llvm::ArrayRef(values).drop_front(kernel.reads.size())))
    replace(group, replaced, made);
}

const fusion::OpForm &AttentionFuser::form(Kind kind, llvm::ArrayRef<int64_t> dims) {
  const fusion::OpForm *&known = forms[{kind, dims.vec()}];
  if (!known) {
    fusion::OpForm form = formOf(kind, kInt32);
    form.dims.assign(dims.begin(), dims.end());
    if (kind == Kind::Reduction) {
      form.leading = 1;
      form.isSimple = form.hasRegions = true;
    }
    known = &instantiation.deviceOps.keep(std::move(form));
  }
  return *known;
}

namespace {

/// As passes/common/RowDot.cpp has it.
class SumEmitter {
public:
  using FormOf = llvm::function_ref<const fusion::OpForm &(Kind, llvm::ArrayRef<int64_t>)>;
  SumEmitter(LocalEmitter &emit, FormOf formOf, Elements wide) : emit(emit), formOf(formOf), wide(wide) {}

  /// Dimensions of one element left out, the others in the order of `wanted` and repeated along what is missing.
  PartId align(PartId value, llvm::ArrayRef<int64_t> dims, Elements elements, llvm::ArrayRef<int64_t> wanted,
               const Shape &shape) {
    Shape sizes;
    llvm::SmallVector<int64_t, 5> places, order;
    for (auto [dim, size] : llvm::zip_equal(dims, emit.shapeOf(value)))
      if (dim != Tensor::kOne) {
        sizes.push_back(size);
        places.push_back(llvm::find(wanted, dim) - wanted.begin());
        order.push_back(static_cast<int64_t>(order.size()));
      }
    if (sizes.size() != dims.size())
      value = emit.reshape(value, sizes, elements);
    llvm::sort(order, [&](int64_t a, int64_t b) { return places[a] < places[b]; });
    if (!llvm::is_sorted(order)) {
      Shape moved;
      for (int64_t dim : order)
        moved.push_back(sizes[dim]);
      value = emit.make(formOf(Kind::Transpose, order), {value}, moved, elements, likenessOf(order));
    }
    llvm::sort(places);
    if (emit.shapeOf(value) != shape)
      value = emit.make(formOf(Kind::Broadcast, places), {value}, shape, elements, likenessOf(places));
    return emit.convert(value, elements, wide);
  }

  PartId sumOfLast(PartId value) {
    Shape shape = emit.shapeOf(value);
    const auto last = static_cast<int64_t>(shape.size()) - 1;
    shape.pop_back();
    return emit.make(formOf(Kind::Reduction, last), {value, emit.splat({}, wide, 0)}, shape, wide,
                     llvm::hash_value('s'));
  }

private:
  static uint64_t likenessOf(llvm::ArrayRef<int64_t> dims) {
    return llvm::hash_combine_range(dims.begin(), dims.end());
  }

  LocalEmitter &emit;
  FormOf formOf;
  const Elements wide;
};

} // namespace

void AttentionFuser::makeSum(Group &group, const Sum &own, const Attention::Sum &sum) {
  llvm::SmallVector<const LocalArray *, 4> given;
  for (LocalId read : own.reads)
    given.push_back(program.values[read].array);
  const size_t result = sum.result.value;
  const Elements wide = elementsOf(problem.values[result]);
  LocalEmitter emit(instantiation.deviceOps, given);
  auto formOf = [&](Kind kind, llvm::ArrayRef<int64_t> dims) -> const fusion::OpForm & { return form(kind, dims); };
  SumEmitter sums(emit, formOf, wide);
  const LocalArray &made = *program.values[instantiation.madeFor(result)].array;
  llvm::SmallVector<int64_t, 5> dims(sum.result.dims);
  dims.push_back(Tensor::kDepth);
  Shape shape = made.shape;
  for (auto [dim, size] : llvm::zip_equal(sum.vectors.dims, given.front()->shape))
    if (dim == Tensor::kDepth)
      shape.push_back(size);
  const Elements vectors = elementsOf(problem.values[sum.vectors.value]);
  const Tensor &last = group.what->kernels.front().outputs.front().back();
  Elements summed = elementsOf(problem.values[last.value]);
  if (given[1]->elementBytes != summed.bytes)
    summed = wide;
  PartId left = own.isAligned && given.front()->shape.size() == dims.size()
                    ? emit.convert(0, vectors, wide)
                    : sums.align(0, sum.vectors.dims, vectors, dims, shape);
  PartId value = emit.binary('*', left, sums.align(1, own.sumsDims, summed, dims, shape), wide);
  value = sums.sumOfLast(value);
  PartId next = 2;
  auto scale = [&](llvm::ArrayRef<Tensor> tensors, char operation) {
    for (const Tensor &tensor : tensors) {
      const Elements elements = elementsOf(problem.values[tensor.value]);
      value =
          emit.binary(operation, value, sums.align(next++, tensor.dims, elements, sum.result.dims, made.shape), wide);
    }
  };
  scale(sum.factors, '*');
  scale(sum.divisors, '/');
  llvm::SmallVector<LocalId, 16> values(own.reads.begin(), own.reads.end());
  group.made.push_back(instantiation.addInFront(own.place, emit.fragment, values));
  replace(group, instantiation.madeFor(result), values[value]);
}

/// What others read first.
void AttentionFuser::make(Group &group) {
  if (!group.fused)
    return;
  makeKernel(group, group.fused->kernels.front());
  for (auto [own, sum] : llvm::zip_equal(group.fused->sums, group.what->sums))
    makeSum(group, own, sum);
  for (const Kernel &kernel : llvm::drop_begin(group.fused->kernels))
    makeKernel(group, kernel);
}

void AttentionFuser::drop(Group &group) {
  for (OpId op : group.replaced)
    common.replace(op, kNone);
  group.replaced.clear();
  for (OpId call : group.calls)
    instantiation.program.dropLate(call);
  group.calls.clear();
  for (llvm::ArrayRef<OpId> made : group.made)
    instantiation.dropInFront(made);
  group.made.clear();
}

} // namespace shardwright::evaluation
