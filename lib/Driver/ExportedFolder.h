#ifndef LIB_DRIVER_EXPORTEDFOLDER_H
#define LIB_DRIVER_EXPORTEDFOLDER_H

#include "shardwright/Runtime/RunCommand.h"

#include <string>

/// A folder that python/shardwright_export writes: program.mlir, inputs/, expected/, meta.json. Every command takes one
/// in place of a file.
namespace shardwright::driver {

/// The program of a folder; of anything else the path itself.
std::string programFile(const std::string &path);

/// Where `path` is a folder: its inputs/ and expected/ for what the command does not name itself.
void addFolderDefaults(const std::string &path, runtime::RunCommand &command);

/// What the meta.json beside the folder of expected results says of tolerances: `"rtol"` and `"atol"` for all results,
/// or `"tolerances": {"f32": {"rtol": R, "atol": A}}` by element type. Nothing where there is no such file. Errors: one
/// that is no JSON, or has something else there.
absl::Status readTolerances(const std::vector<runtime::Interface> &results, runtime::RunCommand &command);

} // namespace shardwright::driver

#endif // LIB_DRIVER_EXPORTEDFOLDER_H
