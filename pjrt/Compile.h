#ifndef PJRT_COMPILE_H
#define PJRT_COMPILE_H

#include "pjrt/Objects.h"

#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace shardwright::pjrt {

/// The messages OpSharding of all arguments and results.
absl::Status describeShardings(CompiledProgram &program);

/// On the devices that its options name. kInvalidArgument: the client has no such devices, or the program is for
/// another number of them.
absl::StatusOr<LoadedExecutable *> load(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> program);

/// Gives text that is the caller's until it calls the deleter.
void giveOwned(std::string text, const char *&bytes, size_t &size, void *&owner, Deleter &deleter);

/// Bytes that the steps of a device read and write, those of loops once.
uint64_t bytesAccessed(const runtime::Executable &executable);

/// What is not kept, from compiling once more up to the per-device program.
absl::StatusOr<compiler::Summary> summaryOf(const compiler::Session &session, const CompiledProgram &program);
absl::StatusOr<std::string> partitionedText(const compiler::Session &session, const CompiledProgram &program);

} // namespace shardwright::pjrt

#endif // PJRT_COMPILE_H
