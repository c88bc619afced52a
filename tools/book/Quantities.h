#ifndef TOOLS_BOOK_QUANTITIES_H
#define TOOLS_BOOK_QUANTITIES_H

#include "tools/book/Formula.h"

namespace shardwright::book {

/// One formula of a quantity. Where `selector` is not empty, it is the one for inputs whose `selector` is `choice`
/// (op=all_gather).
struct QuantityVariant {
  std::string selector, choice;
  Formula formula;
};

/// A number that somebody who plans a machine or a model works out by hand: a time, a batch, a size.
struct Quantity {
  std::string group;   ///< collective, hardware, inference, matmul, roofline, sharding-rule, training
  std::string name;    ///< unique within its group
  std::string unit;    ///< of the result: s, bytes, bytes/s, FLOPs, FLOPs/s, tokens, ...
  std::string meaning; ///< one sentence; what the inputs are where their names do not say it
  std::vector<QuantityVariant> variants;

  /// The variant that the inputs select. Errors (kInvalidArgument): the selecting input is missing where there is a
  /// choice, or is none of those there are.
  absl::StatusOr<const QuantityVariant *> variant(const llvm::json::Object &inputs) const;
  /// In the quantity's unit. The inputs are in SI units: names that end in _s are seconds, _bytes_per_s bytes a second,
  /// C_... operations a second; see docs/reference/cost.md.
  absl::StatusOr<llvm::json::Value> evaluate(const llvm::json::Object &inputs) const;
};

/// Reads the text of one group:
///
///   ring_time_ideal (s): what it is, in one line
///     op=all_gather: V_bytes/W_bidi_bytes_per_s
///     op=all_reduce: 2*V_bytes/W_bidi_bytes_per_s
///
/// Errors: what is not such a line, a quantity twice or without a formula; they carry the line number.
absl::StatusOr<std::vector<Quantity>> parseQuantities(llvm::StringRef group, llvm::StringRef text);

/// All of them (tools/book/quantities), by group, then in the order of the file.
llvm::ArrayRef<Quantity> quantities();

/// The one of that name; `group` may be empty where the name is in one group or means the same in all. Null: none.
const Quantity *findQuantity(llvm::StringRef group, llvm::StringRef name);

} // namespace shardwright::book

#endif // TOOLS_BOOK_QUANTITIES_H
