#include "dialects/interfaces/TensorType.h"
#include "passes/common/ProductUnits.h"
#include "passes/lower/ExecBuilder.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/MatmulShape.h"

#include "dialects/stablehlo/reduction/SortedDim.h"
#include "shardwright/Topology/Files.h"

using namespace mlir;

namespace shardwright::lower {

/// Whether a GPU may multiply the product's f32 in the units for tf32: where the program's algorithm names these, or
/// the target lets it and the device's file says so.
static bool mayBeTf32(stablehlo::DotGeneralOp dot, const Target &target) {
  auto isF32 = [](Value value) { return getElementTypeOrSelf(value.getType()).isF32(); };
  if (!target.cuda() || !llvm::all_of(ValueRange{dot.getLhs(), dot.getRhs(), dot.getResult()}, isF32) ||
      !(dot.getAlgorithm() || target.traits.tf32Products))
    return false;
  cost::ProductWork work;
  chooseProductUnits(dot, *deviceOfArchitecture(target.cuda()->architecture), work);
  return work.type == "tf32" && work.passes == 1;
}

LogicalResult ExecBuilder::buildMatmul(Operation *op) {
  auto dot = cast<stablehlo::DotGeneralOp>(op);
  MatmulShape shape = matmulShape(dot, plan.fusion, /*hasOuterBatch=*/true);
  if (!shape.lhsFits || !shape.rhsFits)
    return op->emitError() << "'" << op->getName() << "' is not one matrix product by strides";
  if (bytesOf(dot.getResult()) == 0)
    return success();
  auto typeOf = [](Value value) { return TypeAttr::get(getElementTypeOrSelf(value.getType())); };
  ProductRead lhs = readByProduct(dot.getLhs(), plan.fusion), rhs = readByProduct(dot.getRhs(), plan.fusion);
  const bool isTf32 = !lhs.rounding && !rhs.rounding && mayBeTf32(dot, choices.target);
  auto rounding = [&](const ProductRead &read) {
    Type type = isTf32 ? b.getTF32Type() : read.rounding;
    return type ? TypeAttr::get(type) : TypeAttr();
  };
  Value left = bufferOf(lhs.value), right = bufferOf(rhs.value), out = bufferOf(dot.getResult());
  addStep<exec::MatmulOp>(op, left, typeOf(lhs.value), rounding(lhs), b.getDenseI64ArrayAttr(shape.lhsStrides()), right,
                          typeOf(rhs.value), rounding(rhs), b.getDenseI64ArrayAttr(shape.rhsStrides()), out,
                          typeOf(dot.getResult()), b.getDenseI64ArrayAttr(shape.sizes()));
  return success();
}

static ArrayAttr typesOf(OpBuilder &b, ValueRange values) {
  return b.getTypeArrayAttr(SmallVector<Type>(values.getTypes()));
}

LogicalResult ExecBuilder::buildConvolution(Operation *op) {
  auto convolution = cast<stablehlo::ConvolutionOp>(op);
  auto dims = convolution.getDimensionNumbers();
  SmallVector<int64_t> p = {static_cast<int64_t>(convolution.getFeatureGroupCount()),
                            static_cast<int64_t>(convolution.getBatchGroupCount())};
  auto append = [&](int64_t first, int64_t second, ArrayRef<int64_t> spatial) {
    p.push_back(first);
    p.push_back(second);
    p.insert(p.end(), spatial.begin(), spatial.end());
  };
  append(dims.getInputBatchDimension(), dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  append(dims.getKernelInputFeatureDimension(), dims.getKernelOutputFeatureDimension(),
         dims.getKernelSpatialDimensions());
  append(dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions());
  SmallVector<int64_t> padding(2 * dims.getInputSpatialDimensions().size(), 0);
  if (auto given = convolution.getPadding())
    padding.assign(given->getValues<int64_t>().begin(), given->getValues<int64_t>().end());
  for (size_t s = 0; s < dims.getInputSpatialDimensions().size(); ++s) {
    auto at = [&](std::optional<ArrayRef<int64_t>> values) { return values ? (*values)[s] : 1; };
    p.push_back(at(convolution.getWindowStrides()));
    p.push_back(padding[2 * s]);
    p.push_back(at(convolution.getLhsDilation()));
    p.push_back(at(convolution.getRhsDilation()));
    p.push_back(convolution.getWindowReversal() ? (*convolution.getWindowReversal())[s] : 0);
  }
  SmallVector<Value> ins = {bufferOf(convolution.getLhs()), bufferOf(convolution.getRhs())};
  Value out = bufferOf(convolution.getResult());
  addStep<exec::LibraryOp>(op, "convolution", ins, out, p,
                           typesOf(b, {convolution.getLhs(), convolution.getRhs(), convolution.getResult()}),
                           FlatSymbolRefAttr(), DenseI64ArrayAttr());
  return success();
}

LogicalResult ExecBuilder::buildLibrary(stablehlo::CustomCallOp op, ArrayRef<int64_t> parameters) {
  SmallVector<Value> ins, outs, all(op.getInputs());
  llvm::append_range(all, op.getOutputs());
  for (Value input : op.getInputs())
    ins.push_back(bufferOf(input));
  for (Value output : op.getOutputs())
    outs.push_back(bufferOf(output));
  addStep<exec::LibraryOp>(op, op.getCallTargetName(), ins, outs, parameters, typesOf(b, all),
                           op->getAttrOfType<FlatSymbolRefAttr>(kLibraryKernelAttr), DenseI64ArrayAttr());
  return success();
}

LogicalResult ExecBuilder::buildSort(Operation *op) {
  auto sort = cast<stablehlo::SortOp>(op);
  ArrayRef<int64_t> shape = tensorShape(sort.getInputs().front());
  int64_t dim = stablehlo::sortedDim(sort);
  std::optional<SortKey> key = sortKey(sort);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(key ? builder.buildSortKey(op, *key, shape[dim]) : builder.buildComparator(op)))
    return failure();
  exec::KernelOp &kernel = sortKernels[builder.graph.words()];
  if (!kernel)
    kernel = addKernel(builder.graph, "compare" + Twine(sortKernels.size() - 1), op);
  SmallVector<int64_t> parameters = {dim};
  SmallVector<Type> types(sort.getInputs().getTypes());
  if (key) {
    parameters.append({numWanted(sort), key->descending});
    types.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(key->key.getType())));
  }
  SmallVector<Value> ins, outs;
  SmallVector<int64_t> shares;
  for (Value input : sort.getInputs())
    ins.push_back(bufferOf(input));
  for (auto [i, output] : llvm::enumerate(sort.getOutputs())) {
    outs.push_back(bufferOf(output));
    if (choices.target.host()) // a GPU's threads still read what others write
      shares.append({static_cast<int64_t>(i), static_cast<int64_t>(ins.size() + i)});
  }
  addStep<exec::LibraryOp>(op, key ? "sort_by_key" : "sort", ins, outs, parameters, b.getTypeArrayAttr(types),
                           FlatSymbolRefAttr::get(kernel),
                           shares.empty() ? DenseI64ArrayAttr() : b.getDenseI64ArrayAttr(shares));
  return success();
}

} // namespace shardwright::lower
