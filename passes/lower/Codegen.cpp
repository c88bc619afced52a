#include "passes/lower/Codegen.h"

#include "dialects/exec/ExecDialect.h"

#include "passes/lower/EmitMath.h"
#include "passes/lower/ExpandHalf.h"
#include "passes/lower/LinkSharedObject.h"
#include "passes/lower/LowerKernelsToLLVM.h"
#include "passes/lower/SingleLaneStores.h"
#include "passes/lower/SplitMaskedAccesses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include <atomic>
#include <thread>

using namespace mlir;

namespace shardwright::lower {

void registerKernelDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, exec::ExecDialect, func::FuncDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

void loadKernelDialects(MLIRContext &context) {
  context
      .loadDialect<arith::ArithDialect, cf::ControlFlowDialect, exec::ExecDialect, func::FuncDialect, LLVM::LLVMDialect,
                   math::MathDialect, memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>();
}

/// Gives every kernel the one signature the runtime calls: the pointers come in an array.
static void wrapKernels(llvm::Module &module, const HostCode &target) {
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *i64 = llvm::Type::getInt64Ty(context);
  auto *wrapperType = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, i64, i64}, false);
  std::vector<llvm::Function *> kernels;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      kernels.push_back(&function);
  for (llvm::Function *body : kernels) {
    std::string name = body->getName().str();
    body->setName(name + ".body");
    body->setLinkage(llvm::GlobalValue::InternalLinkage);
    body->addFnAttr(llvm::Attribute::AlwaysInline);
    auto *wrapper = llvm::Function::Create(wrapperType, llvm::GlobalValue::ExternalLinkage, name, module);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(context, "entry", wrapper));
    std::vector<llvm::Value *> arguments;
    for (unsigned i = 0; i + 2 < body->arg_size(); ++i)
      arguments.push_back(b.CreateLoad(pointer, b.CreateConstInBoundsGEP1_64(pointer, wrapper->getArg(0), i)));
    arguments.push_back(wrapper->getArg(1));
    arguments.push_back(wrapper->getArg(2));
    b.CreateCall(body, arguments);
    b.CreateRetVoid();
  }
  const std::string features = target.featureList();
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("tune-cpu", target.cpu);
    function.addFnAttr("target-features", features);
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("min-legal-vector-width", "512");
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
}

static absl::StatusOr<std::unique_ptr<llvm::TargetMachine>> targetMachine(const HostCode &target) {
  absl::StatusOr<const llvm::Target *> generator = findCodeGenerator(target.triple);
  if (!generator.ok())
    return generator.status();
  return std::unique_ptr<llvm::TargetMachine>(
      (*generator)
          ->createTargetMachine(llvm::Triple(target.triple), "", target.featureList(), llvm::TargetOptions(),
                                llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

void optimizeKernels(llvm::Module &module, llvm::TargetMachine &machine, bool unrolls) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = unrolls;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
}

namespace {
/// Kernels that are compiled together. The pieces do not depend on the number of threads, nor does the result.
struct Piece {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  llvm::SmallVector<char, 0> object;
  absl::Status status;
};
constexpr size_t kKernelsPerPiece = 24;
} // namespace

static absl::Status compilePiece(Piece &piece, const HostCode &target, unsigned maskedBits) {
  auto machine = targetMachine(target);
  if (!machine.ok())
    return machine.status();
  piece.module->setTargetTriple((*machine)->getTargetTriple());
  piece.module->setDataLayout((*machine)->createDataLayout());
  wrapKernels(*piece.module, target);
  optimizeKernels(*piece.module, **machine, /*unrolls=*/false);
  if (maskedBits)
    splitMaskedAccesses(*piece.module, maskedBits);
  storeSingleLanes(*piece.module);
  llvm::raw_svector_ostream stream(piece.object);
  llvm::legacy::PassManager emit;
  if ((*machine)->addPassesToEmitFile(emit, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return absl::InternalError("no object code for " + target.triple);
  emit.run(*piece.module);
  return absl::OkStatus();
}

/// Every CPU but the older ones of x86.
static bool hasHalfConversions(const HostCode &target) {
  return target.features.count("f16c") || !runtime::knownCpuFeatures().count("f16c");
}

absl::StatusOr<std::vector<uint8_t>> compileKernels(ModuleOp kernels, const Target &target) {
  const HostCode &code = *target.host();
  expandFunctions(kernels, hostFunctions(code.features));
  expandBFloatConversions(kernels);
  if (!hasHalfConversions(code))
    expandHalfConversions(kernels);
  if (failed(lowerKernelsToLLVM(kernels)))
    return absl::InternalError("a kernel could not be lowered to LLVM");
  std::vector<Operation *> functions, declarations;
  for (Operation &op : kernels.getBody()->getOperations())
    (cast<LLVM::LLVMFuncOp>(op).isExternal() ? declarations : functions).push_back(&op);
  std::vector<Piece> pieces;
  for (size_t begin = 0; begin < functions.size(); begin += kKernelsPerPiece) {
    OwningOpRef<ModuleOp> part = ModuleOp::create(kernels.getLoc());
    for (Operation *declaration : declarations)
      part->push_back(declaration->clone());
    for (size_t i = begin; i < std::min(begin + kKernelsPerPiece, functions.size()); ++i) {
      functions[i]->remove();
      part->push_back(functions[i]);
    }
    Piece piece;
    piece.context = std::make_unique<llvm::LLVMContext>();
    piece.module = translateModuleToLLVMIR(*part, *piece.context, "kernels");
    if (!piece.module)
      return absl::InternalError("a kernel could not be translated to LLVM IR");
    pieces.push_back(std::move(piece));
  }
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i; (i = next++) < pieces.size();)
      pieces[i].status = compilePiece(pieces[i], code, target.traits.maskedBits);
  };
  std::vector<std::thread> threads;
  size_t workers = std::min<size_t>(std::max(1u, std::thread::hardware_concurrency()), pieces.size());
  for (size_t i = 1; i < workers; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  std::vector<llvm::ArrayRef<char>> objects;
  for (Piece &piece : pieces) {
    if (!piece.status.ok())
      return piece.status;
    objects.push_back(piece.object);
  }
  return linkSharedObject(objects);
}

} // namespace shardwright::lower
