#include "test/fuzz/Differential.h"

#include "lib/Driver/Arrays.h"
#include "lib/Driver/Backends.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Interp/Interpret.h"
#include "shardwright/Runtime/Compare.h"
#include "test/fuzz/Random.h"
#include "test/fuzz/RedZones.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardwright::fuzz {

const char *name(Verdict::Kind kind) {
  switch (kind) {
  case Verdict::Same:
    return "same";
  case Verdict::Mismatch:
    return "mismatch";
  case Verdict::Refused:
    return "refused";
  case Verdict::Unread:
    return "unread";
  case Verdict::Crashed:
    return "crashed";
  case Verdict::Hung:
    return "hung";
  }
  return "";
}

namespace {

/// What the program says of its arguments and results.
struct Contract {
  std::vector<bool> fractions;
  std::vector<double> errors;
};

/// Reads the contract and takes it off: no pass knows it.
Contract takeContract(mlir::func::FuncOp main) {
  Contract contract;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto values = main.getArgAttrOfType<mlir::StringAttr>(i, "fuzz.values");
    contract.fractions.push_back(values && values.getValue() == "fraction");
    main.removeArgAttr(i, "fuzz.values");
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    auto error = main.getResultAttrOfType<mlir::FloatAttr>(i, "fuzz.error");
    contract.errors.push_back(error ? error.getValueAsDouble() : 1e-5);
    main.removeResultAttr(i, "fuzz.error");
  }
  return contract;
}

interp::Tensor randomTensor(Random &random, mlir::RankedTensorType type, bool fractions) {
  interp::Tensor tensor(type);
  const interp::ElementFormat &format = tensor.format();
  auto real = [&] { return fractions ? static_cast<double>(random.between(-8, 8)) / 8 : random.between(-4, 4); };
  for (int64_t i = 0; i < tensor.size(); ++i) {
    interp::Element element;
    if (format.isBool())
      element.integer = random.below(2);
    else if (format.isInteger())
      element.integer = format.isUnsigned() ? random.below(9) : random.between(-8, 8);
    else
      element.real = real();
    if (format.isComplex())
      element.imag = real();
    tensor.set(i, element);
  }
  return tensor;
}

absl::StatusOr<std::vector<runtime::Array>> toArrays(const std::vector<interp::Tensor> &tensors) {
  std::vector<runtime::Array> arrays;
  for (const interp::Tensor &tensor : tensors) {
    absl::StatusOr<runtime::Array> array = driver::toArray(tensor);
    if (!array.ok())
      return array.status();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

std::string text(const absl::Status &status) {
  return status.message().empty() ? "see the diagnostics" : std::string(status.message());
}

} // namespace

Verdict checkProgram(const std::string &path, uint64_t seed, const CompileOptions &options) {
  auto read = driver::readProgram(path);
  if (!read.ok())
    return {Verdict::Unread, text(read.status())};
  std::shared_ptr<compiler::Pipeline> program = std::move(*read);
  auto main = program->module().lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    return {Verdict::Unread, "no @main"};
  Contract contract = takeContract(main);
  compiler::Target target;
  DisabledOptimizations disabled(options.disabled);
  disabled.from(target.partition);
  disabled.from(target.host);
  if (absl::Status status = disabled.check(); !status.ok())
    return {Verdict::Unread, text(status)};

  // The reference: the program as it was imported, of whole arrays; manual regions keep their mesh.
  std::shared_ptr<compiler::Pipeline> global = program->clone();
  if (absl::Status status = global->compile(compiler::Phase::Import, target); !status.ok())
    return {Verdict::Refused, text(status)};
  auto types = interp::argumentTypes(global->module());
  if (!types.ok())
    return {Verdict::Unread, text(types.status())};
  Random random(seed);
  std::vector<interp::Tensor> inputs;
  for (auto [i, type] : llvm::enumerate(*types))
    inputs.push_back(randomTensor(random, type, contract.fractions[i]));
  auto outcome = interp::interpret(global->module(), inputs);
  if (!outcome.ok())
    return {Verdict::Unread, text(outcome.status())};
  auto want = toArrays(outcome->results), arguments = toArrays(inputs);
  if (!want.ok() || !arguments.ok())
    return {Verdict::Unread, text(want.ok() ? arguments.status() : want.status())};

  if (absl::Status status = program->compile(compiler::Phase::Import, target); !status.ok())
    return {Verdict::Refused, text(status)};
  if (makeCostModel({options.topology, ""}, program->mesh()).ok())
    target.machine.topology = options.topology;
  auto runnable = driver::prepare(program, target, driver::Backend::Host);
  if (!runnable.ok())
    return {Verdict::Refused, text(runnable.status())};
  if (std::string stray = findStrayAccess(runnable->executable, seed); !stray.empty())
    return {Verdict::Mismatch, stray};
  auto results = runnable->run(runtime::ProgramInputs(*std::move(arguments)), {}, nullptr);
  auto got = results.ok() ? runtime::wholeArrays(*results) : results.status();
  if (!got.ok())
    return {Verdict::Refused, text(got.status())};
  for (size_t r = 0; r < want->size(); ++r) {
    const runtime::Array &a = (*got)[r], &b = (*want)[r];
    auto comparison =
        runtime::compareElements(a.type, a.numElements(), a.bytes.data(), b.bytes.data(), 0, contract.errors[r]);
    if (!comparison.ok())
      return {Verdict::Mismatch,
              "result " + std::to_string(r) + ": " +
                  runtime::describeComparison(comparison, a.type, a.shape, a.bytes.data(), b.bytes.data()) +
                  "; it may differ by " + std::to_string(contract.errors[r])};
  }
  return {};
}

Verdict checkIsolated(const std::string &path, uint64_t seed, const CompileOptions &options, double seconds) {
  std::string output = path + ".verdict";
  pid_t child = fork();
  if (child == 0) {
    int file = open(output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(file, 2);
    Verdict verdict = checkProgram(path, seed, options);
    if (verdict.kind != Verdict::Same)
      (void)!write(2, verdict.details.data(), verdict.details.size());
    _exit(verdict.kind);
  }
  auto begin = std::chrono::steady_clock::now();
  int status = 0;
  bool hung = false;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (!hung && std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds) {
      hung = true;
      kill(child, SIGKILL);
    }
    usleep(500);
  }
  Verdict verdict;
  verdict.kind = hung                  ? Verdict::Hung
                 : WIFSIGNALED(status) ? Verdict::Crashed
                                       : static_cast<Verdict::Kind>(WEXITSTATUS(status));
  if (FILE *file = fopen(output.c_str(), "r")) {
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof(buffer), file)) > 0;)
      verdict.details.append(buffer, n);
    fclose(file);
  }
  unlink(output.c_str());
  if (WIFSIGNALED(status) && !hung)
    verdict.details += std::string("signal ") + strsignal(WTERMSIG(status));
  return verdict;
}

} // namespace shardwright::fuzz
