#include "shardwright/Fusion/Product.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <functional>
#include <numeric>

namespace shardwright::fusion {
namespace {

using Dims = ProductOperand::Dims;

/// Multiplications that are worth a product of their own.
constexpr int64_t kOwnProduct = 1 << 18;

/// Dimensions walked as one: their number of elements and the stride between neighbours.
struct Walk {
  int64_t size = 1, stride = 0;
  bool fits = true;
};

Walk walk(const ProductOperand &operand, llvm::ArrayRef<int64_t> dims) {
  Walk result;
  for (int64_t d : llvm::reverse(dims)) {
    if (operand.shape[d] == 1)
      continue;
    if (result.size == 1)
      result.stride = operand.strides[d];
    else if (operand.strides[d] != result.stride * result.size)
      result.fits = false;
    result.size *= operand.shape[d];
  }
  return result;
}

Dims permuted(llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<unsigned> order) {
  Dims result;
  for (unsigned i : order)
    result.push_back(dims[i]);
  return result;
}

ProductOperand behindTranspose(const ProductOperand &operand, llvm::ArrayRef<int64_t> permutation) {
  ProductOperand behind;
  auto renamed = [&](const Dims &dims) {
    return Dims(llvm::map_range(dims, [&](int64_t d) { return permutation[d]; }));
  };
  behind.shape.resize(operand.shape.size());
  for (auto [d, size] : llvm::enumerate(operand.shape))
    behind.shape[permutation[d]] = size;
  behind.strides = ProductOperand::stridesOf(behind.shape);
  behind.batching = renamed(operand.batching);
  behind.contracting = renamed(operand.contracting);
  return behind;
}

/// Batching dimensions in two groups, each walked with one stride by both operands.
struct BatchWalks {
  Walk lhsOuter, rhsOuter, lhs, rhs;
  bool fit() const { return lhsOuter.fits && rhsOuter.fits && lhs.fits && rhs.fits; }
};

BatchWalks walkBatches(const ProductDims &dims, bool hasOuterBatch) {
  BatchWalks whole{{}, {}, walk(dims.lhs, dims.lhs.batching), walk(dims.rhs, dims.rhs.batching)};
  if (!hasOuterBatch || whole.fit())
    return whole;
  const llvm::ArrayRef<int64_t> lhs = dims.lhs.batching, rhs = dims.rhs.batching;
  for (size_t split = 1; split < lhs.size(); ++split) {
    BatchWalks parts{walk(dims.lhs, lhs.take_front(split)), walk(dims.rhs, rhs.take_front(split)),
                     walk(dims.lhs, lhs.drop_front(split)), walk(dims.rhs, rhs.drop_front(split))};
    if (parts.fit())
      return parts;
  }
  return whole;
}

} // namespace

bool isSmallProduct(const cost::ProductWork &product, const FusionLimits &limits) {
  constexpr double kReal = 2;
  return product.multiplyAdd == kReal && (product.k == 1 || product.m == 1 || product.n == 1) &&
         product.batch * product.m * product.n * product.k <= limits.smallProduct;
}

Dims ProductOperand::stridesOf(llvm::ArrayRef<int64_t> shape) {
  Dims strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

Dims ProductOperand::free() const {
  Dims result;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d)
    if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
      result.push_back(d);
  return result;
}

int64_t ProductOperand::elements() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

void ProductOperand::repeat(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> dims) {
  strides.assign(shape.size(), 0);
  for (auto [d, stride] : llvm::enumerate(stridesOf(from)))
    strides[dims[d]] = from[d] == 1 ? 0 : stride;
}

int64_t ProductDims::resultRank() const {
  return static_cast<int64_t>(lhs.batching.size() + lhs.free().size() + rhs.free().size());
}

int64_t ProductWalk::copiedElements(const ProductDims &dims) const {
  return (lhsFits ? 0 : dims.lhs.elements()) + (rhsFits ? 0 : dims.rhs.elements());
}

std::string ProductWalk::form() const {
  const bool isLeftByRows = !lhsFits || lhs.contracting == 1 || k == 1;
  const bool isRightByRows = rhsFits ? rhs.free == 1 || n == 1 : n == 1;
  return {isLeftByRows ? 'n' : 't', isRightByRows ? 'n' : 't'};
}

ProductWalk walkProduct(const ProductDims &dims, bool hasOuterBatch) {
  const auto &[lhs, rhs] = dims;
  const BatchWalks batch = walkBatches(dims, hasOuterBatch);
  Walk m = walk(lhs, lhs.free()), n = walk(rhs, rhs.free());
  llvm::SmallVector<unsigned, 4> given(lhs.contracting.size());
  std::iota(given.begin(), given.end(), 0u);
  llvm::SmallVector<unsigned, 4> byLhs = given, byRhs = given;
  llvm::sort(byLhs, [&](unsigned a, unsigned b) { return lhs.contracting[a] < lhs.contracting[b]; });
  llvm::sort(byRhs, [&](unsigned a, unsigned b) { return rhs.contracting[a] < rhs.contracting[b]; });
  // What does not fit is brought in order by a copy: that of the smaller operand is the cheaper one.
  std::optional<ProductWalk> best;
  for (const auto &order : {byRhs, byLhs, given}) {
    Walk lhsK = walk(lhs, permuted(lhs.contracting, order)), rhsK = walk(rhs, permuted(rhs.contracting, order));
    ProductWalk product;
    product.lhsFits = batch.lhs.fits && m.fits && lhsK.fits;
    product.rhsFits = batch.rhs.fits && n.fits && rhsK.fits;
    if (best && product.copiedElements(dims) >= best->copiedElements(dims))
      continue;
    product.contracting = order;
    product.batch = batch.lhs.size;
    product.outer = batch.lhsOuter.size;
    product.m = m.size;
    product.n = n.size;
    product.k = lhsK.size;
    product.lhs = {batch.lhs.stride, m.stride, lhsK.stride, batch.lhsOuter.stride};
    product.rhs = {batch.rhs.stride, n.stride, rhsK.stride, batch.rhsOuter.stride};
    best = std::move(product);
  }
  return *std::move(best);
}

std::optional<TakenTranspose> takeUpTranspose(const ProductDims &dims, bool isLhs,
                                              llvm::ArrayRef<int64_t> permutation) {
  TakenTranspose taken;
  taken.dims = dims;
  ProductOperand &operand = isLhs ? taken.dims.lhs : taken.dims.rhs;
  // Where the free dimensions of the operand were, in the order they have behind the transpose.
  const Dims before = operand.free();
  operand = behindTranspose(operand, permutation);
  const Dims after = operand.free();
  const int64_t rank = dims.resultRank();
  const int64_t first =
      isLhs ? static_cast<int64_t>(dims.lhs.batching.size()) : rank - static_cast<int64_t>(before.size());
  taken.toOld = llvm::to_vector<4>(llvm::seq<int64_t>(0, rank));
  int64_t results = 1;
  for (auto [i, d] : llvm::enumerate(before))
    taken.toOld[first + static_cast<int64_t>(i)] = first + (llvm::find(after, permutation[d]) - after.begin());
  const ProductWalk own = walkProduct(dims), behind = walkProduct(taken.dims);
  results = own.batch * own.m * own.n;
  const int64_t resultCopied = llvm::is_sorted(taken.toOld) ? 0 : results;
  if (behind.copiedElements(taken.dims) + resultCopied > own.copiedElements(dims) + operand.elements())
    return std::nullopt;
  return taken;
}

Dims exchangedPlaces(const ProductDims &dims) {
  const auto batch = static_cast<int64_t>(dims.lhs.batching.size()),
             rhsFree = static_cast<int64_t>(dims.rhs.free().size()), rank = dims.resultRank();
  Dims places = llvm::to_vector<4>(llvm::seq<int64_t>(0, batch));
  llvm::append_range(places, llvm::seq<int64_t>(batch + rhsFree, rank));
  llvm::append_range(places, llvm::seq<int64_t>(batch, batch + rhsFree));
  return places;
}

bool exchangesSides(const ProductDims &dims, llvm::ArrayRef<int64_t> permutation) {
  const Dims places = exchangedPlaces(dims);
  return llvm::all_of(llvm::enumerate(permutation),
                      [&](auto at) { return places[at.value()] == static_cast<int64_t>(at.index()); });
}

std::optional<Dims> takeUpResultTranspose(const ProductDims &dims, llvm::ArrayRef<int64_t> permutation) {
  const Dims places = exchangedPlaces(dims);
  if (places[permutation.back()] + 1 != static_cast<int64_t>(permutation.size()))
    return std::nullopt;
  return Dims(llvm::map_range(permutation, [&](int64_t d) { return places[d]; }));
}

std::optional<ProductDims> walkFrontAsBatch(const ProductDims &dims) {
  const ProductWalk own = walkProduct(dims);
  if (own.lhsFits || !own.rhsFits || !dims.lhs.batching.empty() || dims.lhs.contracting.empty())
    return std::nullopt;
  ProductDims batched = dims;
  const Dims front = llvm::to_vector<4>(llvm::seq(int64_t{0}, *llvm::min_element(dims.lhs.contracting)));
  const auto rank = static_cast<int64_t>(front.size());
  const Dims from = dims.rhs.shape;
  batched.lhs.batching = batched.rhs.batching = front;
  batched.rhs.shape.assign(dims.lhs.shape.begin(), dims.lhs.shape.begin() + rank);
  llvm::append_range(batched.rhs.shape, from);
  for (int64_t &d : batched.rhs.contracting)
    d += rank;
  // As an array of its own: whether it is one is decided later.
  batched.rhs.strides = ProductOperand::stridesOf(batched.rhs.shape);
  const ProductWalk each = walkProduct(batched);
  if (!each.lhsFits || !each.rhsFits || each.m * each.n * each.k < kOwnProduct)
    return std::nullopt;
  return batched;
}

bool walksRepetition(ProductDims dims, bool isLhs, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> broadcast) {
  ProductOperand &operand = isLhs ? dims.lhs : dims.rhs;
  const int64_t elements = std::accumulate(from.begin(), from.end(), int64_t{1}, std::multiplies<>());
  if (elements == operand.elements())
    return false;
  operand.repeat(from, broadcast);
  const ProductWalk walk = walkProduct(dims);
  return (isLhs ? walk.lhsFits : walk.rhsFits) && walk.batch > 1 && (isLhs ? walk.lhs : walk.rhs).batch == 0 &&
         elements == (isLhs ? walk.m : walk.n) * walk.k;
}

} // namespace shardwright::fusion
