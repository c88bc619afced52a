#include "passes/lower/cuda/KernelWriter.h"

#include "passes/common/AttentionTiles.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/cuda/EmitAttention.h"
#include "passes/lower/cuda/EmitExchange.h"
#include "passes/lower/cuda/EmitProduct.h"
#include "passes/lower/cuda/Routines.h"
#include "passes/lower/cuda/ThinProduct.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>

using namespace mlir;

namespace shardwright::lower::cuda {

/// Threads of a block of a copy.
constexpr int64_t kCopyThreads = 256;
/// A kernel has room for as many parameters.
constexpr int64_t kMostParameters = 512;

uint32_t KernelWriter::addEntry(StringRef symbol, Geometry geometry) {
  runtime::Kernel kernel;
  kernel.symbol = symbol.str();
  kernel.blocks = geometry.blocks;
  kernel.threads = static_cast<uint32_t>(geometry.threads);
  e.kernels.push_back(std::move(kernel));
  return static_cast<uint32_t>(e.kernels.size() - 1);
}

KernelWriter::Emitted &KernelWriter::emit(exec::KernelOp kernel) {
  StringRef symbol = kernel.getSymName();
  auto [it, isNew] = emitted.try_emplace(symbol);
  if (isNew && module) {
    it->second.kernel.geometry = emitThreads(module, kernel.getLoc(), symbol, readKernel(kernel));
    it->second.kernel.function = module.lookupSymbol<func::FuncOp>(symbol);
  }
  return it->second;
}

uint32_t KernelWriter::add(exec::KernelOp kernel) {
  Emitted &own = emit(kernel);
  own.hasEntry = true;
  return addEntry(kernel.getSymName(), own.kernel.geometry);
}

uint32_t KernelWriter::addMerged(ArrayRef<exec::KernelOp> kernels) {
  std::string key;
  for (exec::KernelOp kernel : kernels)
    key += kernel.getSymName().str() + " ";
  auto [it, isNew] = merged.try_emplace(key, 0);
  if (!isNew)
    return it->second;
  const std::string symbol = "merged" + std::to_string(merged.size() - 1);
  SmallVector<MergedKernel> parts;
  exec::KernelOp last;
  for (exec::KernelOp kernel : kernels) {
    if (kernel == last) {
      ++parts.back().times;
      continue;
    }
    parts.push_back(emit(kernel).kernel);
    last = kernel;
  }
  return it->second =
             addEntry(symbol, module ? emitMerged(module, kernels.front()->getLoc(), symbol, parts) : Geometry());
}

void KernelWriter::dropParts() {
  for (auto &entry : emitted)
    if (entry.second.kernel.function && !entry.second.hasEntry)
      entry.second.kernel.function.erase();
}

static std::optional<ThinProduct> thinProductOf(exec::MatmulOp op) {
  if (!op.mayBeTf32() && (op.getLhsRounding() || op.getRhsRounding()))
    return std::nullopt;
  return thinProduct(op.getLhsType(), op.getRhsType(), op.getOutType(), op.getSizes(), op.getLhsStrides(),
                     op.getRhsStrides());
}

bool KernelWriter::isOwnProduct(exec::MatmulOp op) {
  std::optional<ThinProduct> thin = thinProductOf(op);
  return op.getSizes().size() == 5 || (thin && thin->matrices() > 1);
}

uint32_t KernelWriter::addProduct(exec::MatmulOp op) {
  std::string key;
  llvm::raw_string_ostream out(key);
  // A kernel of the compiler's own stays exact where it may round to tf32.
  auto roundingOf = [&](std::optional<Type> type) { return op.mayBeTf32() ? Type() : type.value_or(Type()); };
  out << op.getLhsType() << roundingOf(op.getLhsRounding()) << op.getRhsType() << roundingOf(op.getRhsRounding())
      << op.getOutType();
  for (ArrayRef<int64_t> numbers : {op.getLhsStrides(), op.getRhsStrides(), op.getSizes()})
    for (int64_t number : numbers)
      out << " " << number;
  auto [it, isNew] = products.try_emplace(key, 0);
  if (isNew) {
    const std::string symbol = "product" + std::to_string(products.size() - 1);
    std::optional<ThinProduct> thin = thinProductOf(op);
    it->second = addEntry(symbol, !module ? Geometry()
                                  : thin  ? emitThinProduct(module, op.getLoc(), symbol, *thin)
                                          : emitProduct(module, symbol, op));
  }
  return it->second;
}

std::optional<uint32_t> KernelWriter::addAttention(exec::LibraryOp op) {
  std::optional<AttentionForm> form = AttentionForm::of(op.getParameters());
  auto kernel =
      op.getKernel() ? SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(op, op.getKernelAttr()) : exec::KernelOp();
  const auto numInputs = static_cast<int64_t>(op.getIns().size()),
             numOutputs = static_cast<int64_t>(op.getTypes().size()) - numInputs;
  if (!form || !kernel || !form->fits(numInputs, numOutputs, llvm::range_size(kernel.getOps<exec::NestOp>())) ||
      !fitsTiles(*form))
    return std::nullopt;
  const std::string symbol = "attention_tiles" + std::to_string(routines.size());
  std::string key;
  llvm::raw_string_ostream out(key);
  out << op.getName() << *op.getKernel() << op.getTypes();
  for (int64_t number : op.getParameters())
    out << " " << number;
  auto [it, isNew] = routines.try_emplace(key, 0);
  if (isNew) {
    SmallVector<Type> types;
    for (Type type : op.getTypes().getAsValueRange<TypeAttr>())
      types.push_back(getElementTypeOrSelf(type));
    it->second = addEntry(symbol, module ? emitAttention(module, op.getLoc(), symbol, *form, readKernel(kernel), types)
                                         : Geometry());
  }
  return it->second;
}

std::optional<uint32_t> KernelWriter::addRoutine(exec::LibraryOp op) {
  if (op.getName() == "attention")
    return addAttention(op);
  std::optional<KernelGraph> graph = routineGraph(op);
  if (!graph || graph->hasTooManyLoops())
    return std::nullopt;
  std::string key;
  llvm::raw_string_ostream out(key);
  out << op.getName() << op.getKernel().value_or(StringRef()) << op.getTypes();
  for (int64_t number : op.getParameters())
    out << " " << number;
  auto [it, isNew] = routines.try_emplace(key, 0);
  if (isNew) {
    const std::string symbol = (op.getName() + llvm::Twine(routines.size() - 1)).str();
    it->second = addEntry(symbol, module ? emitThreads(module, op.getLoc(), symbol, *graph) : Geometry());
  }
  return it->second;
}

uint32_t KernelWriter::addGraph(Location loc, StringRef kind, StringRef key, const KernelGraph &graph) {
  auto [it, isNew] = exchanges.try_emplace(key, 0);
  if (isNew) {
    const std::string symbol = (kind + llvm::Twine(exchanges.size() - 1)).str();
    it->second = addEntry(symbol, module ? emitThreads(module, loc, symbol, graph) : Geometry());
  }
  return it->second;
}

LogicalResult KernelWriter::addExchange(exec::CollectiveOp op, Type element, int64_t members,
                                        runtime::Collective &collective) {
  if (collective.kind == CollectiveKind::Permute)
    return success();
  if (collective.kind == CollectiveKind::AllGather || collective.kind == CollectiveKind::AllToAll) {
    if (!firstCopy)
      for (int64_t bytes : kCopyBytes) {
        const std::string symbol = "copy" + std::to_string(bytes);
        if (module)
          emitCopy(module, symbol, bytes, kCopyThreads);
        const uint32_t number = addEntry(symbol, {0, kCopyThreads});
        firstCopy = firstCopy.value_or(number);
      }
    for (uint32_t i = 0; i != std::size(kCopyBytes); ++i)
      collective.kernels.push_back(*firstCopy + i);
    return success();
  }
  const bool scatters = collective.kind == CollectiveKind::ReduceScatter;
  if (members + (scatters ? 1 : members) > kMostParameters)
    return op.emitError() << "a reduction among " << members << " devices that are one GPU: at most "
                          << kMostParameters / 2 << " are possible, use more GPUs or a smaller mesh";
  Combination what{element, op.getReduction()->getValue(), members, scatters ? 1 : members, 1, 1, 0, 0, 0};
  const std::vector<int64_t> &in = collective.inShape, &out = collective.outShape;
  int64_t inner = 1;
  const size_t first = scatters ? static_cast<size_t>(collective.splitDim) : 0;
  for (size_t d = first + 1; d < in.size(); ++d)
    inner *= in[d];
  for (size_t d = 0; d < first; ++d)
    what.rows *= in[d];
  what.inRow = (in.empty() ? 1 : in[first]) * inner;
  what.outRow = what.columns = what.valid = (out.empty() ? 1 : out[first]) * inner;
  if (what.rows * what.inRow == 0)
    return success();
  auto add = [&](int64_t valid) {
    what.valid = valid;
    std::string key;
    llvm::raw_string_ostream text(key);
    text << element << " " << static_cast<int>(what.kind);
    for (int64_t number : {what.members, what.outs, what.rows, what.columns, what.inRow, what.outRow, what.valid})
      text << " " << number;
    collective.kernels.push_back(addGraph(op.getLoc(), "combine", key, combine(op.getContext(), what)));
  };
  add(what.columns);
  if (const int64_t rest = what.inRow % what.outRow; rest != 0)
    add(rest);
  return success();
}

} // namespace shardwright::lower::cuda
