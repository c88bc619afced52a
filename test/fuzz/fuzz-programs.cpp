// Random programs with random shardings: what the compiled program computes on the devices of its mesh must be what the
// reference interpreter computes of the whole.
#include "passes/lower/LoweringOptions.h"
#include "passes/partition/PartitionOptions.h"
#include "test/fuzz/Differential.h"
#include "test/fuzz/Generator.h"
#include "test/fuzz/Shrink.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace shardwright;
using namespace shardwright::fuzz;

namespace cl = llvm::cl;

static cl::opt<std::string> file(cl::Positional, cl::desc("[a program to check instead of random ones]"));
static cl::opt<std::string> seeds("seeds", cl::desc("the programs to make (default 0..99)"),
                                  cl::value_desc("FIRST..LAST"), cl::init("0..99"));
static cl::opt<unsigned> jobs("jobs", cl::desc("processes (default 2)"), cl::init(2));
static cl::opt<double> timeout("timeout", cl::desc("seconds for one program (default 60)"), cl::init(60));
static cl::opt<std::string> save("save", cl::desc("keep failing programs in this folder"), cl::value_desc("DIR"));
static cl::opt<bool> noShrink("no-shrink", cl::desc("show failing programs as they are"));
static cl::opt<bool> print("print", cl::desc("print the programs, run nothing"));
static cl::opt<bool> noPartial("no-partial-borders", cl::desc("no argument or result is partial over an axis"));
static cl::opt<std::string> disable("disable", cl::desc("leave out these optimisations; by default seeds decide"));

static cl::opt<std::string> topology("topology", cl::desc("the machine that decides; by default seeds do"));

static std::string readFile(const std::string &path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

static void writeFile(const std::string &path, const std::string &text) { std::ofstream(path) << text; }

/// Most programs are compiled with everything, some without a few optimisations, some without any.
static std::string disabledBy(uint64_t seed) {
  if (disable.getNumOccurrences())
    return disable;
  Random random(seed ^ 0x5eed);
  if (random.oneIn(16))
    return "all";
  if (!random.oneIn(4))
    return "";
  std::vector<std::string> names;
  for (const auto &choice : PartitionOptions::named())
    names.push_back(choice.name);
  for (const auto &choice : LoweringOptions::named())
    names.push_back(choice.name);
  random.shuffle(names);
  return random.oneIn(2) ? names[0] : names[0] + "," + names[1] + "," + names[2];
}

/// Half of the programs are partitioned by bytes, the others for some machine.
static std::string topologyBy(uint64_t seed) {
  if (topology.getNumOccurrences())
    return topology;
  Random random(seed ^ 0x7090);
  static constexpr const char *kMachines[] = {"", "", "", "h100-8", "h100-superpod", "tpu-v4"};
  return kMachines[random.below(std::size(kMachines))];
}

/// Checks one program, and says what is wrong with it; false where something is.
static bool check(const std::string &text, uint64_t seed, const CompileOptions &options, const std::string &folder) {
  std::string path = folder + "/" + std::to_string(seed) + ".mlir";
  writeFile(path, text);
  Verdict verdict = checkIsolated(path, seed, options, timeout);
  if (verdict.kind == Verdict::Same) {
    unlink(path.c_str());
    return true;
  }
  std::string smallest = text, candidatePath = path + ".smaller";
  if (!noShrink && verdict.kind != Verdict::Hung)
    smallest = shrink(text, [&](const std::string &candidate) {
      writeFile(candidatePath, candidate);
      return checkIsolated(candidatePath, seed, options, timeout).kind == verdict.kind;
    });
  writeFile(candidatePath, smallest);
  std::string details = checkIsolated(candidatePath, seed, options, timeout).details;
  unlink(candidatePath.c_str());
  unlink(path.c_str());
  if (!save.empty()) {
    std::string head = "// " + std::string(name(verdict.kind)) + ", seed " + std::to_string(seed) + ", without '" +
                       options.disabled + "'\n";
    writeFile(save + "/" + std::to_string(seed) + ".mlir", head + smallest);
  }
  std::ostringstream report;
  report << "FAIL seed " << seed << (options.disabled.empty() ? "" : " --disable=" + options.disabled)
         << (options.topology.empty() ? "" : " --topology=" + options.topology) << ": " << name(verdict.kind) << "\n"
         << details << "\n"
         << smallest << "\n";
  std::string said = report.str();
  (void)!write(1, said.data(), said.size());
  return false;
}

static bool checkSeeds(uint64_t first, uint64_t last, uint64_t step, const std::string &folder) {
  GeneratorOptions options;
  options.partialBorders = !noPartial;
  bool good = true;
  for (uint64_t seed = first; seed <= last; seed += step) {
    std::string text = generateProgram(seed, options);
    if (print)
      llvm::outs() << "// seed " << seed << "\n" << text;
    else
      good &= check(text, seed, {disabledBy(seed), topologyBy(seed)}, folder);
  }
  return good;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Random programs with random shardings against the reference interpreter.\n");
  llvm::SmallString<64> folder;
  if (llvm::sys::fs::createUniqueDirectory("fuzz-programs", folder)) {
    llvm::errs() << "error: no folder for temporary files\n";
    return 3;
  }
  std::string work(folder.str());
  auto [firstText, lastText] = llvm::StringRef(seeds.getValue()).split("..");
  uint64_t first = 0, last = 0;
  if (firstText.getAsInteger(10, first) || (lastText.empty() ? firstText : lastText).getAsInteger(10, last)) {
    llvm::errs() << "error: --seeds=" << seeds << " is not FIRST..LAST\n";
    return 2;
  }
  bool good = true;
  if (!file.empty()) {
    good = check(readFile(file), first, {disable, topology}, work);
  } else if (print) {
    checkSeeds(first, last, 1, work);
  } else {
    std::vector<pid_t> children;
    for (unsigned job = 0; job < jobs; ++job) {
      pid_t child = fork();
      if (child == 0)
        _exit(checkSeeds(first + job, last, jobs, work) ? 0 : 1);
      children.push_back(child);
    }
    for (pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    llvm::outs() << "seeds " << first << " to " << last << ": " << (good ? "no difference" : "differences") << "\n";
  }
  llvm::sys::fs::remove_directories(folder);
  return good ? 0 : 1;
}
