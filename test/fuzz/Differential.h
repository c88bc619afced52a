#ifndef TEST_FUZZ_DIFFERENTIAL_H
#define TEST_FUZZ_DIFFERENTIAL_H

#include <cstdint>
#include <string>

namespace shardwright::fuzz {

/// What became of a program.
struct Verdict {
  enum Kind {
    Same,     ///< the compiled program computes what the interpreter does
    Mismatch, ///< beyond the error that the program states, or a kernel leaves its buffers
    Refused,  ///< the compiler gave a diagnostic
    Unread,   ///< the text is no valid program, or the interpreter cannot run it: a mistake of the generator
    Crashed,  ///< ended by a signal
    Hung,     ///< no end within the time given
  };
  Kind kind = Same;
  std::string details;
};
const char *name(Verdict::Kind kind);

/// How a program is compiled.
struct CompileOptions {
  std::string disabled; ///< names of optimisations to leave out, separated by commas
  std::string topology; ///< the machine that decides; flat where the program's mesh does not fit it
};

/// Runs the program of a file on the devices of its mesh and, unpartitioned, in the reference interpreter, on inputs
/// that `seed` determines; compares by the errors that the program states (Generator.h). Diagnostics go to stderr.
Verdict checkProgram(const std::string &path, uint64_t seed, const CompileOptions &options);

/// The same in a process of its own, which may crash or hang: `seconds` is what it may take.
Verdict checkIsolated(const std::string &path, uint64_t seed, const CompileOptions &options, double seconds);

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_DIFFERENTIAL_H
