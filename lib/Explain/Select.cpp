#include "lib/Explain/Select.h"

#include "lib/Driver/CommandLine.h"
#include "shardwright/Sharding/Suggest.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace shardwright::explanation {
namespace {

using Found = absl::StatusOr<std::vector<size_t>>;

absl::Status problem(const std::string &text) { return absl::InvalidArgumentError("option '--at': " + text); }

/// What the callee returns in place of a call's result.
std::optional<SourceName> returnedFor(mlir::Operation *op, unsigned result) {
  auto call = llvm::dyn_cast<mlir::func::CallOp>(op);
  if (!call)
    return std::nullopt;
  auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return std::nullopt;
  return sourceNameOf(callee.getBody().front().getTerminator()->getOperand(result));
}

/// The part of a name in front of `#`.
llvm::StringRef stem(llvm::StringRef name) { return name.split('#').first; }

class Selector {
public:
  Selector(const std::string &file, const std::vector<SourceValue> &source, const std::vector<Value> &values)
      : file(file), source(source), values(values) {}

  Found named(const std::string &name) {
    const SourceValue *known = nullptr;
    for (const SourceValue &value : source)
      if (value.name.name == name || stem(value.name.name) == name) {
        add(value);
        known = &value;
      }
    if (!found.empty())
      return std::vector<size_t>(found.begin(), found.end());
    if (known)
      return gone(*known);
    std::set<std::string> names;
    for (const SourceValue &value : source)
      names.insert(value.name.name);
    return problem("no value '" + name + "' in " + file +
                   didYouMean(name, std::vector<std::string>(names.begin(), names.end())));
  }

  Found onLine(unsigned line) {
    std::set<unsigned> lines;
    const SourceValue *known = nullptr;
    for (const SourceValue &value : source) {
      lines.insert(value.name.line);
      if (value.name.line != line)
        continue;
      add(value);
      known = &value;
    }
    // What a function returns stands on the function's line.
    for (auto [number, value] : llvm::enumerate(values))
      if (value.name.place.line == line && value.name.place.file == file)
        found.insert(number);
    if (!found.empty())
      return std::vector<size_t>(found.begin(), found.end());
    if (known)
      return gone(*known);
    auto after = lines.lower_bound(line);
    std::string near = after == lines.begin() ? "" : std::to_string(*std::prev(after));
    if (after != lines.end())
      near += (near.empty() ? "" : " and ") + std::to_string(*after);
    return problem("line " + std::to_string(line) + " of " + file + " defines no value" +
                   (near.empty() ? "" : "; the nearest that do: " + near));
  }

  Found ofAuthor(llvm::StringRef place) {
    std::set<unsigned> lines;
    for (auto [number, value] : llvm::enumerate(values)) {
      // `model.py:42:7` is on line `model.py:42`.
      llvm::StringRef author = llvm::StringRef(value.name.place.author).rsplit(':').first;
      if (author.empty())
        continue;
      if (author == place || author.ends_with("/" + place.str()))
        found.insert(number);
      unsigned line = 0;
      if (author.rsplit(':').first.ends_with(place.rsplit(':').first) &&
          !author.rsplit(':').second.getAsInteger(10, line))
        lines.insert(line);
    }
    if (!found.empty())
      return std::vector<size_t>(found.begin(), found.end());
    std::string known;
    for (unsigned line : lines)
      known += (known.empty() ? "" : ", ") + std::to_string(line);
    return problem(
        "no value comes from " + place.str() +
        (known.empty() ? "; " + file + " does not mention that file" : "; values come from its lines " + known));
  }

private:
  static bool isAt(const Value &value, const SourceName &name) {
    return value.name.name == name.name && value.name.place.line == name.line && value.name.place.file == name.file;
  }

  void add(const SourceValue &value) {
    for (auto [number, other] : llvm::enumerate(values))
      if (!value.name.name.empty() && isAt(other, value.name))
        found.insert(number);
    if (!value.returned)
      return;
    for (const SourceValue &other : source)
      if (other.name == *value.returned)
        return add(other);
  }

  absl::Status gone(const SourceValue &value) {
    return problem(
        "'" + value.name.name + "' (" + value.name.place() + ", " + value.op +
        ") is not in the program behind import, which removed it or made it part of something else; ask for a "
        "value that uses it");
  }

  const std::string &file;
  const std::vector<SourceValue> &source;
  const std::vector<Value> &values;
  std::set<size_t> found;
};

} // namespace

std::vector<SourceValue> sourceValues(mlir::ModuleOp module) {
  std::vector<SourceValue> found;
  auto add = [&](mlir::Value value, llvm::StringRef op, std::optional<SourceName> returned) {
    if (std::optional<SourceName> name = sourceNameOf(value); name && !name->name.empty())
      found.push_back({*name, op.str(), std::move(returned)});
  };
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    llvm::StringRef name = op->getName().getStringRef();
    for (mlir::OpResult result : op->getResults())
      add(result, name, returnedFor(op, result.getResultNumber()));
    for (mlir::Region &region : op->getRegions())
      for (mlir::BlockArgument argument : region.getArguments())
        add(argument, "argument of " + name.str(), std::nullopt);
  });
  return found;
}

absl::StatusOr<std::vector<size_t>> select(const std::string &at, const std::string &file,
                                           const std::vector<SourceValue> &source, const std::vector<Value> &values) {
  Selector selector(file, source, values);
  llvm::StringRef text(at);
  if (text.starts_with("%"))
    return selector.named(at);
  unsigned line = 0;
  if (!text.getAsInteger(10, line))
    return selector.onLine(line);
  auto [name, number] = text.rsplit(':');
  if (!name.empty() && !number.getAsInteger(10, line))
    return name == file || llvm::StringRef(file).ends_with("/" + name.str()) ? selector.onLine(line)
                                                                             : selector.ofAuthor(text);
  return problem("'" + at + "' is neither a value (%105, %5#1) nor a line (88, model.py:42)");
}

} // namespace shardwright::explanation
