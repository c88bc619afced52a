#include "passes/lower/LinkSharedObject.h"

#include "passes/lower/LinkKernels.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace shardwright::lower {

static absl::StatusOr<std::string> findLinker() {
  if (llvm::sys::fs::can_execute(SHARDWRIGHT_LLD))
    return std::string(SHARDWRIGHT_LLD);
  for (const char *name : {"ld.lld-22", "ld.lld"})
    if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name))
      return *found;
  return absl::UnavailableError(
      "the linker ld.lld is not installed: needed to compile kernels (Debian package lld-22)");
}

/// A new file in the system's folder for temporary files.
static absl::StatusOr<std::string> temporaryFile(const char *suffix, llvm::ArrayRef<char> content) {
  llvm::SmallString<128> path;
  int fd = -1;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("shardwright", suffix, fd, path))
    return absl::UnavailableError("no temporary file: " + error.message());
  llvm::raw_fd_ostream stream(fd, /*shouldClose=*/true);
  stream.write(content.data(), content.size());
  stream.close();
  if (!stream.has_error())
    return std::string(path.str());
  std::string message = stream.error().message();
  stream.clear_error();
  llvm::sys::fs::remove(path);
  return absl::UnavailableError("writing " + std::string(path.str()) + ": " + message);
}

absl::StatusOr<std::vector<uint8_t>> linkSharedObject(llvm::ArrayRef<llvm::ArrayRef<char>> objects) {
  if (std::optional<std::vector<uint8_t>> linked = linkKernels(objects))
    return *std::move(linked);
  absl::StatusOr<std::string> linker = findLinker();
  if (!linker.ok())
    return linker.status();
  std::vector<std::string> files; // the output, the messages, the objects
  auto cleanUp = llvm::scope_exit([&] {
    for (const std::string &file : files)
      llvm::sys::fs::remove(file);
  });
  auto add = [&](const char *suffix, llvm::ArrayRef<char> content) {
    absl::StatusOr<std::string> file = temporaryFile(suffix, content);
    if (file.ok())
      files.push_back(*file);
    return file.status();
  };
  for (const char *suffix : {"so", "log"})
    if (absl::Status status = add(suffix, {}); !status.ok())
      return status;
  for (llvm::ArrayRef<char> object : objects)
    if (absl::Status status = add("o", object); !status.ok())
      return status;
  std::vector<llvm::StringRef> arguments = {*linker, "-shared", "--build-id=none", "-o", files[0]};
  arguments.insert(arguments.end(), files.begin() + 2, files.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(files[1]),
                                                llvm::StringRef(files[1])};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(*linker, arguments, std::nullopt, redirects, 0, 0, &message);
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(files[1]))
      message += (*text)->getBuffer().str();
    return absl::InternalError("linking the kernels failed: " + message);
  }
  auto image = llvm::MemoryBuffer::getFile(files[0], /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!image)
    return absl::UnavailableError("reading " + files[0] + ": " + image.getError().message());
  llvm::StringRef bytes = (*image)->getBuffer();
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

} // namespace shardwright::lower
