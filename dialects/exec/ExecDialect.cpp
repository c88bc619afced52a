#include "dialects/exec/ExecDialect.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/sharding/ShardingDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

#include "dialects/exec/ExecDialect.cpp.inc"
#include "dialects/exec/ExecEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/exec/ExecAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/exec/ExecTypes.cpp.inc"

mlir::FailureOr<shardwright::CollectiveKind> mlir::FieldParser<shardwright::CollectiveKind>::parse(AsmParser &parser) {
  const llvm::SMLoc at = parser.getCurrentLocation();
  std::string word;
  (void)parser.parseOptionalKeywordOrString(&word);
  std::optional<shardwright::CollectiveKind> kind = shardwright::parseCollective(word);
  if (kind && isInPrograms(*kind))
    return *kind;
  parser.emitError(at, "expected all_gather, reduce_scatter, all_reduce, all_to_all or collective_permute, got '")
      << word << "'";
  return mlir::failure();
}

namespace shardwright::exec {

void ExecDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/exec/ExecAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/exec/ExecTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/exec/ExecOps.cpp.inc"
      >();
}

mlir::LogicalResult PointsAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, int64_t elements,
                                       int64_t columns, llvm::ArrayRef<int64_t> strides) {
  if (columns < 1 || elements < columns || elements % columns != 0)
    return emitError() << elements << " points are no rows of " << columns;
  for (size_t i = 0; i < strides.size(); ++i) {
    const int64_t next = i + 1 < strides.size() ? strides[i + 1] : elements;
    if (strides[i] < 1 || next % strides[i] != 0)
      return emitError() << "stride " << strides[i] << " does not divide " << next << ", the next";
  }
  return mlir::success();
}

mlir::LogicalResult ExecDialect::verifyOperationAttribute(mlir::Operation *op, mlir::NamedAttribute attribute) {
  auto expect = [&](llvm::StringRef name, bool isRight, llvm::StringRef expected) -> mlir::LogicalResult {
    if (attribute.getName() == name && !isRight)
      return op->emitError() << "attribute '" << name << "' is " << expected << ", not " << attribute.getValue();
    return mlir::success();
  };
  const mlir::Attribute value = attribute.getValue();
  const bool isUnit = llvm::isa<mlir::UnitAttr>(value);
  if (mlir::failed(expect(kInlinedAttr, isUnit, "there or not")) ||
      mlir::failed(expect(kPlannedAttr, isUnit, "there or not")) ||
      mlir::failed(expect(kPartAttr, llvm::isa<PartAttr>(value), "an #exec.part")) ||
      mlir::failed(expect(kPointsAttr, llvm::isa<PointsAttr>(value), "an #exec.points")))
    return mlir::failure();
  return mlir::success();
}

} // namespace shardwright::exec
