#include "dialects/plan/PlanOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright::plan {

//===--- assembly format directives ---===//

/// `live [0, 4)`, or nothing.
static ParseResult parseLive(OpAsmParser &parser, DenseI64ArrayAttr &live) {
  if (failed(parser.parseOptionalKeyword("live")))
    return success();
  int64_t begin, end;
  if (parser.parseLSquare() || parser.parseInteger(begin) || parser.parseComma() || parser.parseInteger(end) ||
      parser.parseRParen())
    return failure();
  live = parser.getBuilder().getDenseI64ArrayAttr({begin, end});
  return success();
}

static void printLive(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr live) {
  if (live)
    printer << " live [" << live[0] << ", " << live[1] << ")";
}

/// `[[0, 4], [2, 0]]`, rows of one length.
static ParseResult parseRows(OpAsmParser &parser, DenseIntElementsAttr &costs) {
  llvm::SmallVector<int64_t> entries;
  int64_t rows = 0, columns = 0;
  auto parseRow = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = entries.size();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       [&] { return parser.parseInteger(entries.emplace_back()); }))
      return failure();
    int64_t length = entries.size() - before;
    if (rows++ == 0)
      columns = length;
    if (length != columns)
      return parser.emitError(loc) << "row " << rows - 1 << " has " << length << " entries, row 0 has " << columns;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRow))
    return failure();
  costs = DenseIntElementsAttr::get(RankedTensorType::get({rows, columns}, parser.getBuilder().getI64Type()),
                                    llvm::ArrayRef(entries));
  return success();
}

static void printRows(OpAsmPrinter &printer, Operation *, DenseIntElementsAttr costs) {
  auto entries = llvm::to_vector(costs.getValues<int64_t>());
  size_t rows = costs.getType().getShape().front(), columns = costs.getType().getShape().back();
  printer << "[";
  for (size_t row = 0; row < rows; ++row) {
    printer << (row ? ", [" : "[");
    llvm::interleaveComma(llvm::ArrayRef(entries).slice(row * columns, columns), printer);
    printer << "]";
  }
  printer << "]";
}

//===--- verifiers ---===//

/// The first of `entries` that is negative, in the words of its op.
template <typename Entries>
static LogicalResult verifyNotNegative(Operation *op, llvm::StringRef what, const Entries &entries) {
  for (auto [number, entry] : llvm::enumerate(entries))
    if (entry < 0)
      return op->emitOpError() << "has the " << what << " " << entry << " (entry " << number
                               << "); it must not be negative";
  return success();
}

LogicalResult ProblemOp::verify() {
  if (std::optional<int64_t> limit = getLimit(); limit && *limit < 0)
    return emitOpError() << "has the limit " << *limit << "; it must not be negative";
  for (Operation &op : getBody().front())
    if (!isa<NodeOp, EdgeOp>(op)) {
      InFlightDiagnostic diagnostic = emitOpError() << "holds other things than nodes and edges";
      diagnostic.attachNote(op.getLoc()) << "this '" << op.getName() << "'";
      return diagnostic;
    }
  return success();
}

LogicalResult NodeOp::verify() {
  if (getCosts().empty())
    return emitOpError() << "has no choice; write a cost for each, at least one";
  if (auto usages = getUsages(); usages && usages->size() != getCosts().size())
    return emitOpError() << "has " << getCosts().size() << " costs and " << usages->size()
                         << " usages; write one of each for every choice";
  if (auto live = getLive(); live && (*live)[0] > (*live)[1])
    return emitOpError() << "is live until " << (*live)[1] << ", before it begins at " << (*live)[0];
  if (failed(verifyNotNegative(*this, "cost", getCosts())))
    return failure();
  return verifyNotNegative(*this, "usage", getUsages().value_or(llvm::ArrayRef<int64_t>()));
}

LogicalResult EdgeOp::verify() {
  auto first = getFirst().getDefiningOp<NodeOp>(), second = getSecond().getDefiningOp<NodeOp>();
  if (first == second) {
    InFlightDiagnostic diagnostic = emitOpError() << "joins a node to itself; add its costs to the node's";
    diagnostic.attachNote(first.getLoc()) << "the node";
    return diagnostic;
  }
  llvm::ArrayRef<int64_t> shape = getCosts().getType().getShape();
  int64_t rows = first.numChoices(), columns = second.numChoices();
  if (shape.size() != 2)
    return emitOpError() << "has costs of rank " << shape.size() << "; write rows of entries";
  auto refuse = [&](int64_t has, llvm::StringRef what, NodeOp node, int64_t choices) {
    InFlightDiagnostic diagnostic = emitOpError()
                                    << "has " << has << " " << what << " of costs for " << choices << " choices";
    diagnostic.attachNote(node.getLoc()) << "of this node";
    return diagnostic;
  };
  if (shape[0] != rows)
    return refuse(shape[0], "rows", first, rows);
  if (shape[1] != columns)
    return refuse(shape[1], "columns", second, columns);
  return verifyNotNegative(*this, "cost", getCosts().getValues<int64_t>());
}

} // namespace shardwright::plan

#include "dialects/plan/PlanDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/plan/PlanTypes.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/plan/PlanOps.cpp.inc"

namespace shardwright::plan {

void PlanDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/plan/PlanTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/plan/PlanOps.cpp.inc"
      >();
}

} // namespace shardwright::plan
