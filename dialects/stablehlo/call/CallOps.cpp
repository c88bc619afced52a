#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/call/Call.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/call/CallOps.cpp.inc"

namespace shardwright::stablehlo {

void registerCallOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/call/CallOps.cpp.inc"
      >(dialect);
  attachCallRules(*dialect.getContext());
  attachCallKernels(*dialect.getContext());
}

void CustomCallOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult CustomCallOp::verify() {
  int32_t version = getApiVersion();
  if (version < 0 || version > 4)
    return emitOpError() << "api_version is " << version << ", expected 0 to 4";
  if (Attribute config = getBackendConfigAttr(); config && isa<DictionaryAttr>(config) && version != 4)
    return emitOpError() << "backend_config is a dictionary, which needs api_version 4, got " << version;
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError() << "has layouts of " << (getOperandLayouts() ? "operands" : "results") << " but none of "
                         << (getOperandLayouts() ? "results" : "operands");
  if (auto layouts = getOperandLayouts();
      layouts && failed(verifyCount(*this, "operand_layouts", layouts->size(), getInputs().size(), "operands")))
    return failure();
  // The layouts of a tuple are those of its members.
  size_t results = getNumResults();
  if (results == 1)
    if (auto tuple = dyn_cast<TupleType>(getResult(0).getType()))
      results = tuple.size();
  if (auto layouts = getResultLayouts();
      layouts && failed(verifyCount(*this, "result_layouts", layouts->size(), results, "results")))
    return failure();
  for (Attribute alias : getOutputOperandAliases()) {
    auto parsed = dyn_cast<OutputOperandAliasAttr>(alias);
    if (!parsed)
      return emitOpError() << "output_operand_aliases holds " << alias;
    if (parsed.getOperandIndex() < 0 || parsed.getOperandIndex() >= static_cast<int64_t>(getInputs().size()))
      return emitOpError() << "an alias names operand " << parsed.getOperandIndex() << " of " << getInputs().size();
  }
  return success();
}

LogicalResult CompositeOp::verify() {
  if (static_cast<int32_t>(getVersion()) < 0)
    return emitOpError() << "version is " << static_cast<int32_t>(getVersion()) << ", expected at least 0";
  if (getName().empty())
    return emitOpError() << "needs a name";
  return success();
}

LogicalResult TupleOp::verify() {
  if (agree(getVal().getTypes(), TypeRange(getType().getTypes())))
    return success();
  return emitOpError() << "packs (" << getVal().getTypes() << ") but results in " << getType();
}

LogicalResult GetTupleElementOp::verify() {
  TupleType tuple = getOperand().getType();
  int32_t index = getIndex();
  if (index < 0 || static_cast<size_t>(index) >= tuple.size())
    return operandError(*this, {0}) << "takes element " << index << " of a tuple of " << tuple.size();
  if (!agree(tuple.getType(index), getResult().getType()))
    return operandError(*this, {0}) << "element " << index << " is " << tuple.getType(index) << " but the result is "
                                    << getResult().getType();
  return success();
}

// Tensors, then one token.
static LogicalResult verifyReceived(Operation *op) {
  TypeRange types = op->getResultTypes();
  bool tensors =
      !types.empty() && llvm::all_of(llvm::drop_end(types), [](Type type) { return isa<RankedTensorType>(type); });
  if (tensors && isa<TokenType>(types.back()))
    return success();
  return op->emitOpError() << "should result in tensors and a token, got (" << types << ")";
}

LogicalResult InfeedOp::verify() { return verifyReceived(*this); }

LogicalResult RecvOp::verify() { return verifyReceived(*this); }

} // namespace shardwright::stablehlo
