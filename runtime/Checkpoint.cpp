#include "runtime/Checkpoint.h"

#include "runtime/Files.h"
#include "shardwright/Runtime/Npy.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace shardwright::runtime {
namespace {

namespace fs = std::filesystem;

absl::Status failure(const std::string &what, const std::error_code &error) {
  std::string text = absl::StrCat(what, ": ", error.message());
  return error == std::errc::no_space_on_device || error == std::errc::io_error ? absl::ResourceExhaustedError(text)
                                                                                : absl::InvalidArgumentError(text);
}

/// Through to the disk: a file, or the names in a folder.
absl::Status sync(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  bool good = file >= 0 && fsync(file) == 0;
  std::error_code error(errno, std::generic_category());
  if (file >= 0)
    close(file);
  return good ? absl::OkStatus() : failure(absl::StrCat("cannot write '", path, "'"), error);
}

absl::Status writeArray(const std::string &file, const absl::StatusOr<Array> &array) {
  absl::Status status = array.ok() ? writeNpy(file, *array) : array.status();
  return status.ok() ? sync(file) : status;
}

/// What a process that was killed did not finish.
void removeParts(const std::string &folder) {
  std::error_code ignored;
  std::vector<fs::path> parts;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, ignored))
    if (std::string name = entry.path().filename(); name.front() == '.' && absl::EndsWith(name, ".part"))
      parts.push_back(entry.path());
  for (const fs::path &part : parts)
    fs::remove_all(part, ignored);
}

} // namespace

absl::Status writeCheckpoint(const std::string &folder, int64_t steps, size_t numArguments,
                             const std::function<absl::StatusOr<Array>(size_t)> &argument,
                             const std::vector<size_t> &results,
                             const std::function<absl::StatusOr<Array>(size_t)> &result) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return failure(absl::StrCat("cannot make the folder '", folder, "'"), error);
  removeParts(folder);
  const std::string beside = absl::StrCat(folder, "/.", steps, ".", getpid(), ".part");
  const std::string final = absl::StrCat(folder, "/", steps);
  fs::create_directory(beside, error);
  if (error)
    return failure(absl::StrCat("cannot make the folder '", beside, "'"), error);
  auto write = [&]() -> absl::Status {
    for (size_t i = 0; i != numArguments; ++i)
      if (absl::Status status = writeArray(absl::StrCat(beside, "/", i, ".npy"), argument(i)); !status.ok())
        return status;
    const std::string others = absl::StrCat(beside, "/results");
    fs::create_directory(others, error);
    for (size_t i : results)
      if (absl::Status status = writeArray(absl::StrCat(others, "/", i, ".npy"), result(i)); !status.ok())
        return status;
    if (absl::Status status = sync(others); !status.ok())
      return status;
    const std::string file = absl::StrCat(beside, "/steps");
    if (absl::Status status = writeFile(file, absl::StrCat(steps, "\n")); !status.ok())
      return status;
    if (absl::Status status = sync(file); !status.ok())
      return status;
    if (absl::Status status = sync(beside); !status.ok())
      return status;
    // One of the same step, of an earlier run, gives way.
    fs::remove_all(final, error);
    fs::rename(beside, final, error);
    if (error)
      return failure(absl::StrCat("cannot rename '", beside, "' to '", final, "'"), error);
    return sync(folder);
  };
  absl::Status status = write();
  if (!status.ok())
    fs::remove_all(beside, error);
  return status;
}

absl::StatusOr<std::optional<Checkpoint>> findCheckpoint(const std::string &folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return absl::NotFoundError(absl::StrCat("there is no folder '", folder, "' of checkpoints"));
  std::optional<Checkpoint> newest;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error)) {
    int64_t steps;
    std::string name = entry.path().filename();
    if (absl::SimpleAtoi(name, &steps) && steps >= 0 && (!newest || steps > newest->steps))
      newest = Checkpoint{entry.path(), steps};
  }
  if (error)
    return failure(absl::StrCat("cannot read the folder '", folder, "'"), error);
  if (!newest)
    return newest;
  absl::StatusOr<std::string> said = readFile(absl::StrCat(newest->folder, "/steps"));
  if (!said.ok())
    return said.status();
  int64_t steps;
  if (!absl::SimpleAtoi(absl::StripSuffix(*said, "\n"), &steps) || steps != newest->steps)
    return absl::InvalidArgumentError(absl::StrCat("'", newest->folder, "/steps' should say ", newest->steps,
                                                   ", it says '", *said, "': remove that checkpoint"));
  return newest;
}

} // namespace shardwright::runtime
