#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace shardwright::sharding {

//===--- assembly format directives ---===//

static ParseResult parseDirection(OpAsmParser &parser, StringAttr &allow) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword != "forward" && keyword != "backward" && keyword != "none")
    return parser.emitError(loc) << "'" << keyword << "' is no direction; write forward, backward or none";
  allow = parser.getBuilder().getStringAttr(keyword);
  return success();
}

static void printDirection(OpAsmPrinter &printer, Operation *, StringAttr allow) { printer << allow.getValue(); }

static ParseResult parseSpecs(OpAsmParser &parser, ArrayAttr &specs) {
  llvm::SmallVector<Attribute> entries;
  auto entry = [&]() -> ParseResult {
    entries.push_back(SpecAttr::parse(parser, {}));
    return success(entries.back() != nullptr);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, entry))
    return failure();
  specs = parser.getBuilder().getArrayAttr(entries);
  return success();
}

static void printSpecs(OpAsmPrinter &printer, Operation *, ArrayAttr specs) {
  printer << "[";
  llvm::interleaveComma(specs.getAsRange<SpecAttr>(), printer, [&](SpecAttr spec) { spec.print(printer); });
  printer << "]";
}

static ParseResult parseManualBody(OpAsmParser &parser, Region &body) {
  llvm::SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

static void printManualBody(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << "(";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===--- verifiers ---===//

LogicalResult ConstraintOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySpec(*this, getSpec(), getType(), [&] { return emitOpError(); });
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySpec(*this, getSpec(), getType(), [&] { return emitOpError(); });
}

LogicalResult GroupOp::verify() {
  if (static_cast<int64_t>(getGroupId()) < 0)
    return emitOpError() << "has the group number " << static_cast<int64_t>(getGroupId())
                         << "; it must not be negative";
  return success();
}

bool ManualOp::isManual(StringRef axis) {
  return llvm::any_of(getAxes(), [&](const AxisRef &manual) { return manual.name == axis; });
}

/// One side of the border: the sharding of a global value, and the local type that stands for it inside.
static LogicalResult verifyBorder(ManualOp op, const Mesh &mesh, SpecAttr spec, Type global, Type local,
                                  llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (failed(verifySpec(op, spec, global, emitError)))
    return failure();
  auto globalType = cast<RankedTensorType>(global);
  llvm::SmallVector<int64_t> shape;
  for (auto [index, dim] : llvm::enumerate(spec.getValue().dims)) {
    int64_t parts = 1;
    bool seenFree = false;
    for (const AxisRef &axis : dim.axes) {
      if (!op.isManual(axis.name)) {
        seenFree = true;
        continue;
      }
      if (seenFree)
        return emitError() << "dimension " << index << " has manual axis '" << axis.str()
                           << "' behind a free one; manual axes come first";
      parts *= axis.size(mesh);
    }
    int64_t size = globalType.getDimSize(index);
    if (size % parts != 0)
      return emitError() << "dimension " << index << " of size " << size << " is not divisible by its manual axes ("
                         << parts << " parts)";
    shape.push_back(size / parts);
  }
  auto expected = RankedTensorType::get(shape, globalType.getElementType());
  if (local != expected)
    return emitError() << "type inside is " << local << " where the manual axes leave " << expected << " of "
                       << globalType;
  return success();
}

LogicalResult ManualOp::verifySymbolUses(SymbolTableCollection &) {
  Operation *terminator = getBody().front().getTerminator();
  if (getInSpecs().size() != getInputs().size() || getBody().getNumArguments() != getInputs().size())
    return emitOpError() << "has " << getInputs().size() << " operands, " << getInSpecs().size()
                         << " shardings for them and " << getBody().getNumArguments() << " block arguments";
  if (getOutSpecs().size() != getNumResults() || terminator->getNumOperands() != getNumResults())
    return emitOpError() << "has " << getNumResults() << " results, " << getOutSpecs().size()
                         << " shardings for them and returns " << terminator->getNumOperands() << " values";
  MeshOp meshOp = getNumOperands()  ? lookupMeshOp(*this, getInSpec(0).getMesh())
                  : getNumResults() ? lookupMeshOp(*this, getOutSpec(0).getMesh())
                                    : lookupMeshOp(*this);
  if (!meshOp)
    return getAxes().empty() ? success() : LogicalResult(emitOpError() << "has manual axes but no mesh");
  FailureOr<Mesh> mesh = verifyAxes(*this, FlatSymbolRefAttr::get(meshOp.getSymNameAttr()), getAxes());
  if (failed(mesh))
    return failure();
  for (const AxisRef &axis : getAxes())
    if (axis.sub)
      return emitOpError() << "has the sub-axis '" << axis.str() << "' as manual axis; only whole axes can be manual";
  for (auto outer = (*this)->getParentOfType<ManualOp>(); outer; outer = outer->getParentOfType<ManualOp>())
    for (const AxisRef &axis : getAxes())
      if (outer.isManual(axis.name)) {
        InFlightDiagnostic diagnostic = emitOpError() << "axis '" << axis.str() << "' is already manual here";
        diagnostic.attachNote(outer.getLoc()) << "in this region";
        return diagnostic;
      }
  for (unsigned i = 0; i < getInputs().size(); ++i)
    if (failed(verifyBorder(*this, *mesh, getInSpec(i), getInputs()[i].getType(), getBody().getArgument(i).getType(),
                            [&] { return emitOpError() << "operand #" << i << ": "; })))
      return failure();
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(verifyBorder(*this, *mesh, getOutSpec(i), getResult(i).getType(), terminator->getOperand(i).getType(),
                            [&] { return emitOpError() << "result #" << i << ": "; })))
      return failure();
  return success();
}

} // namespace shardwright::sharding

#define GET_OP_CLASSES
#include "dialects/sharding/ShardingOps.cpp.inc"
