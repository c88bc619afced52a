#include "runtime/Files.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace shardwright::runtime {
namespace {
struct Close {
  void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, Close>;
} // namespace

absl::StatusOr<std::string> readFile(const std::string &path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) {
    std::string text = absl::StrCat("cannot open '", path, "': ", std::strerror(errno));
    return errno == ENOENT ? absl::NotFoundError(text) : absl::InvalidArgumentError(text);
  }
  std::string content;
  char chunk[1 << 16];
  while (size_t n = std::fread(chunk, 1, sizeof(chunk), file.get()))
    content.append(chunk, n);
  if (std::ferror(file.get()))
    return absl::InvalidArgumentError(absl::StrCat("cannot read '", path, "': ", std::strerror(errno)));
  return content;
}

/// Something other than a file or nothing: a device, a pipe.
static bool isSpecial(const std::string &path) {
  struct stat what;
  return stat(path.c_str(), &what) == 0 && !S_ISREG(what.st_mode) && !S_ISDIR(what.st_mode);
}

/// A file without a name, which is gone when its process ends, where the system has such; else -1.
static int openUnnamed(const std::string &path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

static bool nameFile(int file, const std::string &path) {
  return linkat(AT_FDCWD, absl::StrCat("/proc/self/fd/", file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

absl::Status writeFile(const std::string &path, absl::string_view content) {
  // A device is written to: renaming over it would put a file in its place.
  bool inPlace = isSpecial(path);
  std::string beside = inPlace ? path : absl::StrCat(path, ".", getpid(), ".part");
  auto failed = [&] {
    // A disk that is full is no fault of the path's.
    bool machine = errno == ENOSPC || errno == EDQUOT || errno == EIO;
    std::string text = absl::StrCat("cannot write '", path, "': ", std::strerror(errno));
    if (!inPlace)
      std::remove(beside.c_str());
    return machine ? absl::ResourceExhaustedError(text) : absl::InvalidArgumentError(text);
  };
  const int unnamed = inPlace ? -1 : openUnnamed(path);
  File file(unnamed >= 0 ? fdopen(unnamed, "wb") : std::fopen(beside.c_str(), "wb"));
  if (!file)
    return failed();
  if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size())
    return failed();
  if (unnamed >= 0 && (std::fflush(file.get()) != 0 || !nameFile(unnamed, beside)))
    return failed();
  if (std::fclose(file.release()) != 0 || (!inPlace && std::rename(beside.c_str(), path.c_str()) != 0))
    return failed();
  return absl::OkStatus();
}

} // namespace shardwright::runtime
