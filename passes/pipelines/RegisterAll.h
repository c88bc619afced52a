#ifndef PASSES_PIPELINES_REGISTERALL_H
#define PASSES_PIPELINES_REGISTERALL_H

namespace mlir {
class DialectRegistry;
}

namespace shardwright {

/// Every dialect the project's tools read, with the interfaces attached to them.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Those of other trees among them (cmake/ShardwrightDialects.cmake).
void registerExternalDialects(mlir::DialectRegistry &registry);

/// Every pass and pipeline, by its flag.
void registerAllPasses();

} // namespace shardwright

#endif // PASSES_PIPELINES_REGISTERALL_H
