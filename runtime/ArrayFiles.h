#ifndef RUNTIME_ARRAYFILES_H
#define RUNTIME_ARRAYFILES_H

#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/ShardedArray.h"

#include "absl/status/status.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Arrays that several processes write together, each the blocks that it has.
namespace shardwright::runtime {

/// A file that all processes are going to write.
struct ArrayFile {
  std::string path; ///< of a .npy file, in a folder that is there when it is made
  std::shared_ptr<const ShardedArray> array;
};

struct ArrayFilesOptions {
  Processes *processes = nullptr; ///< that all call this; null: this one alone
  /// Makes the folders; of several processes called on rank 0.
  std::function<absl::Status()> makeFolders;
  /// Ends by giving names to folders, say; called where makeFolders was, when all arrays are whole.
  std::function<absl::Status()> finish = [] { return absl::OkStatus(); };
  bool toDisk = false; ///< through to the disk before `finish`
};

/// Each file is there whole or not at all. Rank 0 makes it under another name, all write into it, and rank 0 names it
/// when all have. Where a process does not see what rank 0 has made, the arrays go to rank 0 whole: then
/// kResourceExhausted where one does not fit its memory. Whoever fails, all have the status of the first.
absl::Status writeArrayFiles(const std::vector<ArrayFile> &files, const ArrayFilesOptions &options);

/// A text that no other call has had on any of them, or this process's own number where it is alone: for names.
absl::StatusOr<std::string> uniqueName(Processes *processes);

} // namespace shardwright::runtime

#endif // RUNTIME_ARRAYFILES_H
