#include "lib/Compiler/Contexts.h"

#include "passes/pipelines/RegisterAll.h"

#include <utility>

namespace shardwright::compiler {

std::shared_ptr<mlir::MLIRContext> Contexts::take(size_t sourceBytes) {
  Spare spare;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!spares.empty()) {
      spare = std::move(spares.back());
      spares.pop_back();
    }
  }
  if (!spare.context) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    spare.context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
    spare.context->loadAllAvailableDialects();
    spare.context->printOpOnDiagnostic(false);
  }
  spare.bytesRead += sourceBytes;
  mlir::MLIRContext *context = spare.context.release();
  return std::shared_ptr<mlir::MLIRContext>(
      context, [own = shared_from_this(), bytesRead = spare.bytesRead](mlir::MLIRContext *context) {
        own->giveBack({std::unique_ptr<mlir::MLIRContext>(context), bytesRead});
      });
}

void Contexts::giveBack(Spare spare) {
  constexpr size_t kMostBytes = 4 << 20, kMostSpares = 4;
  if (spare.bytesRead > kMostBytes)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (spares.size() < kMostSpares)
    spares.push_back(std::move(spare));
}

} // namespace shardwright::compiler
