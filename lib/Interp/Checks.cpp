#include "dialects/check/CheckOps.h"
#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Interp/Interpreter.h"

#include <cmath>

namespace shardwright::interp {
namespace {

/// When two elements agree: by equality, by absolute difference, or by units in the last place.
struct Criterion {
  enum class Mode { Equal, AlmostEqual, Close } mode = Mode::Equal;
  double tolerance = 0;
  uint64_t minUlp = 0, maxUlp = 0;
};

/// Distance in representable numbers; +0 and -0 are one number.
uint64_t ulpDistance(const ElementFormat &format, double a, double b) {
  auto ordered = [&](double value) {
    int64_t bits = static_cast<int64_t>(format.toBits(Element::ofReal(value)));
    int64_t sign = static_cast<int64_t>(uint64_t(1) << (format.width() - 1));
    return bits & sign ? -(bits & ~sign) : bits;
  };
  int64_t x = ordered(a), y = ordered(b);
  return x > y ? static_cast<uint64_t>(x) - static_cast<uint64_t>(y)
               : static_cast<uint64_t>(y) - static_cast<uint64_t>(x);
}

bool realsAgree(const Criterion &criterion, const Tolerance &extra, const ElementFormat &format, double got,
                double want) {
  if (criterion.mode != Criterion::Mode::Equal && std::isnan(got) && std::isnan(want))
    return true;
  if (got == want)
    return criterion.minUlp == 0;
  if (!std::isfinite(got) || !std::isfinite(want))
    return false;
  double difference = std::fabs(got - want);
  if ((extra.relative > 0 || extra.absolute > 0) && difference <= extra.absolute + extra.relative * std::fabs(want))
    return true;
  if (criterion.mode == Criterion::Mode::AlmostEqual)
    return difference <= criterion.tolerance;
  if (criterion.mode == Criterion::Mode::Equal)
    return false;
  uint64_t distance = ulpDistance(format, got, want);
  return criterion.minUlp <= distance && distance <= criterion.maxUlp;
}

bool agree(const Criterion &criterion, const Tolerance &extra, const ElementFormat &format, const Element &got,
           const Element &want) {
  if (format.isInteger())
    return got.integer == want.integer;
  return realsAgree(criterion, extra, format, got.real, want.real) &&
         (!format.isComplex() || realsAgree(criterion, extra, format, got.imag, want.imag));
}

/// Compares operand 0 with operand 1, or with the constant, on every device; the first difference is reported.
absl::Status runCheck(Interpreter &interpreter, mlir::Operation *op, Frame &frame, llvm::StringRef name,
                      const Criterion &criterion) {
  for (int64_t device : frame.active) {
    const Tensor &got = frame.values.get(op->getOperand(0), device);
    auto constant = op->getAttrOfType<mlir::DenseElementsAttr>("value");
    Tensor want = constant ? Tensor::fromAttribute(constant) : frame.values.get(op->getOperand(1), device);
    for (int64_t i = 0; i < got.size(); ++i) {
      if (agree(criterion, interpreter.tolerance(), got.format(), got.get(i), want.get(i)))
        continue;
      interpreter.failedChecks.push_back(locationText(op) + ": '" + name.str() + "' failed: element " +
                                         std::to_string(i) + " is " + got.format().str(got.get(i)) + ", expected " +
                                         want.format().str(want.get(i)));
      return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

double realAttribute(mlir::Operation *op, llvm::StringRef name, double missing) {
  auto attribute = op->getAttrOfType<mlir::FloatAttr>(name);
  return attribute ? attribute.getValueAsDouble() : missing;
}

uint64_t integerAttribute(mlir::Operation *op, llvm::StringRef name, uint64_t missing) {
  auto attribute = op->getAttrOfType<mlir::IntegerAttr>(name);
  return attribute ? attribute.getValue().getZExtValue() : missing;
}

absl::Status runEqual(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  return runCheck(interpreter, op, frame, op->getName().getStringRef(), {});
}

absl::Status runAlmostEqual(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  return runCheck(interpreter, op, frame, op->getName().getStringRef(),
                  {Criterion::Mode::AlmostEqual, realAttribute(op, "tolerance", 1e-4), 0, 0});
}

absl::Status runClose(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  return runCheck(interpreter, op, frame, op->getName().getStringRef(),
                  {Criterion::Mode::Close, 0, integerAttribute(op, "min_ulp_difference", 0),
                   integerAttribute(op, "max_ulp_difference", 1)});
}

/// The checks written as custom calls have tolerances of their own.
absl::Status runCustomCall(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  llvm::StringRef name = llvm::cast<stablehlo::CustomCallOp>(op).getCallTargetName();
  if (name == "check.expect_eq")
    return runCheck(interpreter, op, frame, name, {});
  if (name == "check.expect_almost_eq")
    return runCheck(interpreter, op, frame, name, {Criterion::Mode::AlmostEqual, 1e-3, 0, 0});
  if (name == "check.expect_close")
    return runCheck(interpreter, op, frame, name, {Criterion::Mode::Close, 0, 0, 3});
  return unsupported(op, "custom call to @" + name.str() + ", which the reference interpreter does not know");
}

} // namespace

void addChecks(InterpreterTable &table) {
  table.add<check::ExpectEqOp, check::ExpectEqConstOp>(runEqual);
  table.add<check::ExpectAlmostEqOp, check::ExpectAlmostEqConstOp>(runAlmostEqual);
  table.add<check::ExpectCloseOp>(runClose);
  table.add<stablehlo::CustomCallOp>(runCustomCall);
}

} // namespace shardwright::interp
