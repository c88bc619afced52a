// Objects of kernels, linked within the process, run and are compared with what C++ computes; what the linker does not
// know it leaves to another one.
#include "passes/lower/LinkKernels.h"
#include "passes/lower/Target.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

#if defined(__x86_64__)

using namespace shardwright;
using namespace shardwright::lower;

namespace {

using Object = llvm::SmallVector<char, 0>;

/// The object of a module as text.
Object compile(const std::string &text) {
  const HostCode &code = *Target::thisHost().host();
  absl::StatusOr<const llvm::Target *> generator = findCodeGenerator(code.triple);
  EXPECT_TRUE(generator.ok()) << generator.status();
  std::unique_ptr<llvm::TargetMachine> machine((*generator)
                                                   ->createTargetMachine(llvm::Triple(code.triple), "",
                                                                         code.featureList(), llvm::TargetOptions(),
                                                                         llvm::Reloc::PIC_));
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (!module) {
    ADD_FAILURE() << problem.getMessage().str();
    return {};
  }
  module->setTargetTriple(llvm::Triple(code.triple));
  module->setDataLayout(machine->createDataLayout());
  Object object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  EXPECT_FALSE(machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile));
  passes.run(*module);
  return object;
}

/// A table that is read by position, one of addresses of functions, zeros that are written, a function of the other
/// object, one of the C library that is called and one whose address is taken.
const char kFirst[] = R"(
@table = internal unnamed_addr constant [4 x double] [double 1.5, double -2.0, double 0.25, double 8.0]
@functions = internal constant [2 x ptr] [ptr @twice, ptr @cbrt]
@count = internal global i64 0
declare double @scaled(double)
declare double @cbrt(double)
declare double @hypot(double, double)
define internal double @twice(double %x) noinline {
  %y = fmul double %x, 2.0
  ret double %y
}
define double @first(i64 %which, double %x) {
  %at = getelementptr [4 x double], ptr @table, i64 0, i64 %which
  %entry = load double, ptr %at
  %number = and i64 %which, 1
  %place = getelementptr [2 x ptr], ptr @functions, i64 0, i64 %number
  %function = load ptr, ptr %place
  %a = call double %function(double %x)
  %b = call double @scaled(double %entry)
  %c = call double @hypot(double %a, double %b)
  %before = load i64, ptr @count
  %after = add i64 %before, 1
  store i64 %after, ptr @count
  %calls = uitofp i64 %after to double
  %d = fadd double %c, %calls
  ret double %d
}
)";
const char kSecond[] = R"(
@factor = hidden constant double 3.0
define hidden double @scaled(double %x) {
  %f = load double, ptr @factor
  %y = fmul double %x, %f
  ret double %y
}
define <8 x float> @wide(<8 x float> %x) {
  %y = fadd <8 x float> %x, <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0, float 7.0, float 8.0>
  ret <8 x float> %y
}
define void @widely(ptr %x) {
  %v = load <8 x float>, ptr %x, align 4
  %y = call <8 x float> @wide(<8 x float> %v)
  store <8 x float> %y, ptr %x, align 4
  ret void
}
)";

/// A shared object that is loaded.
class Loaded {
public:
  explicit Loaded(const std::vector<uint8_t> &image) {
    char path[] = "/tmp/link-kernels-XXXXXX";
    const int file = mkstemp(path);
    EXPECT_EQ(write(file, image.data(), image.size()), static_cast<ssize_t>(image.size()));
    close(file);
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    unlink(path);
  }
  ~Loaded() {
    if (handle)
      dlclose(handle);
  }
  void *at(const char *name) const { return handle ? dlsym(handle, name) : nullptr; }

private:
  void *handle = nullptr;
};

TEST(LinkKernels, ObjectsThatUseEachOtherRun) {
  const Object first = compile(kFirst), second = compile(kSecond);
  std::optional<std::vector<uint8_t>> image = linkKernels({first, second});
  ASSERT_TRUE(image);
  EXPECT_EQ(*linkKernels({first, second}), *image) << "the same bytes for the same objects";
  Loaded one(*image), two(*image);
  const double table[] = {1.5, -2.0, 0.25, 8.0};
  for (const Loaded *each : {&one, &two}) {
    auto run = reinterpret_cast<double (*)(int64_t, double)>(each->at("first"));
    ASSERT_TRUE(run);
    for (int64_t i = 0; i != 8; ++i) {
      const double x = 0.5 + static_cast<double>(i);
      EXPECT_DOUBLE_EQ(run(i % 4, x), std::hypot(i % 2 ? std::cbrt(x) : 2 * x, 3 * table[i % 4]) + double(i + 1));
    }
    auto widely = reinterpret_cast<void (*)(float *)>(each->at("widely"));
    ASSERT_TRUE(widely);
    std::array<float, 8> values{10, 20, 30, 40, 50, 60, 70, 80};
    widely(values.data());
    for (size_t i = 0; i != values.size(); ++i)
      EXPECT_EQ(values[i], static_cast<float>(11 * (i + 1)));
    EXPECT_FALSE(each->at("scaled")) << "hidden";
    EXPECT_FALSE(each->at("twice")) << "internal";
  }
}

TEST(LinkKernels, LeavesWhatItDoesNotKnow) {
  const Object second = compile(kSecond);
  EXPECT_FALSE(linkKernels({second, second})) << "defined twice";
  EXPECT_FALSE(linkKernels({compile("@own = thread_local global i32 0\n"
                                    "define ptr @f() {\n  ret ptr @own\n}\n")}))
      << "data of a thread";
  EXPECT_FALSE(linkKernels({compile("define weak i32 @f() {\n  ret i32 1\n}\n")})) << "weak";
  EXPECT_FALSE(linkKernels({compile("@c = common global i32 0\n")})) << "common";
}

} // namespace

#endif // defined(__x86_64__)
