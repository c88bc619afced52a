#ifndef LIB_TOPOLOGY_FIELDS_H
#define LIB_TOPOLOGY_FIELDS_H

#include "lib/Topology/Json.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardwright {

/// No count is larger: what positions of a mesh are counted with.
constexpr int64_t kMostDevices = int64_t(1) << 31;

/// What was wrong first in a file; later complaints often follow from it and are dropped.
struct Complaint {
  std::string file;
  absl::Status status;

  void report(const std::string &place, const std::string &text) {
    if (status.ok())
      status = absl::InvalidArgumentError(file + ": " + (place.empty() ? "" : place + ": ") + text);
  }
};

/// An object of a file, read field by field: a field that nobody asked for is an error, as is one that is missing or of
/// another type. After the first complaint the values returned mean nothing.
class Fields {
public:
  struct Range {
    double least, most = std::numeric_limits<double>::infinity();
    bool open = false; ///< `least` itself is out
  };

  Fields(Complaint &complaint, const Json &object, std::string place);

  bool has(llvm::StringRef key) const { return object.IsObject() && memberOf(object, key); }
  /// The path of a field: `levels[1].size`.
  std::string placeOf(llvm::StringRef key) const { return (place.empty() ? "" : place + ".") + key.str(); }
  void report(llvm::StringRef key, const std::string &text) { complaint.report(placeOf(key), text); }

  std::string text(llvm::StringRef key);
  double number(llvm::StringRef key, Range range, std::optional<double> otherwise = std::nullopt);
  int64_t count(llvm::StringRef key, int64_t least, std::optional<int64_t> otherwise = std::nullopt);
  bool flag(llvm::StringRef key, bool otherwise);
  /// Null where it is missing or not of that type, which was reported.
  const Json *list(llvm::StringRef key);
  const Json *object_(llvm::StringRef key);
  /// The field as it stands, for what may have several types.
  const Json *any(llvm::StringRef key);
  /// Reports fields that were not asked for.
  void finish();

  Complaint &complaint;

private:
  const Json *find(llvm::StringRef key, bool (Json::*is)() const, const char *type, bool required);

  const Json &object;
  std::string place;
  llvm::SmallVector<std::string, 12> asked;
};

/// What `read`, which takes Fields, makes of the object that a file consists of. Errors: the first complaint.
template <typename Read>
auto readObject(const Json &object, llvm::StringRef file, Read read)
    -> absl::StatusOr<decltype(read(std::declval<Fields &>()))> {
  Complaint complaint{file.str(), {}};
  Fields fields(complaint, object, "");
  if (!complaint.status.ok())
    return complaint.status;
  auto value = read(fields);
  fields.finish();
  if (!complaint.status.ok())
    return complaint.status;
  return value;
}
/// The same of its text. Errors: those of parseJson() as well.
template <typename Read> auto readObject(llvm::StringRef text, llvm::StringRef file, Read read) {
  absl::StatusOr<rapidjson::Document> json = parseJson(text, file);
  using Result = decltype(readObject(*json, file, read));
  return json.ok() ? readObject(*json, file, read) : Result(json.status());
}

} // namespace shardwright

#endif // LIB_TOPOLOGY_FIELDS_H
