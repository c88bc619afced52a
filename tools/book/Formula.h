#ifndef TOOLS_BOOK_FORMULA_H
#define TOOLS_BOOK_FORMULA_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>

namespace shardwright::book {

struct FormulaNode;

/// One expression over named inputs, kept as text so that the formula shown is the formula computed.
///
///   max(2*B*D*F/C_flops_per_s, 2*D*F/W_ici_bytes_per_s)
///   [n == wrap_length for n in slice_shape]
///   {spine: gpus/64, core: 0} if gpus <= 2048 else {spine: gpus/32, core: gpus/64}
///
/// Values are JSON's: numbers (all of them doubles), truth values, text, lists, records. Operators, weakest first:
/// `a if condition else b`; == != < <= > >= (of numbers; == and != of text too); + -; * / // % (// and % round towards
/// minus infinity); unary -; ** (to the right); x[i] with a number for a list and text for a record. Functions: abs
/// ceil floor len log2 max min round sqrt sum; max, min and sum take one list or several numbers; round takes the even
/// one of two neighbours.
class Formula {
public:
  /// Errors carry the offset and what was expected there.
  static absl::StatusOr<Formula> parse(llvm::StringRef text);

  const std::string &text() const { return text_; }
  /// The names it is computed from, in the order in which they first appear.
  llvm::ArrayRef<std::string> inputs() const { return inputs_; }

  /// Inputs that the formula does not name play no part. Errors (kInvalidArgument): an input that is missing or of
  /// another kind than an operator takes, and what has no finite value, with the part of the formula where it is met.
  absl::StatusOr<llvm::json::Value> evaluate(const llvm::json::Object &inputs) const;

  /// The text with the numbers put in for the names that stand for numbers.
  std::string withNumbers(const llvm::json::Object &inputs) const;

private:
  std::string text_;
  std::vector<std::string> inputs_;
  std::shared_ptr<const FormulaNode> root;
};

} // namespace shardwright::book

#endif // TOOLS_BOOK_FORMULA_H
