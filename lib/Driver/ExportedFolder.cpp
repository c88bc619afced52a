#include "lib/Driver/ExportedFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace shardwright::driver {
namespace {

std::string joined(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

using KnownTolerance = runtime::RunCommand::KnownTolerance;

/// The members "rtol" and "atol" of an object.
absl::StatusOr<KnownTolerance> toleranceIn(const llvm::json::Object &object, llvm::StringRef file) {
  KnownTolerance known;
  for (auto [name, number] : {std::pair("rtol", &known.rtol), {"atol", &known.atol}})
    if (const llvm::json::Value *value = object.get(name)) {
      *number = value->getAsNumber();
      if (!(number->value_or(-1) >= 0))
        return absl::InvalidArgumentError(file.str() + ": '" + name +
                                          "' is no number of at least 0; correct it, or give --" + name);
    }
  return known;
}

} // namespace

std::string programFile(const std::string &path) {
  return llvm::sys::fs::is_directory(path) ? joined(path, "program.mlir") : path;
}

void addFolderDefaults(const std::string &path, runtime::RunCommand &command) {
  if (!llvm::sys::fs::is_directory(path))
    return;
  if (std::string inputs = joined(path, "inputs"); command.inputs.empty() && llvm::sys::fs::is_directory(inputs))
    command.inputs = inputs;
  if (std::string expected = joined(path, "expected"); command.expect.empty() && llvm::sys::fs::is_directory(expected))
    command.expect = expected;
}

absl::Status readTolerances(const std::vector<runtime::Interface> &results, runtime::RunCommand &command) {
  if (command.expect.empty() || (command.rtol && command.atol))
    return absl::OkStatus();
  llvm::SmallString<128> folder(command.expect);
  llvm::sys::path::remove_dots(folder);
  std::string file = joined(joined(folder, ".."), "meta.json");
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return absl::OkStatus();
  llvm::Expected<llvm::json::Value> json = llvm::json::parse((*buffer)->getBuffer());
  if (!json)
    return absl::InvalidArgumentError(file + ": " + llvm::toString(json.takeError()));
  const llvm::json::Object *meta = json->getAsObject();
  if (!meta)
    return absl::InvalidArgumentError(file + " is no JSON object");
  auto all = toleranceIn(*meta, file);
  if (!all.ok())
    return all.status();
  const llvm::json::Object *byType = meta->getObject("tolerances");
  for (const runtime::Interface &result : results) {
    const llvm::json::Object *own = byType ? byType->getObject(runtime::elementName(result.type)) : nullptr;
    auto tolerance = own ? toleranceIn(*own, file) : all;
    if (!tolerance.ok())
      return tolerance.status();
    command.tolerances.push_back(*tolerance);
  }
  return absl::OkStatus();
}

} // namespace shardwright::driver
