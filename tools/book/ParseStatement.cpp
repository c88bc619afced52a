#include "shardwright/Sharding/Text.h"
#include "tools/book/Statement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::book {

/// `XY` as X and Y, where those are axes and XY is none: the longest axis first.
static AxisList splitAxis(const Mesh &mesh, const AxisRef &axis) {
  if (axis.sub || mesh.find(axis.name))
    return {axis};
  AxisList found;
  for (llvm::StringRef rest = axis.name; !rest.empty();) {
    size_t length = rest.size();
    while (length && !mesh.find(rest.take_front(length)))
      --length;
    if (!length)
      return {axis}; // verify() says that there is no such axis
    found.push_back(AxisRef(rest.take_front(length)));
    rest = rest.drop_front(length);
  }
  return found;
}

static void splitAxes(const Mesh &mesh, Sharding &sharding) {
  for (DimSharding &dim : sharding.dims) {
    AxisList axes;
    for (const AxisRef &axis : dim.axes)
      axes.append(splitAxis(mesh, axis));
    dim.axes = axes;
  }
  std::vector<PartialAxis> partial;
  for (const PartialAxis &partialAxis : sharding.partial)
    for (const AxisRef &axis : splitAxis(mesh, partialAxis.axis))
      partial.push_back({axis, partialAxis.kind});
  sharding.partial = std::move(partial);
}

/// Reads one array from the front of `text`.
static absl::StatusOr<NamedArray> parseArray(const Mesh &mesh, llvm::StringRef whole, llvm::StringRef &text) {
  text = text.ltrim();
  NamedArray array;
  array.name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }).str();
  if (array.name.empty())
    return absl::InvalidArgumentError("offset " + std::to_string(whole.size() - text.size()) +
                                      ": expected the name of an array");
  text = text.drop_front(array.name.size()).ltrim();
  size_t offset = whole.size() - text.size();
  absl::StatusOr<Sharding> sharding = parseSharding(text);
  if (!sharding.ok())
    return absl::InvalidArgumentError("behind offset " + std::to_string(offset) + ": " +
                                      std::string(sharding.status().message()));
  array.sharding = *std::move(sharding);
  splitAxes(mesh, array.sharding);
  return array;
}

absl::StatusOr<NamedArray> parseNamedArray(const Mesh &mesh, llvm::StringRef text) {
  llvm::StringRef rest = text;
  absl::StatusOr<NamedArray> array = parseArray(mesh, text, rest);
  if (array.ok() && !rest.trim().empty())
    return absl::InvalidArgumentError("offset " + std::to_string(text.size() - rest.ltrim().size()) +
                                      ": expected the end");
  return array;
}

static absl::Status checkLabels(const Statement &statement) {
  auto check = [&](const NamedArray &array, bool isResult) -> absl::Status {
    for (const DimSharding &dim : array.sharding.dims) {
      auto same = [&](const DimSharding &other) { return other.label == dim.label; };
      if (llvm::count_if(array.sharding.dims, same) != 1)
        return absl::InvalidArgumentError("array " + array.name + " has two dimensions '" + dim.label.str() + "'");
      if (isResult && llvm::none_of(statement.operands, [&](const NamedArray &operand) {
            return llvm::any_of(operand.sharding.dims, same);
          }))
        return absl::InvalidArgumentError("dimension '" + dim.label.str() + "' of " + array.name + " is in no operand");
    }
    return absl::OkStatus();
  };
  for (const NamedArray &operand : statement.operands)
    if (absl::Status status = check(operand, false); !status.ok())
      return status;
  return check(statement.result, true);
}

absl::StatusOr<Statement> parseStatement(const Mesh &mesh, llvm::StringRef text) {
  Statement statement;
  llvm::StringRef rest = text;
  do {
    absl::StatusOr<NamedArray> operand = parseArray(mesh, text, rest);
    if (!operand.ok())
      return operand.status();
    statement.operands.push_back(*std::move(operand));
    rest = rest.ltrim();
  } while (!rest.empty() && !rest.starts_with("->"));
  if (!rest.consume_front("->"))
    return absl::InvalidArgumentError("offset " + std::to_string(text.size()) + ": expected '->' and the result");
  absl::StatusOr<NamedArray> result = parseArray(mesh, text, rest);
  if (!result.ok())
    return result.status();
  if (!rest.trim().empty())
    return absl::InvalidArgumentError("offset " + std::to_string(text.size() - rest.ltrim().size()) +
                                      ": expected the end");
  statement.result = *std::move(result);
  for (const NamedArray &operand : statement.operands)
    if (absl::Status status = verify(mesh, operand.sharding); !status.ok())
      return absl::InvalidArgumentError(operand.name + ": " + std::string(status.message()));
  if (absl::Status status = verify(mesh, statement.result.sharding); !status.ok())
    return absl::InvalidArgumentError(statement.result.name + ": " + std::string(status.message()));
  if (absl::Status status = checkLabels(statement); !status.ok())
    return status;
  return statement;
}

/// `XY` where all are of one letter, else `{data,model}`.
static std::string strAxes(llvm::ArrayRef<AxisRef> axes) {
  bool letters = llvm::all_of(axes, [](const AxisRef &axis) { return axis.str().size() == 1; });
  std::string text =
      llvm::join(llvm::map_range(axes, [](const AxisRef &axis) { return axis.str(); }), letters ? "" : ",");
  return letters || axes.size() == 1 ? text : "{" + text + "}";
}

std::string str(const NamedArray &array) {
  std::vector<std::string> dims;
  for (const DimSharding &dim : array.sharding.dims)
    dims.push_back(dim.label.str() + (dim.axes.empty() ? "" : "_" + strAxes(dim.axes)));
  std::string text = array.name + "[" + llvm::join(dims, ", ") + "]";
  AxisList partial;
  for (const PartialAxis &partialAxis : array.sharding.partial)
    partial.push_back(partialAxis.axis);
  return partial.empty() ? text : text + "{U_" + strAxes(partial) + "}";
}

} // namespace shardwright::book
