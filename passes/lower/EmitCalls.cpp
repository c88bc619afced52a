#include "passes/common/TensorType.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/MatmulShape.h"
#include "passes/lower/StepEmitter.h"

#include "passes/lower/EmitKernel.h"

#include "dialects/stablehlo/SortedDim.h"

using namespace mlir;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

LogicalResult StepEmitter::scheduleMatmul(Operation *op) {
  auto dot = cast<stablehlo::DotGeneralOp>(op);
  MatmulShape shape = matmulShape(dot, plan.fusion);
  if (!shape.lhsFits || !shape.rhsFits)
    return op->emitError() << "'" << op->getName() << "' is not one matrix product by strides";
  if (bytesOf(dot.getResult()) == 0)
    return success();
  auto read = [&](Value operand, runtime::ElementType &type, runtime::ElementType &rounding) {
    ProductRead read = readByProduct(operand, plan.fusion);
    type = elementType(read.value);
    rounding = read.rounding ? *runtimeType(read.rounding) : runtime::ElementType::F32;
    return bufferOf(read.value);
  };
  uint32_t lhs = read(dot.getLhs(), shape.matmul.lhsType, shape.matmul.lhsRounding);
  uint32_t rhs = read(dot.getRhs(), shape.matmul.rhsType, shape.matmul.rhsRounding);
  shape.matmul.outType = elementType(dot.getResult());
  uint32_t index = program.executable.matmuls.size();
  program.executable.matmuls.push_back(shape.matmul);
  uint32_t out = bufferOf(dot.getResult());
  addStep(StepKind::Matmul, op, index).accesses = {{lhs, true, false}, {rhs, true, false}, {out, false, true}};
  return success();
}

LogicalResult StepEmitter::scheduleConvolution(Operation *op) {
  auto convolution = cast<stablehlo::ConvolutionOp>(op);
  auto dims = convolution.getDimensionNumbers();
  runtime::LibraryCall call;
  call.name = "convolution";
  std::vector<int64_t> &p = call.parameters;
  p = {static_cast<int64_t>(convolution.getFeatureGroupCount()),
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
  llvm::SmallVector<BufferAccess, 4> accesses;
  for (Value value : {convolution.getLhs(), convolution.getRhs(), convolution.getResult()}) {
    call.types.push_back(elementType(value));
    call.shapes.push_back(tensorShape(value).vec());
    bool isOut = value == convolution.getResult();
    accesses.push_back({bufferOf(value), !isOut, isOut});
  }
  uint32_t index = program.executable.libraryCalls.size();
  program.executable.libraryCalls.push_back(std::move(call));
  addStep(StepKind::Library, op, index).accesses = std::move(accesses);
  return success();
}

LogicalResult StepEmitter::scheduleLibrary(stablehlo::CustomCallOp op, ArrayRef<int64_t> parameters) {
  runtime::LibraryCall call;
  call.name = op.getCallTargetName().str();
  call.parameters.assign(parameters.begin(), parameters.end());
  llvm::SmallVector<BufferAccess, 4> accesses;
  auto add = [&](Value value, bool isOut) {
    call.types.push_back(elementType(value));
    call.shapes.push_back(tensorShape(value).vec());
    accesses.push_back({bufferOf(value), !isOut, isOut});
  };
  for (Value input : op.getInputs())
    add(input, false);
  for (Value output : op.getOutputs())
    add(output, true);
  uint32_t index = program.executable.libraryCalls.size();
  program.executable.libraryCalls.push_back(std::move(call));
  addStep(StepKind::Library, op, index).accesses = std::move(accesses);
  return success();
}

LogicalResult StepEmitter::scheduleSort(Operation *op) {
  auto sort = cast<stablehlo::SortOp>(op);
  std::vector<int64_t> shape = tensorShape(sort.getInputs().front()).vec();
  int64_t dim = stablehlo::sortedDim(sort);
  std::optional<SortKey> key = sortKey(sort);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(key ? builder.buildSortKey(op, *key, shape[dim]) : builder.buildComparator(op)))
    return failure();
  auto [it, isNew] = sortKernels.try_emplace(builder.graph.words());
  SortKernel &kernel = it->second;
  if (isNew) {
    kernel.symbol = "compare" + std::to_string(sortKernels.size() - 1);
    kernel.range = emitKernel(kernelModule, kernel.symbol, builder.graph, {choices.vectors, choices.tiles});
  }
  runtime::LibraryCall call;
  call.name = key ? "sort_by_key" : "sort";
  call.parameters = {dim};
  if (key)
    call.parameters.insert(call.parameters.end(), {kernel.range, numWanted(sort), key->descending});
  call.kernelSymbol = kernel.symbol;
  llvm::SmallVector<BufferAccess, 4> accesses;
  for (Value input : sort.getInputs()) {
    call.types.push_back(elementType(input));
    call.shapes.push_back(tensorShape(input).vec());
    accesses.push_back({bufferOf(input), true, false});
  }
  if (key) {
    call.types.push_back(elementType(key->key));
    call.shapes.push_back(shape);
  }
  for (Value output : sort.getOutputs())
    accesses.push_back({bufferOf(output), false, true});
  uint32_t index = program.executable.libraryCalls.size();
  program.executable.libraryCalls.push_back(std::move(call));
  VirtualStep &step = addStep(StepKind::Library, op, index);
  step.accesses = std::move(accesses);
  unsigned operands = sort.getInputs().size();
  for (unsigned i = 0; i < operands; ++i)
    step.mayShare.push_back({i, operands + i});
  return success();
}

} // namespace shardwright::lower
