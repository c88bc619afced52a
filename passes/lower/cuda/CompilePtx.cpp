#include "passes/lower/cuda/CompilePtx.h"

#include "passes/lower/Codegen.h"
#include "passes/lower/LowerKernelsToLLVM.h"
#include "passes/lower/cuda/DeviceBuilder.h"
#include "passes/lower/cuda/DeviceMath.h"
#include "passes/lower/cuda/Division.h"

#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

struct Kernel {
  int64_t threads;
  Location loc;
};

FailureOr<std::unique_ptr<llvm::TargetMachine>> targetMachine(ModuleOp module, const CudaCode &target) {
  absl::StatusOr<const llvm::Target *> generator = findCodeGenerator(kTriple.str());
  if (!generator.ok()) {
    module.emitError(std::string(generator.status().message()));
    return failure();
  }
  return std::unique_ptr<llvm::TargetMachine>(
      (*generator)
          ->createTargetMachine(llvm::Triple(kTriple), target.architecture, "+" + target.isa(), llvm::TargetOptions(),
                                std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// What a GPU has no instruction and we no formula for: the host calls libm there.
LogicalResult checkCalls(llvm::Module &module, const llvm::StringMap<Kernel> &kernels, const CudaCode &target) {
  for (llvm::Function &function : module) {
    auto kernel = kernels.find(function.getName());
    if (kernel == kernels.end())
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      llvm::StringRef missing;
      if (auto *call = dyn_cast<llvm::CallInst>(&instruction)) {
        llvm::Function *callee = call->getCalledFunction();
        if (callee && callee->isDeclaration() && !callee->isIntrinsic())
          missing = callee->getName();
      }
      if (instruction.getOpcode() == llvm::Instruction::FRem)
        missing = instruction.getType()->getScalarType()->isFloatTy() ? "fmodf" : "fmod";
      if (!missing.empty())
        return emitError(kernel->second.loc)
               << "kernel '" << function.getName() << "' computes '" << missing
               << "', which there is no code of for cuda:" << target.architecture << ": compile for a host";
    }
  }
  return success();
}

/// Innermost loops that read memory are run several iterations at a time: a thread that waits for one load after the
/// other leaves most of the memory's speed unused.
void unrollLoads(llvm::Function &function) {
  constexpr unsigned kCount = 4, kLargest = 160; // instructions, of vectors yet
  constexpr unsigned kEnough = 8;                // loads that are under way already
  llvm::DominatorTree tree(function);
  llvm::LoopInfo loops(tree);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    unsigned size = 0, loads = 0;
    bool isPlain = loop->isInnermost();
    for (llvm::BasicBlock *block : loop->blocks())
      for (llvm::Instruction &instruction : *block) {
        ++size;
        if (auto *load = dyn_cast<llvm::LoadInst>(&instruction))
          loads += load->getPointerAddressSpace() == static_cast<unsigned>(Space::Global);
        if (auto *call = dyn_cast<llvm::CallInst>(&instruction))
          isPlain &= call->getCalledFunction() && call->getCalledFunction()->isIntrinsic() && !call->isConvergent();
      }
    if (isPlain && loads != 0 && loads < kEnough && size <= kLargest)
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", kCount);
  }
}

} // namespace

FailureOr<std::vector<uint8_t>> compilePtx(ModuleOp module, const CudaCode &target) {
  llvm::StringMap<Kernel> kernels;
  for (auto function : module.getOps<func::FuncOp>())
    if (auto threads = function->getAttrOfType<IntegerAttr>(kThreadsAttr))
      kernels.try_emplace(function.getSymName(), Kernel{threads.getInt(), function.getLoc()});
  shareReciprocals(module);
  addDeviceMath(module);
  if (failed(lowerKernelsToLLVM(module)))
    return module.emitError() << "a kernel could not be lowered to LLVM";
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(module, context, "kernels");
  if (!code)
    return module.emitError() << "a kernel could not be translated to LLVM IR";
  auto machine = targetMachine(module, target);
  if (failed(machine))
    return failure();
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());
  for (llvm::Function &function : *code) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (auto kernel = kernels.find(function.getName()); kernel != kernels.end()) {
      function.setCallingConv(llvm::CallingConv::PTX_Kernel);
      function.addFnAttr("nvvm.maxntid", std::to_string(kernel->second.threads));
      unrollLoads(function);
    } else { // ours, not libm's, whatever the optimiser knows of those
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setName("device_" + function.getName());
    }
  }
  if (failed(checkCalls(*code, kernels, target)))
    return failure();
  optimizeKernels(*code, **machine, /*unrolls=*/true);
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager emit;
  if ((*machine)->addPassesToEmitFile(emit, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return module.emitError() << "no PTX for " << target.architecture;
  emit.run(*code);
  return std::vector<uint8_t>(text.begin(), text.end());
}

} // namespace shardwright::lower::cuda
