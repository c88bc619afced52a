#include "runtime/Files.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
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
  File file(std::fopen(beside.c_str(), "wb"));
  if (!file)
    return failed();
  if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size())
    return failed();
  if (std::fclose(file.release()) != 0 || (!inPlace && std::rename(beside.c_str(), path.c_str()) != 0))
    return failed();
  return absl::OkStatus();
}

} // namespace shardwright::runtime
