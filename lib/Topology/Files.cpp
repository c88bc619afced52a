#include "shardwright/Topology/Files.h"
#include "lib/Topology/Parse.h"
#include "lib/Topology/ReadFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <dlfcn.h>

namespace shardwright {
namespace {

std::string joined(llvm::StringRef folder, const llvm::Twine &a, const llvm::Twine &b = "") {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, a, b);
  return std::string(path);
}

/// The shipped machines of the installation whose folder that is.
std::string shippedIn(llvm::StringRef folder) { return joined(folder, "share/shardwright", "topologies"); }

/// Those of the installation that this code's shared library belongs to: it lies in lib/ or lib/ARCHITECTURE/.
std::optional<std::string> shippedWithLibrary() {
  static const int kHere = 0; // an address inside it
  Dl_info library;
  if (!dladdr(&kHere, &library) || !library.dli_fname)
    return std::nullopt;
  llvm::StringRef folder = llvm::sys::path::parent_path(library.dli_fname);
  for (int levels = 0; levels < 2; ++levels) {
    folder = llvm::sys::path::parent_path(folder);
    if (std::string shipped = shippedIn(folder); llvm::sys::fs::is_directory(shipped))
      return shipped;
  }
  return std::nullopt;
}

absl::Status unknownName(llvm::StringRef name, llvm::StringRef folder) {
  absl::StatusOr<std::vector<std::string>> names = topologyNames(folder);
  if (!names.ok())
    return names.status();
  auto near = [&](const std::string &other) { return name.edit_distance(other); };
  auto closest = llvm::min_element(*names, [&](auto &a, auto &b) { return near(a) < near(b); });
  std::string hint = closest != names->end() && near(*closest) <= 3 ? "did you mean " + *closest + "?"
                                                                    : "the names are " + llvm::join(*names, ", ");
  return absl::NotFoundError("unknown topology '" + name.str() + "'; " + hint);
}

/// Writes the lengths of `slice` (4x8) into the torus of a topology that parseTopology() takes.
absl::Status cut(rapidjson::Document &topology, llvm::StringRef name, llvm::StringRef slice) {
  auto refuse = [&](const std::string &why) {
    return absl::InvalidArgumentError("'" + (name + ":" + slice).str() + "': " + why);
  };
  llvm::SmallVector<llvm::StringRef, 3> parts;
  slice.split(parts, 'x');
  for (Json &level : topology["levels"].GetArray()) {
    auto member = level.FindMember("shape");
    if (member == level.MemberEnd())
      continue;
    Json &shape = member->value;
    if (shape.Size() != parts.size())
      return refuse("the torus has " + std::to_string(shape.Size()) + " dimensions, the slice " +
                    std::to_string(parts.size()));
    for (auto [i, whole, part] : llvm::enumerate(shape.GetArray(), parts)) {
      int64_t length = 0, most = whole.GetInt64();
      if (part.getAsInteger(10, length) || length < 1)
        return refuse("'" + part.str() + "' is not a length of at least 1");
      if (length > most)
        return refuse("dimension " + std::to_string(i) + " is " + std::to_string(length) + " long, the whole has " +
                      std::to_string(most));
      whole.SetInt64(length);
    }
    topology["name"].SetString((name + ":" + slice).str().c_str(), topology.GetAllocator());
    return absl::OkStatus();
  }
  return refuse("only a torus can be cut to a slice");
}

} // namespace

absl::StatusOr<std::string> readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return absl::NotFoundError("cannot read " + path.str() + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

std::string deviceFile(llvm::StringRef folder, llvm::StringRef name) {
  return joined(folder, "devices", name + ".json");
}

std::string measuredFile(llvm::StringRef folder, llvm::StringRef device) {
  return joined(folder, "measured", device + ".json");
}

std::string topologyFolder() {
  if (std::optional<std::string> folder = llvm::sys::Process::GetEnv("SHARDWRIGHT_TOPOLOGIES"))
    return *folder;
  static int here; // an address inside this program, for the platforms that find its file by one
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, &here);
  std::string shipped = shippedIn(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  return llvm::sys::fs::is_directory(shipped) ? shipped : shippedWithLibrary().value_or(shipped);
}

absl::StatusOr<std::vector<std::string>> topologyNames(llvm::StringRef folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".json")
      names.push_back(llvm::sys::path::stem(it->path()).str());
  if (error)
    return absl::NotFoundError("cannot read the topologies of " + folder.str() + ": " + error.message() +
                               "; set SHARDWRIGHT_TOPOLOGIES to the folder they are in");
  llvm::sort(names);
  return names;
}

absl::StatusOr<std::string> hostTopologyFile() {
  llvm::SmallString<128> cache;
  if (!llvm::sys::path::cache_directory(cache))
    return absl::NotFoundError("no folder to keep this host's topology in: set XDG_CACHE_HOME, or HOME");
  return joined(cache, "shardwright", "host.json");
}

static absl::StatusOr<Topology> hostTopology(llvm::StringRef folder) {
  absl::StatusOr<std::string> path = hostTopologyFile();
  if (!path.ok())
    return path.status();
  absl::StatusOr<std::string> text = readFile(*path);
  if (!text.ok())
    return absl::NotFoundError("this host was not measured yet: run `shardwright topology calibrate --keep` (half a "
                               "minute), which writes " +
                               *path);
  return parseTopology(llvm::StringRef(*text), *path, folder);
}

absl::StatusOr<Topology> findTopology(llvm::StringRef nameOrFile, llvm::StringRef folder) {
  if (nameOrFile.ltrim().starts_with("{"))
    return parseTopology(nameOrFile, "topology", folder);
  if (nameOrFile.ends_with(".json")) {
    absl::StatusOr<std::string> text = readFile(nameOrFile);
    return text.ok() ? parseTopology(llvm::StringRef(*text), nameOrFile, folder) : text.status();
  }
  if (nameOrFile == "flat")
    return flatTopology();
  if (nameOrFile == "host")
    return hostTopology(folder);
  auto [name, slice] = nameOrFile.split(':');
  std::string path = joined(folder, name + ".json");
  if (name.empty() || name.contains('/') || !llvm::sys::fs::exists(path))
    return unknownName(name, folder);
  absl::StatusOr<std::string> text = readFile(path);
  if (!text.ok())
    return text.status();
  absl::StatusOr<rapidjson::Document> json = parseJson(*text, path);
  if (!json.ok())
    return json.status();
  absl::StatusOr<Topology> whole = parseTopology(*json, path, folder);
  if (!whole.ok() || !nameOrFile.contains(':'))
    return whole;
  if (absl::Status status = cut(*json, name, slice); !status.ok())
    return status;
  return parseTopology(*json, path, folder);
}

} // namespace shardwright
