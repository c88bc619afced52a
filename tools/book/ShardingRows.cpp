#include "shardwright/Sharding/Meaning.h"
#include "tools/book/PlanRows.h"
#include "tools/book/Statement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::book {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using Answer = absl::StatusOr<Value>;

absl::StatusOr<NamedArray> arrayOf(const Object &inputs, const Mesh &mesh) {
  absl::StatusOr<llvm::StringRef> text = textOf(inputs, "spec");
  if (!text.ok())
    return text.status();
  absl::StatusOr<NamedArray> array = parseNamedArray(mesh, *text);
  if (!array.ok())
    return array;
  if (absl::Status status = verify(mesh, array->sharding); !status.ok())
    return status;
  return array;
}

/// `bf16`, `s8`, `f8e4m3`: the first number is the width.
absl::StatusOr<double> bytesOf(llvm::StringRef type) {
  if (type == "bool" || type == "pred")
    return 1.0;
  unsigned bits = 0;
  llvm::StringRef digits = type.drop_while([](char c) { return !llvm::isDigit(c); }).take_while(llvm::isDigit);
  if (digits.getAsInteger(10, bits) || bits == 0)
    return absl::InvalidArgumentError("element type '" + type.str() + "' has no width");
  return bits / 8.0;
}

absl::StatusOr<llvm::SmallVector<int64_t, 6>> localShapeOf(const Object &inputs, const Mesh &mesh,
                                                           const NamedArray &array) {
  const Array *shape = inputs.getArray("shape");
  if (!shape || shape->size() != array.sharding.rank())
    return absl::InvalidArgumentError("input 'shape' must be a list of " + std::to_string(array.sharding.rank()) +
                                      " numbers, one for each dimension of " + array.name);
  llvm::SmallVector<int64_t, 6> lengths;
  for (const Value &length : *shape) {
    if (length.getAsInteger().value_or(-1) < 0)
      return absl::InvalidArgumentError("input 'shape' must be a list of whole numbers from 0");
    lengths.push_back(*length.getAsInteger());
  }
  return array.sharding.localShape(mesh, lengths);
}

Answer localShape(const Object &inputs, const Mesh &mesh, const NamedArray &array) {
  auto local = localShapeOf(inputs, mesh, array);
  if (!local.ok())
    return local.status();
  return Array(*local);
}

absl::StatusOr<double> blockBytes(const Object &inputs, const Mesh &mesh, const NamedArray &array) {
  auto local = localShapeOf(inputs, mesh, array);
  if (!local.ok())
    return local.status();
  absl::StatusOr<llvm::StringRef> type = textOf(inputs, "dtype");
  if (!type.ok())
    return type.status();
  absl::StatusOr<double> bytes = bytesOf(*type);
  if (!bytes.ok())
    return bytes;
  for (int64_t length : *local)
    *bytes *= double(length);
  return bytes;
}

Answer localBytes(const Object &inputs, const Mesh &mesh, const NamedArray &array) {
  absl::StatusOr<double> bytes = blockBytes(inputs, mesh, array);
  return bytes.ok() ? Answer(Value(*bytes)) : bytes.status();
}

Answer meshBytes(const Object &inputs, const Mesh &mesh, const NamedArray &array) {
  absl::StatusOr<double> bytes = blockBytes(inputs, mesh, array);
  return bytes.ok() ? Answer(Value(*bytes * double(mesh.numDevices()))) : bytes.status();
}

/// Devices that hold the same block.
Answer replication(const Object &, const Mesh &mesh, const NamedArray &array) {
  int64_t parts = 1;
  for (size_t d = 0; d < array.sharding.rank(); ++d)
    parts *= array.sharding.numParts(mesh, d);
  for (const PartialAxis &partialAxis : array.sharding.partial)
    parts *= partialAxis.axis.size(mesh);
  return Value(mesh.numDevices() / parts);
}

/// The block that one device holds of the dimension that is split: a number, or one for each where several are.
Answer blockIndexOf(const Object &inputs, const Mesh &mesh, const NamedArray &array) {
  const Object *device = inputs.getObject("device");
  if (!device)
    return absl::InvalidArgumentError("input 'device' must be a record of coordinates");
  llvm::SmallVector<int64_t, 4> coordinates;
  for (const MeshAxis &axis : mesh.axes()) {
    std::optional<int64_t> coordinate = device->getInteger(axis.name);
    if (!coordinate || *coordinate < 0 || *coordinate >= axis.size)
      return absl::InvalidArgumentError("input 'device' must have a coordinate from 0 to " +
                                        std::to_string(axis.size - 1) + " along '" + axis.name.str() + "'");
    coordinates.push_back(*coordinate);
  }
  std::optional<llvm::StringRef> label = inputs.getString("dim");
  Array blocks;
  for (const DimSharding &dim : array.sharding.dims)
    if (label ? dim.label == *label : !dim.axes.empty())
      blocks.push_back(blockIndex(mesh, dim.axes, mesh.position(coordinates)));
  if (blocks.empty())
    return Value(0);
  return blocks.size() == 1 ? blocks[0] : Value(std::move(blocks));
}

struct ShardingQuantity {
  llvm::StringLiteral quantity;
  Answer (*describe)(const Object &, const Mesh &, const NamedArray &);
};
constexpr llvm::StringLiteral kValidity = "spec_is_valid";
constexpr ShardingQuantity kShardingQuantities[] = {
    {"local_shape", localShape},  {"local_bytes", localBytes},   {"mesh_bytes", meshBytes},
    {"replication", replication}, {"block_index", blockIndexOf},
};

} // namespace

bool isShardingQuery(const Query &query) {
  return query.group == "sharding-rule" &&
         (query.quantity == kValidity || llvm::any_of(kShardingQuantities, [&](const ShardingQuantity &kind) {
            return query.quantity == kind.quantity;
          }));
}

Answer describeSharding(const Query &query) {
  absl::StatusOr<Mesh> mesh = meshOf(query.inputs);
  if (!mesh.ok())
    return mesh.status();
  absl::StatusOr<NamedArray> array = arrayOf(query.inputs, *mesh);
  if (query.quantity == kValidity)
    return Value(array.ok());
  if (!array.ok())
    return array.status();
  auto kind =
      llvm::find_if(kShardingQuantities, [&](const ShardingQuantity &kind) { return query.quantity == kind.quantity; });
  return kind->describe(query.inputs, *mesh, *array);
}

} // namespace shardwright::book
