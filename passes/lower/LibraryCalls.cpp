#include "passes/lower/LibraryCalls.h"

#include "passes/common/CustomCalls.h"
#include "passes/common/TensorExpr.h"

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

/// A letter that LAPACK takes. The parameter is whether it is one of `yes`.
struct Option {
  llvm::StringLiteral name, yes, no;
};
constexpr Option kTriangle[] = {{"uplo", "L", "U"}};
constexpr Option kSingular[] = {{"mode", "AS", "N"}};
constexpr Option kSolve[] = {{"side", "L", "R"}, {"uplo", "L", "U"}, {"diag", "U", "N"}, {"trans_x", "TC", "N"}};

/// Of `lapack_sgetrf_ffi`, `getrf` is the name.
struct LapackRoutine {
  llvm::StringLiteral name, call;
  ArrayRef<Option> options;
};
constexpr LapackRoutine kLapackRoutines[] = {
    {"potrf", "cholesky", kTriangle},
    {"trsm", "triangular_solve", kSolve},
    {"geqrf", "householder_qr", {}},
    {"orgqr", "householder_product", {}},
    {"getrf", "lu", {}},
    {"syevd", "symmetric_eigen", kTriangle},
    {"gesdd", "singular_values", kSingular},
};

/// What JAX calls the same for platforms without LAPACK. Packed reflections and their scales are LAPACK's.
struct NamedRoutine {
  llvm::StringLiteral target, call;
};
constexpr NamedRoutine kNamedRoutines[] = {
    {"Qr", "householder_qr"},
    {"ProductOfElementaryHouseholderReflectors", "householder_product"},
};

/// Complex ones have no counterpart.
const LapackRoutine *lapackRoutine(StringRef target) {
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi") ||
      !(target.consume_front("s") || target.consume_front("d")))
    return nullptr;
  const auto *routine = llvm::find_if(kLapackRoutines, [&](const LapackRoutine &each) { return each.name == target; });
  return routine == std::end(kLapackRoutines) ? nullptr : routine;
}

FailureOr<int64_t> parameter(stablehlo::CustomCallOp op, const Option &option) {
  Attribute value = configured(op, option.name);
  auto code = dyn_cast_or_null<IntegerAttr>(value);
  std::string letters = (option.yes + option.no).str();
  for (auto [number, letter] : llvm::enumerate(letters))
    if (code && code.getValue() == static_cast<uint64_t>(letter))
      return number < option.yes.size();
  InFlightDiagnostic error = op->emitError() << "'" << op.getCallTargetName() << "' ";
  if (value)
    error << "has " << value << " for option '" << option.name << "'";
  else
    error << "lacks option '" << option.name << "'";
  error << "; `mhlo.backend_config` should give it a letter's code: ";
  llvm::interleaveComma(letters, error, [&](char letter) {
    error << static_cast<int64_t>(letter) << " for '" << std::string(1, letter) << "'";
  });
  return error;
}

FailureOr<Call> lapackCall(stablehlo::CustomCallOp op, const LapackRoutine &routine) {
  Call call{routine.call, {}};
  for (const Option &option : routine.options) {
    FailureOr<int64_t> value = parameter(op, option);
    if (failed(value))
      return failure();
    call.parameters.push_back(*value);
  }
  return call;
}

/// Without a name where the operation is no such call.
FailureOr<Call> libraryCall(Operation *op) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
    return Call{"cholesky", {cholesky.getLower()}};
  if (auto solve = dyn_cast<stablehlo::TriangularSolveOp>(op))
    return Call{"triangular_solve",
                {solve.getLeftSide(), solve.getLower(), solve.getUnitDiagonal(),
                 solve.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE}};
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call)
    return Call();
  if (const LapackRoutine *routine = lapackRoutine(call.getCallTargetName()))
    return lapackCall(call, *routine);
  const auto *named =
      llvm::find_if(kNamedRoutines, [&](const NamedRoutine &each) { return each.target == call.getCallTargetName(); });
  if (named != std::end(kNamedRoutines) &&
      llvm::all_of(call->getOperandTypes(), [](Type type) { return isa<FloatType>(getElementTypeOrSelf(type)); }))
    return Call{named->call, {}};
  return Call();
}

} // namespace

LogicalResult callLibrary(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    FailureOr<Call> call = libraryCall(op);
    if (failed(call))
      return WalkResult::interrupt();
    if (call->name.empty())
      return WalkResult::advance();
    OpBuilder builder(op);
    auto expr = [&](Value value) { return TensorExpr(builder, op->getLoc(), value); };
    auto wide = [&](Type type) -> Type {
      Type element = getElementTypeOrSelf(type);
      return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 ? builder.getF32Type() : element;
    };
    auto operands = llvm::map_to_vector(op->getOperands(),
                                        [&](Value operand) { return expr(operand).to(wide(operand.getType())).get(); });
    auto types = llvm::map_to_vector(op->getResultTypes(),
                                     [&](Type type) -> Type { return cast<RankedTensorType>(type).clone(wide(type)); });
    auto routine = createLibraryCall(builder, op->getLoc(), types, call->name, operands, call->parameters);
    for (auto [result, found] : llvm::zip_equal(op->getResults(), routine.getResults()))
      result.replaceAllUsesWith(expr(found).to(getElementTypeOrSelf(result.getType())).get());
    op->erase();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace shardwright::lower
