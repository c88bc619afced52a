#ifndef TOOLS_BOOK_CONSTANTS_H
#define TOOLS_BOOK_CONSTANTS_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace shardwright::book {

/// The round figures that arithmetic by hand starts from: tools/book/quantities/constants.json, built into the library
/// with those of topologies/devices that are as round.
/// What a simulated machine is made of, measured and to more digits, are topologies. Names carry the unit
/// (hbm_bytes_per_s, bf16_flops_per_s); bandwidths are of one direction unless the name says `bidi`.

/// Every device, in the order of the table.
std::vector<std::string> deviceNames();

/// The constants of a device (h100), of a machine (dgx_h100_superpod, whose levels are records) or of a link
/// (ib_hdr_port). Error (kNotFound): no such name, with those there are.
absl::StatusOr<const llvm::json::Object *> constantsOf(llvm::StringRef name);

/// One of them. Error (kNotFound): the table has no such constant of it.
absl::StatusOr<llvm::json::Value> constantOf(llvm::StringRef name, llvm::StringRef constant);

/// An input that a device supplied: `input` is the formula's name for it, `constant` the table's.
struct SuppliedInput {
  std::string input, constant;
};

/// Adds to `inputs` those of `names` that are missing and that the table knows of `device`: by the same name
/// (hbm_bytes), or as what formulas call them (C_flops_per_s is bf16_flops_per_s, W_hbm_bytes_per_s is
/// hbm_bytes_per_s). Says which. Error (kNotFound): no such device.
absl::StatusOr<std::vector<SuppliedInput>> supplyConstants(llvm::StringRef device, llvm::ArrayRef<std::string> names,
                                                           llvm::json::Object &inputs);

} // namespace shardwright::book

#endif // TOOLS_BOOK_CONSTANTS_H
