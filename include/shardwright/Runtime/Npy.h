#ifndef SHARDWRIGHT_RUNTIME_NPY_H
#define SHARDWRIGHT_RUNTIME_NPY_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/ProgramInputs.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <memory>
#include <string>

/// NumPy's `.npy` files, format versions 1 to 3, little endian.
///
/// bf16, which NumPy lacks, is read from and written as `V2`, floats of at most 8 bits as `V1`, the way JAX's arrays
/// are saved (all types of one byte that NumPy lacks are read as f8E4M3FN until matchInterface says which is meant).
/// Fortran order is converted. Errors are kNotFound (no such file) or kInvalidArgument (everything else), and name the
/// file.
namespace shardwright::runtime {

absl::StatusOr<Array> readNpy(const std::string &path);

/// i2, i4, ui2 and ui4 are written as the 8-bit type that holds them.
absl::Status writeNpy(const std::string &path, const Array &array);

/// `array` as the type and shape of `want`, where the file format could not say the type exactly: 8-bit integers stand
/// for i2, i4, ui2, ui4 (the values must fit), ui8 for the bits of floats of at most 8 bits, `V1` for all of these, and
/// f32 for bf16 and floats of at most 8 bits (rounded). Anything else that differs is an error with both types; `what`
/// begins it: `in/3.npy`.
absl::StatusOr<Array> matchInterface(Array array, const Interface &want, const std::string &what);

/// The array of a file as `want` says (see matchInterface), of which only the boxes that are asked for are read; all of
/// it each time where it is in Fortran's order.
absl::StatusOr<std::shared_ptr<const ArraySource>> openNpy(const std::string &path, const Interface &want);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_NPY_H
