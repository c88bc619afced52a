#ifndef PASSES_IMPORT_FORWARDPASS_H
#define PASSES_IMPORT_FORWARDPASS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace shardwright {

/// The ops of the block of a training step by number, and where its forward pass ends. The block must stay as it is.
class ForwardPass {
public:
  struct Op {
    mlir::Operation *op = nullptr;
    bool isProduct = false;     ///< a matrix product or convolution, or holds one
    bool ofArguments = false;   ///< not of constants alone
    bool ofProduct = false;     ///< a product, or it uses what follows from one
    bool beforeProduct = false; ///< one of its users, or of their users, is a product
  };
  struct Reads {
    std::optional<size_t> lastForward, firstBackward; ///< numbers of ops
    bool isReturned = false;
  };

  explicit ForwardPass(mlir::Block &block);

  const std::vector<Op> &ops() const { return numbered; }
  /// The ops of the forward pass: the first so many. Values lie idle longest between their use in the forward and in
  /// the backward pass, so it ends where the sum over values that are live, of bytes times the ops for which each lies
  /// idle, is largest; what only updates of parameters read, the gradients, is not counted. 0 where nothing lies idle.
  size_t size() const { return end; }
  Reads readsOf(mlir::Value value) const;
  /// Of an op of the block; of an op in one of its regions, that of the former.
  size_t numberOf(mlir::Operation *op) const;

private:
  void number();
  void findEnd();

  mlir::Block &block;
  std::vector<Op> numbered;
  llvm::DenseMap<mlir::Operation *, size_t> numbers;
  size_t end = 0;
};

} // namespace shardwright

#endif // PASSES_IMPORT_FORWARDPASS_H
