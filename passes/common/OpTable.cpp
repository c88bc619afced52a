#include "passes/common/OpTable.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardwright {

std::optional<Opcode> elementwiseOpcode(Operation *op) {
  static const llvm::StringMap<Opcode> table = {
      {"stablehlo.add", Opcode::Add},
      {"stablehlo.subtract", Opcode::Subtract},
      {"stablehlo.multiply", Opcode::Multiply},
      {"stablehlo.divide", Opcode::Divide},
      {"stablehlo.remainder", Opcode::Remainder},
      {"stablehlo.power", Opcode::Power},
      {"stablehlo.maximum", Opcode::Maximum},
      {"stablehlo.minimum", Opcode::Minimum},
      {"stablehlo.and", Opcode::And},
      {"stablehlo.or", Opcode::Or},
      {"stablehlo.xor", Opcode::Xor},
      {"stablehlo.not", Opcode::Not},
      {"stablehlo.shift_left", Opcode::ShiftLeft},
      {"stablehlo.shift_right_arithmetic", Opcode::ShiftRightArithmetic},
      {"stablehlo.shift_right_logical", Opcode::ShiftRightLogical},
      {"stablehlo.negate", Opcode::Negate},
      {"stablehlo.abs", Opcode::Abs},
      {"stablehlo.sign", Opcode::Sign},
      {"stablehlo.exponential", Opcode::Exp},
      {"stablehlo.exponential_minus_one", Opcode::Expm1},
      {"stablehlo.log", Opcode::Log},
      {"stablehlo.log_plus_one", Opcode::Log1p},
      {"stablehlo.logistic", Opcode::Logistic},
      {"stablehlo.tanh", Opcode::Tanh},
      {"stablehlo.tan", Opcode::Tan},
      {"stablehlo.sine", Opcode::Sine},
      {"stablehlo.cosine", Opcode::Cosine},
      {"stablehlo.sqrt", Opcode::Sqrt},
      {"stablehlo.rsqrt", Opcode::Rsqrt},
      {"stablehlo.cbrt", Opcode::Cbrt},
      {"stablehlo.atan2", Opcode::Atan2},
      {"stablehlo.floor", Opcode::Floor},
      {"stablehlo.ceil", Opcode::Ceil},
      {"stablehlo.round_nearest_afz", Opcode::RoundAwayFromZero},
      {"stablehlo.round_nearest_even", Opcode::RoundEven},
      {"stablehlo.is_finite", Opcode::IsFinite},
      {"stablehlo.popcnt", Opcode::Popcnt},
      {"stablehlo.count_leading_zeros", Opcode::Clz},
  };
  auto it = table.find(op->getName().getStringRef());
  return it == table.end() ? std::nullopt : std::optional<Opcode>(it->second);
}

bool isIndexComputation(Operation *op) {
  if (elementwiseOpcode(op))
    return true;
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return constant.getValue().isSplat();
  return isa<stablehlo::CompareOp, stablehlo::SelectOp, stablehlo::ClampOp, stablehlo::ConvertOp,
             stablehlo::BitcastConvertOp, stablehlo::ReducePrecisionOp, stablehlo::MapOp, stablehlo::IotaOp,
             stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp, stablehlo::ReshapeOp, stablehlo::TransposeOp,
             stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp, stablehlo::ReverseOp,
             stablehlo::DynamicSliceOp, stablehlo::GatherOp, stablehlo::RealOp, stablehlo::ImagOp>(op);
}

bool isElementwise(Operation *op) {
  return elementwiseOpcode(op) || isa<stablehlo::CompareOp, stablehlo::SelectOp, stablehlo::ClampOp,
                                      stablehlo::ConvertOp, stablehlo::ReducePrecisionOp, stablehlo::MapOp>(op);
}

double opcodePrice(Opcode opcode, bool isFloat) {
  switch (opcode) {
  case Opcode::Divide:
  case Opcode::Sqrt:
  case Opcode::Remainder:
    return isFloat ? 6 : 20;
  case Opcode::Rsqrt:
    return 10;
  case Opcode::Exp:
  case Opcode::Log:
  case Opcode::Tanh:
  case Opcode::Logistic:
  case Opcode::Expm1:
  case Opcode::Log1p:
    return 20;
  case Opcode::Sine:
  case Opcode::Cosine:
  case Opcode::Tan:
  case Opcode::Cbrt:
  case Opcode::Atan2:
  case Opcode::Power:
    return 60;
  default:
    return 1;
  }
}

int64_t elementsOf(Value tensor) { return cast<ShapedType>(tensor.getType()).getNumElements(); }

double elementPrice(Operation *op) {
  if (std::optional<Opcode> opcode = elementwiseOpcode(op)) {
    if (*opcode == Opcode::Power) {
      Value by = op->getOperand(1);
      while (auto broadcast = by.getDefiningOp<stablehlo::BroadcastInDimOp>())
        by = broadcast.getOperand();
      if (by.getDefiningOp<stablehlo::ConstantOp>())
        return 3;
    }
    return opcodePrice(*opcode, isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())));
  }
  if (isa<stablehlo::CompareOp, stablehlo::SelectOp, stablehlo::ConvertOp, stablehlo::PadOp>(op))
    return 1;
  if (isa<stablehlo::ClampOp, stablehlo::ReducePrecisionOp, stablehlo::GatherOp>(op))
    return 3;
  if (isa<stablehlo::ConcatenateOp>(op))
    return 2 * op->getNumOperands();
  if (isa<stablehlo::MapOp>(op))
    return 10;
  return 0;
}

} // namespace shardwright
