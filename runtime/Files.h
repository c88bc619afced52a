#ifndef SHARDWRIGHT_RUNTIME_FILES_H
#define SHARDWRIGHT_RUNTIME_FILES_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <string>

namespace shardwright::runtime {

/// `what: the system's reason`; kResourceExhausted for a full or broken disk, kInvalidArgument for everything else.
absl::Status systemFailure(const std::string &what, int error);

/// The whole file; kNotFound or kInvalidArgument with the path and the system's reason.
absl::StatusOr<std::string> readFile(const std::string &path);

/// Writes beside `path`, or where links from it lead, and renames: the file is there whole or not at all. A device, a
/// pipe and what this process has open (/dev/stdout, whatever it is) are written to.
absl::Status writeFile(const std::string &path, absl::string_view content);

/// Something other than a file, a folder or nothing: a device, a pipe.
bool isDeviceOrPipe(const std::string &path);

/// The folder `path`, with those that it is in.
absl::Status makeFolders(const std::string &path);

/// Through to the disk: a file, or the names in a folder.
absl::Status syncToDisk(const std::string &path);

/// A file that is written at offsets, under another name than its own until it is whole. Errors name the file by
/// `path`, what it is to be called; kResourceExhausted: a full or broken disk, kInvalidArgument: everything else.
class OutputFile {
public:
  /// Without a name until publish(), and gone when this process ends, where the system has such.
  static absl::StatusOr<OutputFile> aside(const std::string &path);
  /// Under the name `name`, which nothing must have; left there.
  static absl::StatusOr<OutputFile> create(const std::string &path, const std::string &name);
  /// The same file, which some process has made; kNotFound where it cannot be seen from here.
  static absl::StatusOr<OutputFile> open(const std::string &path, const std::string &name);
  OutputFile(OutputFile &&other) noexcept;
  ~OutputFile();

  absl::Status resize(uint64_t bytes) const;
  absl::Status write(uint64_t at, const void *data, uint64_t bytes) const;
  /// Nothing more is written; what the system has put off is an error now. `toDisk`: it is there then.
  absl::Status close(bool toDisk);
  /// Of aside(): closes it, and gives it its name.
  absl::Status publish();

private:
  OutputFile(int file, std::string path, std::string name);
  absl::Status failed() const;

  int file;
  std::string path, name; ///< name empty: none yet
  bool isTemporary = false;
};

/// Has the file `name` called `path`, in the place of whatever is.
absl::Status renameFile(const std::string &name, const std::string &path);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_FILES_H
