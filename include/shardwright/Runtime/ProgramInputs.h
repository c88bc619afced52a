#ifndef SHARDWRIGHT_RUNTIME_PROGRAMINPUTS_H
#define SHARDWRIGHT_RUNTIME_PROGRAMINPUTS_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime {

/// A whole array of which boxes are read where they are needed.
class ArraySource {
public:
  virtual ~ArraySource() = default;
  virtual ElementType type() const = 0;
  virtual const std::vector<int64_t> &shape() const = 0;
  /// The box that begins at `start`, dense, into `to`. Any thread.
  virtual absl::Status read(const std::vector<int64_t> &start, const std::vector<int64_t> &box, void *to) const = 0;

  absl::StatusOr<Array> whole() const;
};

/// The arguments of a program in order, each read when it is used: whole, or what one device holds. Copied freely.
class ProgramInputs {
public:
  ProgramInputs() = default;
  explicit ProgramInputs(std::vector<std::shared_ptr<const ArraySource>> sources) : sources(std::move(sources)) {}
  explicit ProgramInputs(std::vector<Array> arrays);
  /// `folder`/0.npy, 1.npy, ... as the interfaces say, which are called `what`; an error where one is missing, does not
  /// fit, or is one too many.
  static absl::StatusOr<ProgramInputs> inFolder(const std::string &folder, const std::vector<Interface> &interfaces,
                                                const char *what);
  /// Those of randomArray().
  static ProgramInputs random(const std::vector<Interface> &arguments, uint64_t seed);

  size_t size() const { return sources.size(); }
  const ArraySource &operator[](size_t argument) const { return *sources[argument]; }
  const std::shared_ptr<const ArraySource> &source(size_t argument) const { return sources[argument]; }
  absl::StatusOr<std::vector<Array>> whole() const;

private:
  std::vector<std::shared_ptr<const ArraySource>> sources;
};

/// Reproducible values that depend on nothing but the seed, the argument's number and type and shape: floating point in
/// [-1, 1), integers in [0, 8) or as many as the type has, i1 either.
Array randomArray(const Interface &interface, size_t argument, uint64_t seed);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_PROGRAMINPUTS_H
