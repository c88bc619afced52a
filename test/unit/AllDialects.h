#ifndef TEST_UNIT_ALLDIALECTS_H
#define TEST_UNIT_ALLDIALECTS_H

#include "passes/pipelines/RegisterAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

namespace shardwright {

/// What fixtures have whose programs are text: a context with every dialect.
class AllDialects {
protected:
  AllDialects() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Null where it is no program.
  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};

} // namespace shardwright

#endif // TEST_UNIT_ALLDIALECTS_H
