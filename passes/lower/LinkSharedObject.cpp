#include "passes/lower/LinkSharedObject.h"

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

absl::StatusOr<std::vector<uint8_t>> linkSharedObject(llvm::ArrayRef<char> object) {
  absl::StatusOr<std::string> linker = findLinker();
  if (!linker.ok())
    return linker.status();
  llvm::SmallString<128> in, out, log;
  int fd = -1;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("shardwright", "o", fd, in))
    return absl::UnavailableError("no temporary file: " + error.message());
  auto cleanUp = llvm::scope_exit([&] {
    for (const auto &file : {in, out, log})
      if (!file.empty())
        llvm::sys::fs::remove(file);
  });
  {
    llvm::raw_fd_ostream stream(fd, /*shouldClose=*/true);
    stream.write(object.data(), object.size());
    if (stream.has_error()) {
      std::string message = stream.error().message();
      stream.clear_error();
      return absl::UnavailableError("writing " + std::string(in.str()) + ": " + message);
    }
  }
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("shardwright", "so", out))
    return absl::UnavailableError("no temporary file: " + error.message());
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("shardwright", "log", log))
    return absl::UnavailableError("no temporary file: " + error.message());
  llvm::StringRef arguments[] = {*linker, "-shared", "--build-id=none", "-o", out, in};
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(log), llvm::StringRef(log)};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(*linker, arguments, std::nullopt, redirects, 0, 0, &message);
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(log))
      message += (*text)->getBuffer().str();
    return absl::InternalError("linking the kernels failed: " + message);
  }
  auto image = llvm::MemoryBuffer::getFile(out, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!image)
    return absl::UnavailableError("reading " + std::string(out.str()) + ": " + image.getError().message());
  llvm::StringRef bytes = (*image)->getBuffer();
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

} // namespace shardwright::lower
