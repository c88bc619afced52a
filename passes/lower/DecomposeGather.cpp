// all_gather, then products: a product for each chunk, while the next chunk is under way. Products stand where they
// stood, those that can together chunk by chunk.
#include "passes/lower/DecomposeGather.h"

#include "dialects/interfaces/TensorType.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright::lower {

using Direction = ChunkRing::Direction;

void GatherDecomposer::follow(Value value, int64_t dim, SmallVector<Operation *, 2> &path) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    // One that reads the value twice needs two chunks at a time.
    if (user->getBlock() != gather->getBlock() || llvm::count(user->getOperands(), value) != 1)
      continue;
    const unsigned operand = use.getOperandNumber();
    if (auto product = dyn_cast<stablehlo::DotGeneralOp>(user)) {
      std::optional<ProductLoop> loop = productLoop(product, operand, dim);
      if (loop && (loop->result || (loop->other && options.contracting)))
        products.push_back({product, operand, dim, *loop, path});
    } else if (std::optional<int64_t> result = chunkedResult(user, operand, dim)) {
      path.push_back(user);
      follow(user->getResult(0), *result, path);
      path.pop_back();
    }
  }
}

bool GatherDecomposer::match() {
  products.clear();
  if (gather.getInputs().size() != 1 || spmd::isStarted(gather))
    return false;
  RankedTensorType in = tensorType(gather.getInputs().front()), out = tensorType(gather->getResult(0));
  length = in.getDimSize(gather.getDim());
  const int64_t chunks = length ? llvm::divideCeil(out.getDimSize(gather.getDim()), length) : 0;
  ChunkRing ring(gather);
  if (chunks < 2 || ring.size() != chunks || chunks * length != out.getDimSize(gather.getDim()) ||
      (options.pieces ? length % options.pieces != 0 : chunks > options.mostDevices))
    return false;
  SmallVector<Operation *, 2> path;
  follow(gather->getResult(0), gather.getDim(), path);
  // One that two paths lead to would be replaced twice.
  llvm::SmallDenseMap<Operation *, unsigned> times;
  for (const Product &product : products)
    ++times[product.op];
  llvm::erase_if(products, [&](const Product &product) { return times.lookup(product.op) > 1; });
  llvm::sort(products, [](Product &a, Product &b) { return a.op->isBeforeInBlock(b.op.getOperation()); });
  return !products.empty() &&
         static_cast<int64_t>(products.size()) * (options.pieces ? options.pieces : chunks) <= kMostProducts;
}

SmallVector<Operation *> GatherDecomposer::ops() {
  llvm::SetVector<Operation *> all;
  all.insert(gather.getOperation());
  for (Product &product : products) {
    all.insert(product.path.begin(), product.path.end());
    all.insert(product.op.getOperation());
  }
  return all.takeVector();
}

void GatherDecomposer::gatherPieces(OpBuilder &b) {
  const int64_t dim = gather.getDim(), piece = length / options.pieces;
  for (int64_t number = 0; number < options.pieces; ++number) {
    Value own = staticPart(b, gather.getInputs().front(), dim, number * piece, (number + 1) * piece);
    RankedTensorType type = withChunk(tensorType(gather->getResult(0)), dim,
                                      tensorType(gather->getResult(0)).getDimSize(dim) / options.pieces);
    arrivals.push_back({cloneOn(b, gather, own, type), number});
  }
}

Chunk GatherDecomposer::chunkOf(const Arrival &arrival, ChunkRing &ring) const {
  if (options.pieces)
    return {ring.size() * length / options.pieces, nullptr, ring.size(), arrival.offset, options.pieces};
  return {length, ring.startOf(arrival.offset, length)};
}

/// In one direction each chunk is what came before it, sent on. In two, from each side come those of the nearer half of
/// the ring; of the one that is as far from both, half from each side.
void GatherDecomposer::planRing(int64_t devices, bool mayCut) {
  arrivals.push_back({gather.getInputs().front(), 0});
  const bool isBothWays = options.bothWays && devices > 2; // the neighbours of two are one
  for (int64_t step = 1; !isBothWays && step < devices; ++step)
    arrivals.push_back({nullptr, -step, arrivals.size() - 1, Direction::Up, /*isHalf=*/false});
  if (!isBothWays)
    return;
  size_t below = 0, above = 0;
  for (int64_t step = 1; 2 * step < devices; ++step) {
    arrivals.push_back({nullptr, -step, below, Direction::Up, /*isHalf=*/true});
    arrivals.push_back({nullptr, step, above, Direction::Down, /*isHalf=*/true});
    below = arrivals.size() - 2;
    above = arrivals.size() - 1;
  }
  if (devices % 2 == 0)
    arrivals.push_back({nullptr, devices / 2, below, Direction::Up, /*isHalf=*/false});
  isLastCut = devices % 2 == 0 && mayCut && length % 2 == 0;
}

/// Sends on what is there at an arrival; so a product stands between two sends, beside which the first goes on.
void GatherDecomposer::sendOn(ChunkRing &ring, OpBuilder &b, size_t number) {
  const size_t last = arrivals.size() - 1;
  for (Arrival &next : MutableArrayRef(arrivals).drop_front(number + 1))
    if (!next.value && next.from == number && !(isLastCut && &next == &arrivals[last]))
      next.value = ring.send(b, arrivals[number].value, next.direction, next.isHalf);
  if (!isLastCut || arrivals[last].value)
    return;
  const int64_t dim = gather.getDim();
  if (number + 1 == last) {
    Value below = arrivals[last - 2].value, above = arrivals[last - 1].value;
    halves[0] = ring.send(b, staticPart(b, below, dim, 0, length / 2), Direction::Up, /*isHalf=*/true);
    halves[1] = ring.send(b, staticPart(b, above, dim, length / 2, length), Direction::Down, /*isHalf=*/true);
  } else if (number == last) {
    arrivals[last].value = stablehlo::ConcatenateOp::create(b, gather.getLoc(), gather.getInputs().front().getType(),
                                                            halves, b.getI64IntegerAttr(dim));
  }
}

/// Whether something wants the whole before the first product does.
bool GatherDecomposer::isReadEarly() {
  const SmallVector<Operation *> replaced = ops();
  const llvm::SetVector<Operation *> inside(replaced.begin(), replaced.end());
  auto isOther = [&](Operation *user) { return !inside.contains(user); };
  auto isPath = [](Operation *op) { return !isa<stablehlo::DotGeneralOp, spmd::AllGatherOp>(op); };
  const bool keepsPaths =
      llvm::any_of(replaced, [&](Operation *op) { return isPath(op) && llvm::any_of(op->getUsers(), isOther); });
  return llvm::any_of(gather->getUsers(), [&](Operation *user) {
    return (isOther(user) || (isPath(user) && keepsPaths)) &&
           gather->getBlock()->findAncestorOpInBlock(*user)->isBeforeInBlock(products.front().op);
  });
}

/// The chunk as the product reads it.
Value GatherDecomposer::onPath(OpBuilder &b, const Product &product, size_t arrival, const Chunk &chunk) {
  Value at = arrivals[arrival].value, whole = gather->getResult(0);
  int64_t dim = gather.getDim();
  ChunkBuilder chunks(b);
  for (Operation *op : product.path) {
    const auto operand = static_cast<unsigned>(llvm::find(op->getOperands(), whole) - op->operand_begin());
    dim = *chunkedResult(op, operand, dim);
    Value &known = onPaths[{arrival, op}];
    if (!known) {
      SmallVector<Value> operands;
      for (auto [number, itsDim] : llvm::enumerate(*chunkedOperands(op, dim))) {
        Value other = op->getOperand(number);
        operands.push_back(number == operand ? at : itsDim ? chunks.chunkOf(other, *itsDim, chunk) : other);
      }
      known = cloneOn(b, op, operands, withChunk(tensorType(op->getResult(0)), dim, chunk.length));
    }
    at = known;
    whole = op->getResult(0);
  }
  return at;
}

void GatherDecomposer::multiply(ArrayRef<Product *> batch, ChunkRing &ring) {
  OpBuilder b(batch.front()->op);
  SmallVector<Value> sums(batch.size());
  SmallVector<ChunkJoiner> joiners;
  for (Product *product : batch)
    joiners.emplace_back(product->loop.result.value_or(0), ring.size());
  for (size_t number = 0; number < arrivals.size(); ++number) {
    sendOn(ring, b, number);
    const Chunk chunk = chunkOf(arrivals[number], ring);
    for (auto [product, sum, joiner] : llvm::zip_equal(batch, sums, joiners)) {
      const Type element = product->op.getType().getElementType();
      const bool isSum = !product->loop.result;
      Value made = ChunkBuilder(b).productOf(product->op, product->operand, onPath(b, *product, number, chunk),
                                             product->loop, chunk, isSum ? accumulatedType(product->op) : element);
      if (!isSum)
        joiner.add(b, made, chunk);
      else
        sum = sum ? Value(stablehlo::AddOp::create(b, product->op.getLoc(), made.getType(), sum, made)) : made;
    }
  }
  for (auto [product, sum, joiner] : llvm::zip_equal(batch, sums, joiners)) {
    Type element = product->op.getType().getElementType();
    Value whole = sum ? convertTo(b, product->op.getLoc(), sum, element) : joiner.whole(b);
    product->op.getResult().replaceAllUsesWith(whole);
  }
}

/// For who reads the gathered value in other ways.
void GatherDecomposer::joinForOthers(ChunkRing &ring) {
  Operation *first = nullptr;
  for (Operation *user : gather->getUsers()) {
    Operation *at = gather->getBlock()->findAncestorOpInBlock(*user);
    if (!first || at->isBeforeInBlock(first))
      first = at;
  }
  if (!first)
    return;
  OpBuilder b(first);
  ChunkJoiner joiner(gather.getDim(), ring.size());
  for (const Arrival &arrival : arrivals)
    joiner.add(b, arrival.value, chunkOf(arrival, ring));
  gather->getResult(0).replaceAllUsesWith(joiner.whole(b));
}

/// Whether all that a product reads beside the gathered value stands in front of a place.
bool GatherDecomposer::isReadyAt(Product &product, Operation *place) {
  auto isReady = [&](Operation *op) {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      Operation *maker = operand.getDefiningOp();
      return !maker || maker->getBlock() != place->getBlock() || maker->isBeforeInBlock(place) ||
             llvm::is_contained(product.path, maker);
    });
  };
  return isReady(product.op) && llvm::all_of(product.path, isReady);
}

void GatherDecomposer::rewrite() {
  ChunkRing ring(gather);
  OpBuilder b(gather);
  const bool isEarly = isReadEarly();
  if (options.pieces)
    gatherPieces(b);
  else
    planRing(ring.size(), /*mayCut=*/!isEarly);
  for (size_t number = 0; isEarly && number < arrivals.size(); ++number)
    sendOn(ring, b, number);
  SmallVector<Product *> left = llvm::to_vector(llvm::make_pointer_range(products));
  while (!left.empty()) {
    SmallVector<Product *> batch, later;
    for (Product *product : left)
      (isReadyAt(*product, left.front()->op) ? batch : later).push_back(product);
    multiply(batch, ring);
    left = std::move(later);
  }
  eraseUnused(ops(), /*kept=*/gather);
  joinForOthers(ring);
  gather.erase();
}

} // namespace shardwright::lower
