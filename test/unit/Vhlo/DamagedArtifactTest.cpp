#include "dialects/vhlo/PortableArtifact.h"
#include "passes/import/Passes.h"
#include "test/unit/AllDialects.h"
#include "test/unit/Environment.h"

#include "mlir/IR/Diagnostics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace shardwright {
namespace {

struct Artifact {
  std::string name;
  std::string bytes;
};

std::vector<Artifact> artifacts() {
  std::vector<Artifact> all;
  for (const auto &entry : std::filesystem::directory_iterator(ARTIFACTS)) {
    if (entry.path().extension() != ".bc")
      continue;
    std::ifstream file(entry.path(), std::ios::binary);
    all.push_back({entry.path().filename(), std::string(std::istreambuf_iterator<char>(file), {})});
  }
  std::sort(all.begin(), all.end(), [](const Artifact &a, const Artifact &b) { return a.name < b.name; });
  return all;
}

class DamagedArtifact : public testing::Test, protected AllDialects {
protected:
  DamagedArtifact() { context.allowUnregisteredDialects(); }

  /// Reads and checks; what is refused must have been told.
  bool isRead(llvm::StringRef bytes) {
    int errors = 0;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
      (void)diagnostic.str();
      return mlir::success();
    });
    mlir::OwningOpRef<mlir::ModuleOp> module = vhlo::readPortableArtifact(bytes, "artifact", &context);
    const bool isRead = module && mlir::succeeded(checkSource(*module, /*isText=*/false));
    EXPECT_EQ(isRead, errors == 0);
    return isRead;
  }
};

TEST_F(DamagedArtifact, WholeOnesAreRead) {
  EXPECT_GE(artifacts().size(), 10u);
  for (const Artifact &artifact : artifacts())
    EXPECT_TRUE(isRead(artifact.bytes)) << artifact.name;
}

TEST_F(DamagedArtifact, EndsAtAnyByte) {
  for (const Artifact &artifact : artifacts())
    for (size_t size = 0; size < artifact.bytes.size(); ++size)
      EXPECT_FALSE(isRead(llvm::StringRef(artifact.bytes).take_front(size))) << artifact.name << ", " << size;
}

/// One byte after the other becomes another one. Many of these programs are still sound: names, constants.
TEST_F(DamagedArtifact, AnyByteIsAnother) {
  const uint64_t seed = numberFrom("SHARDWRIGHT_ARTIFACT_SEED", std::random_device()());
  std::cout << "seed " << seed << "\n";
  std::mt19937_64 random(seed);
  int read = 0, refused = 0;
  for (const Artifact &artifact : artifacts()) {
    std::string bytes = artifact.bytes;
    for (size_t i = 0; i < bytes.size(); ++i) {
      const char before = bytes[i];
      bytes[i] = static_cast<char>(before ^ (1 + random() % 255));
      (isRead(bytes) ? read : refused) += 1;
      bytes[i] = before;
    }
  }
  EXPECT_GT(read, 0);
  EXPECT_GT(refused, read);
}

/// Several at once, so that one damaged number meets another.
TEST_F(DamagedArtifact, ManyBytesAreOthers) {
  const uint64_t seed = numberFrom("SHARDWRIGHT_ARTIFACT_SEED", std::random_device()());
  const uint64_t changes = numberFrom("SHARDWRIGHT_ARTIFACT_CHANGES", 200);
  std::cout << "seed " << seed << "\n";
  std::mt19937_64 random(seed);
  for (const Artifact &artifact : artifacts())
    for (uint64_t i = 0; i < changes; ++i) {
      std::string bytes = artifact.bytes;
      for (uint64_t count = 1 + random() % 8; count > 0; --count)
        bytes[30 + random() % (bytes.size() - 30)] = static_cast<char>(random());
      (void)isRead(bytes);
    }
}

} // namespace
} // namespace shardwright
