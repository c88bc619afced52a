#include "runtime/ArrayFiles.h"

#include "runtime/BoxRuns.h"
#include "runtime/Files.h"
#include "runtime/Layout.h"
#include "runtime/NpyHeader.h"
#include "runtime/Unfinished.h"
#include "runtime/distributed/Connection.h"
#include "shardwright/Runtime/Npy.h"
#include "shardwright/Runtime/Process.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {
namespace {

uint64_t bytesOf(const ShardedArray &array) {
  return static_cast<uint64_t>(numElements(array.shape())) * elementBytes(array.type());
}

/// The header, and the size that the file will have: blocks may come in any order.
absl::Status writeHeader(const OutputFile &file, const ShardedArray &array) {
  const std::string header = npyHeader(array.type(), array.shape());
  absl::Status status = file.write(0, header.data(), header.size());
  return status.ok() ? file.resize(header.size() + bytesOf(array)) : status;
}

/// What this process has of it.
absl::Status writeBlocks(const OutputFile &file, const ShardedArray &array) {
  const uint64_t dataAt = npyHeader(array.type(), array.shape()).size();
  return array.eachBlock([&](const ArrayBlock &block) {
    const auto *from = static_cast<const uint8_t *>(block.data);
    return eachRun(array.shape(), elementBytes(array.type()), block.start, block.shape, [&](int64_t at, int64_t bytes) {
      absl::Status status = file.write(dataAt + static_cast<uint64_t>(at), from, static_cast<uint64_t>(bytes));
      from += bytes;
      return status;
    });
  });
}

absl::Status writeAlone(const ArrayFile &file, bool toDisk) {
  if (isDeviceOrPipe(file.path)) {
    absl::StatusOr<Array> whole = file.array->whole();
    return whole.ok() ? writeNpy(file.path, *whole) : whole.status();
  }
  absl::StatusOr<OutputFile> made = OutputFile::aside(file.path);
  absl::Status status = made.ok() ? writeHeader(*made, *file.array) : made.status();
  if (status.ok())
    status = writeBlocks(*made, *file.array);
  if (status.ok())
    status = made->publish();
  return status.ok() && toDisk ? syncToDisk(file.path) : status;
}

/// The files of one call on several processes, which go through the same steps together.
class SharedWriting {
public:
  SharedWriting(const std::vector<ArrayFile> &files, const ArrayFilesOptions &options, const std::string &unique)
      : files(files), options(options), processes(*options.processes), isFirst(processes.rank() == 0) {
    for (const ArrayFile &file : files) {
      names.push_back(absl::StrCat(file.path, ".", unique, ".part"));
      processes.unfinished().note(names.back());
    }
  }
  ~SharedWriting() {
    for (const std::string &name : names) {
      std::remove(name.c_str());
      processes.unfinished().forget(name);
    }
  }

  absl::Status run() {
    if (absl::Status status = onFirst([&] { return makeAll(); }); !status.ok())
      return status;
    absl::StatusOr<bool> isSeen = isSeenByAll();
    if (!isSeen.ok())
      return isSeen.status();
    if (!*isSeen)
      if (absl::Status status = onFirst([&] { return checkMemory(); }); !status.ok())
        return status;
    absl::Status status;
    for (size_t i = 0; i != files.size(); ++i)
      status.Update(*isSeen ? writeOwn(i) : writeWhole(i));
    if (status = processes.agree(status); !status.ok())
      return status;
    return onFirst([&] { return nameAll(); });
  }

private:
  /// What rank 0 does; the status is everybody's.
  absl::Status onFirst(const std::function<absl::Status()> &body) {
    return processes.agree(isFirst ? processes.unfinished().make(body) : absl::OkStatus());
  }

  absl::Status makeAll() {
    absl::Status status = options.makeFolders ? options.makeFolders() : absl::OkStatus();
    for (size_t i = 0; status.ok() && i != files.size(); ++i) {
      if (isDeviceOrPipe(files[i].path))
        return absl::InvalidArgumentError(absl::StrCat(
            "'", files[i].path, "' is a device or a pipe, which several ranks cannot write: name another folder"));
      absl::StatusOr<OutputFile> file = OutputFile::create(files[i].path, names[i]);
      status = file.ok() ? writeHeader(*file, *files[i].array) : file.status();
      if (status.ok())
        status = file->close(/*toDisk=*/false);
    }
    return status;
  }

  absl::StatusOr<bool> isSeenByAll() {
    const bool isSeen = files.empty() || OutputFile::open(files[0].path, names[0]).ok();
    absl::StatusOr<std::vector<std::string>> all = processes.gather(isSeen ? "yes" : "no");
    if (!all.ok())
      return all.status();
    return std::count(all->begin(), all->end(), "yes") == processes.size();
  }

  absl::Status writeOwn(size_t number) {
    absl::StatusOr<OutputFile> file = OutputFile::open(files[number].path, names[number]);
    // Others may need what this process has in order to go on.
    if (!file.ok()) {
      files[number].array->eachBlock([](const ArrayBlock &) { return absl::OkStatus(); }).IgnoreError();
      return file.status();
    }
    absl::Status status = writeBlocks(*file, *files[number].array);
    return status.ok() ? file->close(options.toDisk) : status;
  }

  absl::Status writeWhole(size_t number) {
    absl::StatusOr<Array> whole = files[number].array->whole();
    if (!whole.ok() || !isFirst)
      return whole.status();
    absl::StatusOr<OutputFile> file = OutputFile::open(files[number].path, names[number]);
    absl::Status status = file.ok() ? writeBlocks(*file, *arrayInMemory(*std::move(whole))) : file.status();
    return status.ok() ? file->close(options.toDisk) : status;
  }

  absl::Status checkMemory() {
    for (const ArrayFile &file : files)
      if (const uint64_t bytes = bytesOf(*file.array), limit = memoryLimit(); bytes > limit)
        return absl::ResourceExhaustedError(
            absl::StrCat("'", file.path, "' is to have ", bytes, " bytes, rank 0 may have ", limit,
                         " bytes of memory, and not all ranks see that folder: name one that they share"));
    return absl::OkStatus();
  }

  absl::Status nameAll() {
    absl::Status status;
    for (size_t i = 0; status.ok() && i != files.size(); ++i)
      status = renameFile(names[i], files[i].path);
    return status.ok() ? options.finish() : status;
  }

  const std::vector<ArrayFile> &files;
  const ArrayFilesOptions &options;
  Processes &processes;
  const bool isFirst;
  std::vector<std::string> names; ///< while they are written
};

} // namespace

absl::StatusOr<std::string> uniqueName(Processes *processes) {
  if (!processes)
    return absl::StrCat(getpid());
  absl::StatusOr<std::vector<std::string>> all = processes->gather(processes->rank() == 0 ? randomToken() : "");
  if (!all.ok())
    return all.status();
  return all->front();
}

absl::Status writeArrayFiles(const std::vector<ArrayFile> &files, const ArrayFilesOptions &options) {
  if (options.processes) {
    absl::StatusOr<std::string> unique = uniqueName(options.processes);
    return unique.ok() ? SharedWriting(files, options, *unique).run() : unique.status();
  }
  absl::Status status = options.makeFolders ? options.makeFolders() : absl::OkStatus();
  for (size_t i = 0; status.ok() && i != files.size(); ++i)
    status = writeAlone(files[i], options.toDisk);
  return status.ok() ? options.finish() : status;
}

} // namespace shardwright::runtime
