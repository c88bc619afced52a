#include "shardwright/Fusion/OpForm.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

using Kind = OpForm::Kind;
using Sizes = llvm::ArrayRef<int64_t>;

/// Elements that lie together are read as one from so many on.
constexpr int64_t kTogether = 4;

int64_t product(Sizes sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    elements *= size;
  return elements;
}

Role roleOf(Kind kind) {
  if (kind <= Kind::Splat)
    return Role::Expression;
  if (kind == Kind::Reduction)
    return Role::Reduction;
  return kind <= Kind::Index ? Role::Light : Role::Heavy;
}

/// Whether the operand's dimensions are the result's first ones, but for those of one element.
bool broadcastsRows(Sizes from, Sizes to, Sizes dims) {
  llvm::SmallVector<int64_t> taken;
  for (auto [size, dim] : llvm::zip_equal(from, dims))
    if (size != 1)
      taken.push_back(dim);
  size_t next = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(to.size()) && next < taken.size(); ++d)
    if (to[d] != 1 && taken[next++] != d)
      return false;
  return next == taken.size();
}

bool keepsOrder(Sizes from, Sizes permutation) {
  llvm::SmallVector<int64_t> moved;
  for (int64_t dim : permutation)
    if (from[dim] != 1)
      moved.push_back(dim);
  return llvm::is_sorted(moved);
}

/// Whether the dimensions that are combined come last.
bool combinesRows(Sizes shape, Sizes dims) {
  bool inRow = true;
  for (auto d = static_cast<int64_t>(shape.size()); d-- > 0;) {
    bool isCombined = llvm::is_contained(dims, d);
    if (shape[d] == 1)
      continue;
    if (isCombined && !inRow)
      return false;
    inRow &= isCombined;
  }
  return true;
}

/// Elements that lie together of what is read or written at computed places.
int64_t runOf(const OpForm &form, Sizes array, Sizes window) {
  int64_t run = 1;
  for (size_t d = window.size(); d-- > 0;) {
    if (form.kind == Kind::Gather && !llvm::is_contained(form.dims, static_cast<int64_t>(d)))
      break;
    run *= window[d];
    if (form.kind != Kind::Gather && array[d] != window[d])
      break;
  }
  return run;
}

ProductOperand operandOf(Sizes shape, Sizes factors, int64_t contracted, Sizes others) {
  ProductOperand operand;
  operand.shape.assign(shape.begin(), shape.end());
  operand.strides = ProductOperand::stridesOf(shape);
  llvm::SmallVector<std::pair<int64_t, int64_t>, 4> batching, contracting; // by factor: dimensions
  for (auto [dim, factor] : llvm::enumerate(factors)) {
    if (factor >= contracted)
      contracting.push_back({factor, static_cast<int64_t>(dim)});
    else if (llvm::is_contained(others, factor))
      batching.push_back({factor, static_cast<int64_t>(dim)});
  }
  for (auto [pairs, dims] : {std::pair(&batching, &operand.batching), std::pair(&contracting, &operand.contracting)}) {
    llvm::sort(*pairs);
    llvm::append_range(*dims, llvm::make_second_range(*pairs));
  }
  return operand;
}

std::shared_ptr<const Layout> layoutOf(const OpForm &form, llvm::ArrayRef<Sizes> operands,
                                       llvm::ArrayRef<Sizes> results) {
  auto layout = std::make_shared<Layout>();
  if (form.kind == Kind::Product) {
    if (operands.size() != 2 || results.empty() || form.leading != operands[0].size() ||
        form.dims.size() != operands[0].size() + operands[1].size())
      return nullptr;
    Sizes lhs = Sizes(form.dims).take_front(form.leading), rhs = Sizes(form.dims).drop_front(form.leading);
    const auto contracted = static_cast<int64_t>(results.front().size());
    ProductDims &dims = layout->product;
    dims = {operandOf(operands[0], lhs, contracted, rhs), operandOf(operands[1], rhs, contracted, lhs)};
    const bool isProduct = dims.lhs.batching.size() == dims.rhs.batching.size() &&
                           dims.lhs.contracting.size() == dims.rhs.contracting.size() &&
                           dims.resultRank() == contracted;
    return isProduct ? layout : nullptr;
  }
  layout->isTranspose = form.kind == Kind::Transpose;
  const auto rank = static_cast<int64_t>(results.front().size());
  if (form.dims.size() != operands.front().size() ||
      (layout->isTranspose && form.dims.size() != results.front().size()) ||
      !llvm::all_of(form.dims, [&](int64_t dim) { return 0 <= dim && dim < rank; }))
    return nullptr;
  layout->dims.assign(form.dims.begin(), form.dims.end());
  layout->from.assign(operands.front().begin(), operands.front().end());
  return layout;
}

class Describer {
public:
  Describer(const OpForm &form, llvm::ArrayRef<Sizes> operands, llvm::ArrayRef<Sizes> results)
      : form(form), operands(operands), results(results), made(results.empty() ? 0 : product(results.front())) {}

  Use use(unsigned index) const {
    int64_t own = product(operands[index]);
    return {0, take(index), isApart(index, own), true, divisor(index, own), evaluations(index, own), run(index)};
  }

private:
  /// Operands that are written over.
  bool isTarget(unsigned index) const {
    return form.kind == Kind::Update ? index == 0 : form.kind == Kind::Scatter && index < form.leading;
  }

  Use::Form take(unsigned index) const {
    if (form.kind == Kind::Product)
      return Use::Form::ForProducts;
    bool isKernel = form.kind != Kind::Other && form.kind != Kind::Index && form.kind != Kind::Constant;
    return isKernel && !isTarget(index) ? Use::Form::Expression : Use::Form::Buffer;
  }

  int64_t divisor(unsigned index, int64_t own) const {
    if (form.kind == Kind::Reduction)
      return index < form.leading ? 1 : product(operands.front());
    if (results.empty() || own == 0)
      return 0;
    if (own == 1)
      return made;
    switch (form.kind) {
    case Kind::Broadcast:
      return broadcastsRows(operands[index], results.front(), form.dims) ? made / own : 0;
    case Kind::Transpose:
      return keepsOrder(operands[index], form.dims);
    case Kind::Reshape:
      return own == made;
    default:
      return form.kind == Kind::Elementwise;
    }
  }

  double evaluations(unsigned index, int64_t own) const {
    // A scalar is computed once, outside the loops.
    if (own == 1)
      return 1;
    switch (form.kind) {
    case Kind::Reduction:
    case Kind::Product:
    case Kind::Update:
    case Kind::Concatenate:
      return static_cast<double>(own);
    case Kind::Window:
      return static_cast<double>(made) * form.points;
    case Kind::Scatter:
      return static_cast<double>(product(operands.back()));
    case Kind::Slice:
      return static_cast<double>(made);
    case Kind::DynamicSlice:
    case Kind::Gather:
      return static_cast<double>(index == 0 ? made : std::max(made, own));
    default:
      return static_cast<double>(std::max(made, own));
    }
  }

  /// Of a transpose, whether the innermost dimension is another; of computed places, whether few lie together.
  bool isApart(unsigned index, int64_t own) const {
    if (own <= 1)
      return false;
    if (form.kind == Kind::Transpose && form.dims.size() == results.front().size())
      return innermost(results.front(), [&](size_t d) { return form.dims[d]; }) !=
             innermost(operands[index], [](size_t d) { return static_cast<int64_t>(d); });
    return index == 0 && (form.kind == Kind::Gather || form.kind == Kind::DynamicSlice) && run(index) < kTogether;
  }

  template <typename Name> static int64_t innermost(Sizes sizes, Name name) {
    for (size_t d = sizes.size(); d-- > 0;)
      if (sizes[d] != 1)
        return name(d);
    return -1;
  }

  int64_t run(unsigned index) const {
    if (index == 0 && (form.kind == Kind::DynamicSlice || form.kind == Kind::Gather))
      return runOf(form, operands[index], results.front());
    if (form.kind == Kind::Update && index == 0)
      return runOf(form, operands[0], operands[1]);
    return 0;
  }

  const OpForm &form;
  llvm::ArrayRef<Sizes> operands, results;
  const int64_t made;
};

} // namespace

Node nodeOf(const OpForm &form, llvm::ArrayRef<Sizes> operands, llvm::ArrayRef<Sizes> results) {
  Node node;
  node.role = roleOf(form.kind);
  node.isConstant = form.kind == Kind::Constant || form.kind == Kind::Splat;
  node.isSplat = form.kind == Kind::Splat;
  node.isReshape = form.kind == Kind::Reshape;
  node.isConcatenation = form.kind == Kind::Concatenate;
  node.isElsewhere = form.kind == Kind::Gather || form.kind == Kind::DynamicSlice || form.kind == Kind::Pad ||
                     form.kind == Kind::Concatenate;
  node.isComplex = form.isComplex;
  node.price = form.price;
  node.function = form.function;
  node.functionType = form.functionType;
  if (!results.empty() && node.role != Role::Heavy) {
    Sizes shape = form.kind == Kind::Reduction ? operands.front() : results.front();
    node.shape.assign(shape.begin(), shape.end());
    node.elements = product(results.front());
    node.reducesRows =
        form.kind == Kind::Reduction && form.isSimple && results.size() == 1 && combinesRows(shape, form.dims);
  }
  node.points = form.kind == Kind::Reduction ? double(product(operands.front()))
                : form.kind == Kind::Window  ? double(node.elements) * form.points
                : form.kind == Kind::Update  ? double(product(operands[1]))
                : form.kind == Kind::Scatter ? double(product(operands.back()))
                                             : double(node.elements);
  node.isWalkable = form.kind == Kind::Transpose ||
                    (form.kind == Kind::Broadcast && product(operands.front()) < product(results.front()));
  if (form.kind == Kind::Product || node.isWalkable)
    node.layout = layoutOf(form, operands, results);
  Describer describer(form, operands, results);
  for (unsigned index = 0; index < operands.size(); ++index)
    node.uses.push_back(describer.use(index));
  return node;
}

} // namespace shardwright::fusion
