#ifndef LIB_COMPILER_CONTEXTS_H
#define LIB_COMPILER_CONTEXTS_H

#include "mlir/IR/MLIRContext.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace shardwright::compiler {

/// Contexts with all dialects, kept for the next program: making one takes longer than compiling a small program. Any
/// thread. A context keeps every type and attribute it has seen, so one that has read much is not used again.
class Contexts : public std::enable_shared_from_this<Contexts> {
public:
  /// For a source of that many bytes; comes back when its last holder is gone.
  std::shared_ptr<mlir::MLIRContext> take(size_t sourceBytes);

private:
  struct Spare {
    std::unique_ptr<mlir::MLIRContext> context;
    size_t bytesRead = 0;
  };
  void giveBack(Spare spare);

  std::mutex mutex;
  std::vector<Spare> spares;
};

} // namespace shardwright::compiler

#endif // LIB_COMPILER_CONTEXTS_H
