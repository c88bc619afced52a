#include "runtime/Files.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {

absl::Status systemFailure(const std::string &what, int error) {
  const std::string text = absl::StrCat(what, ": ", std::strerror(error));
  // A disk that is full is no fault of the path's.
  return error == ENOSPC || error == EDQUOT || error == EIO ? absl::ResourceExhaustedError(text)
                                                            : absl::InvalidArgumentError(text);
}

namespace {

struct Close {
  void operator()(FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, Close>;

absl::Status cannotWrite(const std::string &path, int error) {
  return systemFailure(absl::StrCat("cannot write '", path, "'"), error);
}

/// A file without a name, which is gone when its process ends, where the system has such; else -1.
int openUnnamed(const std::string &path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

bool nameFile(int file, const std::string &path) {
  return linkat(AT_FDCWD, absl::StrCat("/proc/self/fd/", file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// Where links lead to from `path`: another path, or one of this process's descriptors, as from /dev/stdout.
struct Target {
  std::string path;
  std::optional<int> descriptor;
};

Target followed(std::string path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;
  for (int links = 0; links != kMostLinks; ++links) {
    for (absl::string_view folder : {"/proc/self/fd/", "/dev/fd/"})
      if (int number = 0; absl::StartsWith(path, folder) && absl::SimpleAtoi(path.substr(folder.size()), &number))
        return {path, number};
    std::error_code error;
    const fs::path next = fs::read_symlink(path, error);
    if (error)
      break;
    path = next.is_absolute() ? next.string() : (fs::path(path).parent_path() / next).string();
  }
  return {std::move(path), std::nullopt};
}

/// Behind what this process has written there.
absl::Status writeToDescriptor(int file, const std::string &path, absl::string_view content) {
  std::fflush(nullptr);
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno != EINTR)
      return cannotWrite(path, errno);
    content.remove_prefix(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  return absl::OkStatus();
}

absl::Status writeInPlace(const std::string &path, absl::string_view content) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file || std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
      std::fclose(file.release()) != 0)
    return cannotWrite(path, errno);
  return absl::OkStatus();
}

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

bool isDeviceOrPipe(const std::string &path) {
  struct stat what;
  return stat(path.c_str(), &what) == 0 && !S_ISREG(what.st_mode) && !S_ISDIR(what.st_mode);
}

absl::Status makeFolders(const std::string &path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  return error ? systemFailure(absl::StrCat("cannot make the folder '", path, "'"), error.value()) : absl::OkStatus();
}

absl::Status syncToDisk(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  const int error = errno;
  if (file >= 0)
    close(file);
  return good ? absl::OkStatus() : cannotWrite(path, error);
}

absl::Status renameFile(const std::string &name, const std::string &path) {
  return std::rename(name.c_str(), path.c_str()) == 0 ? absl::OkStatus() : cannotWrite(path, errno);
}

absl::Status writeFile(const std::string &path, absl::string_view content) {
  // Renaming over a device, or over a link to what this process has open, would put a file in its place.
  const Target target = followed(path);
  if (target.descriptor)
    return writeToDescriptor(*target.descriptor, path, content);
  if (isDeviceOrPipe(path))
    return writeInPlace(path, content);
  absl::StatusOr<OutputFile> file = OutputFile::aside(target.path);
  if (!file.ok())
    return file.status();
  absl::Status status = file->write(0, content.data(), content.size());
  return status.ok() ? file->publish() : status;
}

OutputFile::OutputFile(int file, std::string path, std::string name)
    : file(file), path(std::move(path)), name(std::move(name)) {}

OutputFile::OutputFile(OutputFile &&other) noexcept
    : file(std::exchange(other.file, -1)), path(std::move(other.path)), name(std::move(other.name)),
      isTemporary(std::exchange(other.isTemporary, false)) {}

OutputFile::~OutputFile() {
  if (file >= 0)
    ::close(file);
  if (isTemporary)
    std::remove(name.c_str());
}

absl::Status OutputFile::failed() const { return cannotWrite(path, errno); }

absl::StatusOr<OutputFile> OutputFile::aside(const std::string &path) {
  OutputFile made(openUnnamed(path), path, "");
  if (made.file >= 0)
    return made;
  const std::string name = absl::StrCat(path, ".", getpid(), ".part");
  made.file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (made.file < 0)
    return made.failed();
  made.name = name;
  made.isTemporary = true;
  return made;
}

absl::StatusOr<OutputFile> OutputFile::create(const std::string &path, const std::string &name) {
  OutputFile made(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), path, name);
  if (made.file < 0)
    return made.failed();
  return made;
}

absl::StatusOr<OutputFile> OutputFile::open(const std::string &path, const std::string &name) {
  OutputFile opened(::open(name.c_str(), O_WRONLY | O_CLOEXEC), path, name);
  if (opened.file >= 0)
    return opened;
  return errno == ENOENT ? absl::NotFoundError(opened.failed().message()) : opened.failed();
}

absl::Status OutputFile::resize(uint64_t bytes) const {
  return ftruncate(file, static_cast<off_t>(bytes)) == 0 ? absl::OkStatus() : failed();
}

absl::Status OutputFile::write(uint64_t at, const void *data, uint64_t bytes) const {
  const auto *from = static_cast<const char *>(data);
  for (uint64_t done = 0; done != bytes;) {
    const ssize_t count = pwrite(file, from + done, bytes - done, static_cast<off_t>(at + done));
    if (count < 0 && errno != EINTR)
      return failed();
    done += static_cast<uint64_t>(std::max<ssize_t>(count, 0));
  }
  return absl::OkStatus();
}

absl::Status OutputFile::close(bool toDisk) {
  const bool isSynced = !toDisk || fsync(file) == 0;
  const int error = errno;
  const bool isClosed = ::close(std::exchange(file, -1)) == 0;
  return isSynced && isClosed ? absl::OkStatus() : cannotWrite(path, isSynced ? errno : error);
}

absl::Status OutputFile::publish() {
  if (name.empty()) {
    const std::string beside = absl::StrCat(path, ".", getpid(), ".part");
    if (!nameFile(file, beside))
      return failed();
    name = beside;
    isTemporary = true;
  }
  if (absl::Status status = close(/*toDisk=*/false); !status.ok())
    return status;
  absl::Status status = renameFile(name, path);
  isTemporary = !status.ok();
  return status;
}

} // namespace shardwright::runtime
