// What runs a harness where the compiler brings no libFuzzer: mutates the files of a corpus and gives them to
// LLVMFuzzerTestOneInput in child processes, so that one input that crashes does not end the run.
#include "fuzz/Mutate.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/// Whether inputs are text.
extern const bool kInputsAreText;

namespace {

using shardwright::fuzz::Random;

struct Options {
  uint64_t runs = 1000, seed = 1;
  unsigned seconds = 20; ///< for one input
  std::string findings = ".";
  std::vector<std::string> corpus;
};

std::string contentOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Options parse(int argc, char **argv) {
  Options options;
  auto value = [](const char *argument, const char *name) -> const char * {
    size_t length = std::strlen(name);
    return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
  };
  for (int i = 1; i != argc; ++i) {
    if (const char *text = value(argv[i], "-runs="))
      options.runs = std::strtoull(text, nullptr, 10);
    else if (const char *text = value(argv[i], "-seed="))
      options.seed = std::strtoull(text, nullptr, 10);
    else if (const char *text = value(argv[i], "-timeout="))
      options.seconds = static_cast<unsigned>(std::strtoul(text, nullptr, 10));
    else if (const char *text = value(argv[i], "-artifact_prefix="))
      options.findings = text;
    else if (std::filesystem::is_directory(argv[i]))
      for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[i]))
        options.corpus.push_back(entry.path().string());
    else
      options.corpus.push_back(argv[i]);
  }
  options.corpus.erase(std::remove_if(options.corpus.begin(), options.corpus.end(),
                                      [](const std::string &path) { return std::filesystem::is_directory(path); }),
                       options.corpus.end());
  std::sort(options.corpus.begin(), options.corpus.end());
  return options;
}

/// Input number `number`: the same for the same seed and corpus.
std::string makeInput(const std::vector<std::string> &corpus, uint64_t seed, uint64_t number) {
  Random random(seed * 1000003 + number);
  if (number < corpus.size())
    return corpus[number];
  const std::string &from = corpus[random() % corpus.size()], &others = corpus[random() % corpus.size()];
  return kInputsAreText ? shardwright::fuzz::mutateText(from, others, random)
                        : shardwright::fuzz::mutateBytes(from, others, random);
}

} // namespace

int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  std::vector<std::string> corpus;
  for (const std::string &path : options.corpus)
    corpus.push_back(contentOf(path));
  if (corpus.empty()) {
    std::fprintf(stderr, "usage: %s [-runs=N] [-seed=S] [-timeout=SECONDS] [-artifact_prefix=P] FILES or FOLDERS\n",
                 argv[0]);
    return 2;
  }
  constexpr uint64_t kPerChild = 200;
  auto *current = static_cast<uint64_t *>(
      mmap(nullptr, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  uint64_t findings = 0;
  for (uint64_t next = 0; next < options.runs;) {
    uint64_t end = std::min(options.runs, next + kPerChild);
    pid_t child = fork();
    if (child == 0) {
      for (*current = next; *current != end; ++*current) {
        std::string input = makeInput(corpus, options.seed, *current);
        alarm(options.seconds);
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.data()), input.size());
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    next = end;
    if (status == 0)
      continue;
    uint64_t number = *current;
    next = number + 1;
    std::string how = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                          : "exit status " + std::to_string(WEXITSTATUS(status));
    std::string path = options.findings + "finding-" + std::to_string(options.seed) + "-" + std::to_string(number);
    std::ofstream(path, std::ios::binary) << makeInput(corpus, options.seed, number);
    std::fprintf(stderr, "%s: %s\n", path.c_str(), how.c_str());
    ++findings;
  }
  std::printf("%llu inputs, %llu findings (seed %llu)\n", static_cast<unsigned long long>(options.runs),
              static_cast<unsigned long long>(findings), static_cast<unsigned long long>(options.seed));
  return findings == 0 ? 0 : 1;
}
