#include "passes/import/ForwardPass.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Bytes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace shardwright {
namespace {

bool holdsProduct(mlir::Operation *op) {
  return op
      ->walk([](mlir::Operation *inner) {
        return isProduct(inner) ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

ForwardPass::ForwardPass(mlir::Block &block) : block(block) {
  number();
  findEnd();
}

size_t ForwardPass::numberOf(mlir::Operation *op) const { return numbers.lookup(block.findAncestorOpInBlock(*op)); }

void ForwardPass::number() {
  for (mlir::Operation &op : block) {
    numbers[&op] = numbered.size();
    Op next{&op};
    next.isProduct = next.ofProduct = holdsProduct(&op);
    // What an op reads in its regions counts as read by it.
    op.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands()) {
        if (operand.getParentBlock() != &block)
          continue;
        mlir::Operation *maker = operand.getDefiningOp();
        next.ofArguments |= !maker || numbered[numbers.lookup(maker)].ofArguments;
        next.ofProduct |= maker && numbered[numbers.lookup(maker)].ofProduct;
      }
    });
    numbered.push_back(next);
  }
  for (Op &op : llvm::reverse(numbered))
    for (mlir::Operation *user : op.op->getUsers()) {
      const Op &reader = numbered[numberOf(user)];
      op.beforeProduct |= reader.beforeProduct || reader.isProduct;
    }
}

void ForwardPass::findEnd() {
  std::vector<double> changes(numbered.size() + 1);
  for (auto [at, op] : llvm::enumerate(numbered)) {
    if (!op.ofArguments || !op.beforeProduct)
      continue;
    for (mlir::Value result : op.op->getResults()) {
      std::vector<size_t> touched = {at};
      for (mlir::Operation *user : result.getUsers())
        touched.push_back(numberOf(user));
      llvm::sort(touched);
      size_t from = at, until = at;
      for (size_t k = 1; k < touched.size(); ++k)
        if (touched[k] - touched[k - 1] > until - from)
          std::tie(from, until) = std::pair(touched[k - 1], touched[k]);
      const double idle = static_cast<double>(bytesOf(result)) * static_cast<double>(until - from);
      changes[from] += idle;
      changes[until] -= idle;
    }
  }
  double sum = 0, most = 0;
  for (size_t at = 0; at < numbered.size(); ++at) {
    sum += changes[at];
    if (sum > most) {
      most = sum;
      end = at + 1;
    }
  }
}

ForwardPass::Reads ForwardPass::readsOf(mlir::Value value) const {
  Reads reads;
  for (mlir::Operation *user : value.getUsers()) {
    const size_t reader = numberOf(user);
    if (numbered[reader].op->hasTrait<mlir::OpTrait::IsTerminator>())
      reads.isReturned = true;
    else if (reader < end)
      reads.lastForward = std::max(reads.lastForward.value_or(0), reader);
    else
      reads.firstBackward = std::min(reads.firstBackward.value_or(reader), reader);
  }
  return reads;
}

} // namespace shardwright
