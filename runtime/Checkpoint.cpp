#include "runtime/Checkpoint.h"

#include "runtime/ArrayFiles.h"
#include "runtime/Files.h"
#include "runtime/Unfinished.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <filesystem>
#include <system_error>
#include <vector>

namespace shardwright::runtime {
namespace {

namespace fs = std::filesystem;

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

absl::Status writeCheckpoint(const std::string &folder, int64_t steps, const ShardedArrays &arguments,
                             const std::map<size_t, std::shared_ptr<const ShardedArray>> &results,
                             Processes *processes) {
  absl::StatusOr<std::string> unique = uniqueName(processes);
  if (!unique.ok())
    return unique.status();
  const std::string beside = absl::StrCat(folder, "/.", steps, ".", *unique, ".part");
  const std::string final = absl::StrCat(folder, "/", steps), others = absl::StrCat(beside, "/results");
  std::vector<ArrayFile> files;
  for (size_t i = 0; i != arguments.size(); ++i)
    files.push_back({absl::StrCat(beside, "/", i, ".npy"), arguments[i]});
  for (const auto &[number, array] : results)
    files.push_back({absl::StrCat(others, "/", number, ".npy"), array});
  ArrayFilesOptions options;
  options.processes = processes;
  options.toDisk = true;
  options.makeFolders = [&] {
    absl::Status status = makeFolders(folder);
    if (!status.ok())
      return status;
    removeParts(folder);
    return makeFolders(others);
  };
  options.finish = [&] {
    const std::string file = absl::StrCat(beside, "/steps");
    absl::Status status = writeFile(file, absl::StrCat(steps, "\n"));
    for (const std::string &path : {file, others, beside})
      if (status.ok())
        status = syncToDisk(path);
    if (!status.ok())
      return status;
    // One of the same step, of an earlier run, gives way.
    std::error_code error;
    fs::remove_all(final, error);
    fs::rename(beside, final, error);
    if (error)
      return systemFailure(absl::StrCat("cannot rename '", beside, "' to '", final, "'"), error.value());
    return syncToDisk(folder);
  };
  if (processes)
    processes->unfinished().note(beside);
  absl::Status status = writeArrayFiles(files, options);
  if (!status.ok()) {
    std::error_code ignored;
    fs::remove_all(beside, ignored);
  }
  if (processes)
    processes->unfinished().forget(beside);
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
    return systemFailure(absl::StrCat("cannot read the folder '", folder, "'"), error.value());
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
