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

/// What configures a call: a letter's code, each with what the routine's parameter is for it; any number without
/// letters.
struct Option {
  llvm::StringLiteral name, letters;
  ArrayRef<int64_t> values;
};
constexpr int64_t kYesNo[] = {1, 0}, kYesYesNo[] = {1, 1, 0}, kTransposes[] = {1, 2, 0};
constexpr Option kUplo = {"uplo", "LU", kYesNo};
constexpr Option kTriangle[] = {kUplo};
constexpr Option kSingular[] = {{"mode", "ASN", kYesYesNo}};
constexpr Option kSolve[] = {{"side", "LR", kYesNo}, kUplo, {"diag", "UN", kYesNo}, {"trans_x", "TCN", kTransposes}};
constexpr Option kMultiply[] = {{"left", "", {}}, {"transpose", "", {}}};
constexpr Option kBalanced[] = {{"low", "", {}}, {"high", "", {}}};
constexpr Option kEigen[] = {{"compute_left", "VN", kYesNo}, {"compute_right", "VN", kYesNo}};
constexpr Option kSchur[] = {{"mode", "VN", kYesNo}};

/// Of `lapack_sgetrf_ffi`, `getrf` is the name; `c` and `z` in place of `s` and `d` are the complex ones.
struct LapackRoutine {
  llvm::StringLiteral name, call;
  ArrayRef<Option> options;
};
constexpr LapackRoutine kLapackRoutines[] = {
    {"potrf", "cholesky", kTriangle},
    {"trsm", "triangular_solve", kSolve},
    {"geqrf", "householder_qr", {}},
    {"geqp3", "pivoted_qr", {}},
    {"orgqr", "householder_product", {}},
    {"ungqr", "householder_product", {}},
    {"ormqr", "householder_multiply", kMultiply},
    {"unmqr", "householder_multiply", kMultiply},
    {"getrf", "lu", {}},
    {"gehrd", "hessenberg", kBalanced},
    {"sytrd", "tridiagonal", kTriangle},
    {"hetrd", "tridiagonal", kTriangle},
    {"gtsv", "tridiagonal_solve", {}},
    {"syevd", "symmetric_eigen", kTriangle},
    {"heevd", "symmetric_eigen", kTriangle},
    {"gesdd", "singular_values", kSingular},
    {"gesvd", "singular_values", kSingular},
    {"geev", "eigen", kEigen},
    {"gees", "schur", kSchur},
};

/// What JAX calls by other names than LAPACK's, on platforms without LAPACK. Packed reflections and their scales are
/// LAPACK's.
struct NamedRoutine {
  llvm::StringLiteral target, call;
};
constexpr NamedRoutine kNamedRoutines[] = {
    {"Qr", "householder_qr"},
    {"ProductOfElementaryHouseholderReflectors", "householder_product"},
    {"tridiagonal_solve_perturbed_ffi", "tridiagonal_solve_perturbed"},
};

const LapackRoutine *lapackRoutine(StringRef target) {
  if (!target.consume_front("lapack_") || !target.consume_back("_ffi") || target.empty() ||
      !StringRef("sdcz").contains(target.front()))
    return nullptr;
  const auto *routine =
      llvm::find_if(kLapackRoutines, [&](const LapackRoutine &each) { return each.name == target.drop_front(); });
  return routine == std::end(kLapackRoutines) ? nullptr : routine;
}

FailureOr<int64_t> parameter(stablehlo::CustomCallOp op, const Option &option) {
  Attribute value = configured(op, option.name);
  auto code = dyn_cast_or_null<IntegerAttr>(value);
  if (code && option.letters.empty())
    return code.getType().isInteger(1) ? static_cast<int64_t>(code.getValue().getBoolValue())
                                       : code.getValue().getSExtValue();
  for (auto [letter, meaning] : llvm::zip_equal(option.letters, option.values))
    if (code && code.getValue() == static_cast<uint64_t>(letter))
      return meaning;
  InFlightDiagnostic error = op->emitError() << "'" << op.getCallTargetName() << "' ";
  if (value)
    error << "has " << value << " for option '" << option.name << "'";
  else
    error << "lacks option '" << option.name << "'";
  error << "; `mhlo.backend_config` should give it " << (option.letters.empty() ? "a number" : "a letter's code: ");
  llvm::interleaveComma(option.letters, error, [&](char letter) {
    error << static_cast<int64_t>(letter) << " for '" << std::string(1, letter) << "'";
  });
  return error;
}

bool hasComplexElements(Value value) { return isa<ComplexType>(getElementTypeOrSelf(value.getType())); }

FailureOr<RoutineCall> lapackCall(stablehlo::CustomCallOp op, const LapackRoutine &routine) {
  RoutineCall call{routine.call.str(), {}};
  for (const Option &option : routine.options) {
    FailureOr<int64_t> value = parameter(op, option);
    if (failed(value))
      return failure();
    call.parameters.push_back(*value);
  }
  return call;
}

/// Of the routine's name among real ones.
FailureOr<RoutineCall> realRoutineCall(Operation *op) {
  if (auto cholesky = dyn_cast<stablehlo::CholeskyOp>(op))
    return RoutineCall{"cholesky", {cholesky.getLower()}};
  if (auto solve = dyn_cast<stablehlo::TriangularSolveOp>(op))
    return RoutineCall{"triangular_solve",
                       {solve.getLeftSide(), solve.getLower(), solve.getUnitDiagonal(),
                        solve.getTransposeA() == stablehlo::Transpose::ADJOINT     ? 2
                        : solve.getTransposeA() == stablehlo::Transpose::TRANSPOSE ? 1
                                                                                   : 0}};
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call)
    return RoutineCall();
  if (const LapackRoutine *routine = lapackRoutine(call.getCallTargetName()))
    return lapackCall(call, *routine);
  const auto *named =
      llvm::find_if(kNamedRoutines, [&](const NamedRoutine &each) { return each.target == call.getCallTargetName(); });
  if (named != std::end(kNamedRoutines) && llvm::all_of(call->getOperandTypes(), [](Type type) {
        return isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
      }))
    return RoutineCall{named->call.str(), {}};
  return RoutineCall();
}

} // namespace

FailureOr<RoutineCall> routineCall(Operation *op) {
  FailureOr<RoutineCall> call = realRoutineCall(op);
  if (succeeded(call) && !call->name.empty() && op->getNumOperands() != 0 && hasComplexElements(op->getOperand(0)))
    call->name.insert(0, "complex_");
  return call;
}

LogicalResult callLibrary(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    FailureOr<RoutineCall> call = routineCall(op);
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
