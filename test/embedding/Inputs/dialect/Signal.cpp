// Two operations of a dialect that the compiler does not know: all it has to know stands here.
#include "dialects/stablehlo/Family.h"
#include "dialects/stablehlo/local/LocalBuilder.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "SignalDialect.h.inc"
#define GET_OP_CLASSES
#include "SignalOps.h.inc"

#include "mlir/IR/TypeUtilities.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace shardwright;

#include "SignalDialect.cpp.inc"
#define GET_OP_CLASSES
#include "SignalOps.cpp.inc"

void signal::SignalDialect::initialize() { addOperations<SwishOp, TaperOp>(); }

namespace {

/// The rule: dimensions of the operand are those of the result, and may be split.
template <typename Op> FailureOr<ShardingRule> pointwiseRule(Op op) {
  RuleBuilder rule = ruleBuilderFor(op);
  rule.pointwise();
  return rule.build();
}

/// In kernels: by opcodes.
struct SwishKernel : KernelOpInterface::ExternalModel<SwishKernel, signal::SwishOp> {
  OpRole getRole(Operation *) const { return OpRole::Elementwise; }
  double getElementPrice(Operation *) const { return opcodePrice(Opcode::Exp, /*isFloat=*/true); }
  std::optional<ElementExpr> getElementExpr(Operation *op) const {
    ElementExpr expr(op);
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    unsigned one = expr.constant(type, FloatAttr::get(type, 1.0));
    unsigned shrunk = expr.apply(Opcode::Exp, type, {expr.apply(Opcode::Negate, type, {0})});
    expr.result = expr.apply(Opcode::Divide, type, {0, expr.apply(Opcode::Add, type, {one, shrunk})});
    return expr;
  }
  void describe(Operation *, fusion::OpForm &form) const { form.isPointwise = true; }
};

/// Partitioned: which row a slot is depends on the device. What stands for it are operations that have a lowering.
struct TaperLocal : LocalPattern<signal::TaperOp> {
  using LocalPattern::LocalPattern;
  LogicalResult matchAndRewrite(signal::TaperOp op, OpAdaptor adaptor, LocalRewriter &rewriter) const {
    Location loc = op.getLoc();
    LocalBuilder build(rewriter, loc, context);
    auto type = cast<RankedTensorType>(context.localType(op.getResult()));
    Value row = build.positions(type.getShape(), 0, context.shardingOf(op.getResult()).dims[0].axes);
    Value last = build.splat(cast<RankedTensorType>(row.getType()), context.globalShape(op.getResult())[0] - 1);
    Value fromEnd = stablehlo::SubtractOp::create(rewriter, loc, last, row);
    Value weight = build.convert(stablehlo::MinOp::create(rewriter, loc, row, fromEnd), type.getElementType());
    rewriter.replaceOpWithNewOp<stablehlo::MulOp>(op, adaptor.getX(), weight);
    return success();
  }
};

/// The meaning, slow and obvious: what the interpreter compares with.
template <typename Op, double (*function)(double value, int64_t row, int64_t rows)>
struct Reference : interp::ReferenceOpInterface::ExternalModel<Reference<Op, function>, Op> {
  interp::Results evaluate(Operation *, interp::Operands operands) const {
    interp::Tensor result(operands[0]->type());
    const int64_t rows = result.dim(0), rowSize = result.size() / rows;
    for (int64_t i = 0; i < result.size(); ++i) {
      const double value = function(operands[0]->get(i).real, i / rowSize, rows);
      result.set(i, result.format().round(interp::Element::ofReal(value)));
    }
    return {{result}};
  }
};
double swish(double value, int64_t, int64_t) { return value / (1 + std::exp(-value)); }
double taper(double value, int64_t row, int64_t rows) { return value * static_cast<double>(std::min(row, rows - 1 - row)); }

} // namespace

namespace shardwright {

void registerSignal(DialectRegistry &registry) {
  registry.insert<signal::SignalDialect>();
  registry.addExtension(+[](MLIRContext *context, signal::SignalDialect *) {
    stablehlo::attachRule<signal::SwishOp, pointwiseRule<signal::SwishOp>>(*context);
    stablehlo::attachRule<signal::TaperOp, pointwiseRule<signal::TaperOp>>(*context);
    signal::SwishOp::attachInterface<SwishKernel, Reference<signal::SwishOp, swish>>(*context);
    signal::TaperOp::attachInterface<Reference<signal::TaperOp, taper>>(*context);
    attachLocal<TaperLocal>(*context);
  });
}

} // namespace shardwright
