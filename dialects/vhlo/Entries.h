#ifndef DIALECTS_VHLO_ENTRIES_H
#define DIALECTS_VHLO_ENTRIES_H

#include "dialects/vhlo/Container.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Types.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Casting.h"

#include <string>
#include <type_traits>

namespace shardwright::vhlo {

/// The attributes and types of a container, read when they are asked for, as those that the text of the same program
/// has: vhlo's become MLIR's own and stablehlo's, sdy's this project's. Parts of sdy attributes that are none here
/// stand for themselves in the smallest attribute that holds them (SdyEntries.cpp).
class Entries {
public:
  Entries(const Container &container, mlir::MLIRContext *context)
      : container(container), context(context), attributes(container.attributes.size()), types(container.types.size()) {
  }

  /// Null where there is no such entry, or it is damaged or unknown: see problem().
  mlir::Attribute attribute(uint64_t index);
  mlir::Type type(uint64_t index);
  /// What is known of a place: the outermost name and the innermost place in a file. JAX gives a name from the scopes
  /// of the operation, and the stack of the Python calls, whose innermost is the line to look at.
  mlir::LocationAttr location(uint64_t index);
  bool string(uint64_t index, llvm::StringRef &result) const;

  mlir::MLIRContext *getContext() const { return context; }
  /// Why the first entry that was asked for in vain is null.
  const std::string &problem() const { return firstProblem; }
  /// The entry is sound, but nothing that is known here.
  bool isUnsupported() const { return firstIsUnsupported; }
  void report(std::string problem, bool isUnsupported = false) {
    if (!firstProblem.empty())
      return;
    firstProblem = std::move(problem);
    firstIsUnsupported = isUnsupported;
  }

private:
  template <typename T> T resolve(const std::vector<BytecodeEntry> &from, std::vector<T> &known, uint64_t index);
  mlir::LocationAttr innermostPlace(uint64_t index);

  const Container &container;
  mlir::MLIRContext *context;
  std::vector<mlir::Attribute> attributes;
  std::vector<mlir::Type> types;
  std::string firstProblem;
  bool firstIsUnsupported = false;
  /// Entries that are being read, one within the other.
  int depth = 0;
};

/// Reads the parts of one entry.
class EntryReader {
public:
  EntryReader(Entries &entries, ByteReader contents) : in(contents), entries(entries) {}

  /// Each part in turn: numbers (uint64_t as they are, int64_t zigzag), strings, bool bytes, references to attributes
  /// and types of the class asked for, and lists of these. False where one is missing.
  template <typename... Parts> bool read(Parts &...parts) { return (readPart(parts) && ...); }
  /// A reference behind a flag; null where there is none.
  template <typename T> bool readOptional(T &result) {
    auto [index, isThere] = in.numberWithFlag();
    if (in.failed())
      return false;
    return !isThere || resolve(index, result);
  }
  /// Bytes behind their number.
  bool readBlob(llvm::ArrayRef<char> &result);

  /// Reports what the entry is that is not read; null.
  std::nullptr_t refuse(const llvm::Twine &what) {
    entries.report(what.str(), /*isUnsupported=*/true);
    return nullptr;
  }
  mlir::MLIRContext *getContext() const { return entries.getContext(); }

  ByteReader in;

private:
  bool readPart(uint64_t &number) {
    number = in.number();
    return !in.failed();
  }
  bool readPart(int64_t &number) {
    number = in.signedNumber();
    return !in.failed();
  }
  bool readPart(bool &flag) {
    flag = in.byte() != 0;
    return !in.failed();
  }
  bool readPart(llvm::StringRef &text) { return entries.string(in.number(), text) && !in.failed(); }
  template <typename T> bool readPart(llvm::SmallVector<T> &list) {
    for (size_t count = in.count(); count > 0; --count)
      if (!readPart(list.emplace_back()))
        return false;
    return !in.failed();
  }
  template <typename T>
  std::enable_if_t<std::is_base_of_v<mlir::Attribute, T> || std::is_base_of_v<mlir::Type, T>, bool>
  readPart(T &result) {
    uint64_t index = in.number();
    return !in.failed() && resolve(index, result);
  }
  template <typename T> bool resolve(uint64_t index, T &result) {
    if constexpr (std::is_base_of_v<mlir::LocationAttr, T>)
      result = entries.location(index);
    else if constexpr (std::is_base_of_v<mlir::Attribute, T>)
      result = llvm::dyn_cast_or_null<T>(entries.attribute(index));
    else
      result = llvm::dyn_cast_or_null<T>(entries.type(index));
    return result != nullptr;
  }

  Entries &entries;
};

/// An entry of a dialect, null where one is damaged or unknown.
mlir::Attribute readBuiltinAttribute(EntryReader &reader);
mlir::Type readBuiltinType(EntryReader &reader);
mlir::Attribute readVhloAttribute(EntryReader &reader);
mlir::Type readVhloType(EntryReader &reader);
mlir::Attribute readSdyAttribute(EntryReader &reader);

/// A list; null where one of it is damaged.
mlir::Attribute readArray(EntryReader &reader);
/// Names and values; null where a name occurs twice or one of them is damaged.
mlir::Attribute readDictionary(EntryReader &reader);
/// A number of a known type; null where it is none or too wide.
mlir::Attribute readNumber(EntryReader &reader, mlir::Type type);
/// A tensor from its elements as they lie in memory, one alone for all; null where they are too few or too many.
mlir::Attribute makeElements(EntryReader &reader, mlir::Type type, llvm::ArrayRef<char> bytes);
/// Null where a tensor cannot be so.
mlir::Type makeTensor(EntryReader &reader, llvm::ArrayRef<int64_t> shape, mlir::Type element,
                      mlir::Attribute encoding = {});
mlir::Type makeComplex(EntryReader &reader, mlir::Type element);

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_ENTRIES_H
