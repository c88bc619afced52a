#include "passes/lower/LibraryCalls.h"

using namespace mlir;

namespace shardwright::lower {

static constexpr llvm::StringLiteral kParametersAttr = "shardwright.parameters";

stablehlo::CustomCallOp createLibraryCall(OpBuilder &builder, Location loc, TypeRange results, StringRef name,
                                          ValueRange operands, ArrayRef<int64_t> parameters) {
  NamedAttribute attributes[] = {builder.getNamedAttr("call_target_name", builder.getStringAttr(name)),
                                 builder.getNamedAttr(kParametersAttr, builder.getDenseI64ArrayAttr(parameters))};
  return stablehlo::CustomCallOp::create(builder, loc, results, operands, attributes);
}

std::optional<ArrayRef<int64_t>> libraryParameters(Operation *op) {
  auto parameters = op->getAttrOfType<DenseI64ArrayAttr>(kParametersAttr);
  return parameters ? std::optional<ArrayRef<int64_t>>(parameters.asArrayRef()) : std::nullopt;
}

namespace {

struct Call {
  StringRef name;
  SmallVector<int64_t> parameters;
};

/// LAPACK's option `name`, a letter.
char letter(Operation *op, StringRef name) {
  auto options = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  auto value = options ? options.getAs<IntegerAttr>(name) : IntegerAttr();
  return value ? static_cast<char>(value.getValue().getZExtValue()) : '\0';
}

/// `lapack_sgetrf_ffi`: routine `getrf` of single precision. Complex ones have no counterpart.
std::optional<Call> lapackCall(stablehlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi") ||
      !(target.consume_front("s") || target.consume_front("d")))
    return std::nullopt;
  if (target == "potrf")
    return Call{"cholesky", {letter(op, "uplo") == 'L'}};
  if (target == "trsm")
    return Call{"triangular_solve",
                {letter(op, "side") == 'L', letter(op, "uplo") == 'L', letter(op, "diag") == 'U',
                 letter(op, "trans_x") != 'N'}};
  if (target == "geqrf")
    return Call{"householder_qr", {}};
  if (target == "orgqr")
    return Call{"householder_product", {}};
  if (target == "getrf")
    return Call{"lu", {}};
  return std::nullopt;
}

std::optional<Call> libraryCall(Operation *op) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
    return Call{"cholesky", {cholesky.getLower()}};
  if (auto solve = dyn_cast<stablehlo::TriangularSolveOp>(op))
    return Call{"triangular_solve",
                {solve.getLeftSide(), solve.getLower(), solve.getUnitDiagonal(),
                 solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE}};
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return lapackCall(call);
  return std::nullopt;
}

} // namespace

void callLibrary(func::FuncOp function) {
  function.walk([](Operation *op) {
    std::optional<Call> call = libraryCall(op);
    if (!call)
      return;
    OpBuilder builder(op);
    auto routine =
        createLibraryCall(builder, op->getLoc(), op->getResultTypes(), call->name, op->getOperands(), call->parameters);
    op->replaceAllUsesWith(routine.getResults());
    op->erase();
  });
}

} // namespace shardwright::lower
