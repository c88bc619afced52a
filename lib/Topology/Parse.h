#ifndef LIB_TOPOLOGY_PARSE_H
#define LIB_TOPOLOGY_PARSE_H

#include "lib/Topology/Fields.h"
#include "shardwright/Topology/Topology.h"

namespace shardwright {

Device parseDevice(Fields &fields);
/// The field `sources`: from the names of fields to where their numbers come from.
Sources parseSources(Fields &fields);
/// The field `levels`, or none where `required` is false and there is no such field.
std::vector<Level> parseLevels(Fields &fields, bool required);
/// Which dimensions of a torus of that shape are joined at their ends, by the field `wrap` of its level: `all`, `none`,
/// {"at": length}, {"multiple_of": m} (all dimensions are multiples) or a list of true and false.
llvm::SmallVector<bool, 3> parseWrap(Fields &fields, llvm::ArrayRef<int64_t> shape);

absl::StatusOr<Topology> parseTopology(const Json &json, llvm::StringRef file, llvm::StringRef folder);

} // namespace shardwright

#endif // LIB_TOPOLOGY_PARSE_H
