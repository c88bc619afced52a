#include "shardwright/Sharding/Text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace shardwright {

/// `X`, or `{X,Y}`.
static std::string list(const std::vector<std::string> &parts, bool braces) {
  std::string joined = absl::StrJoin(parts, ",");
  return braces ? absl::StrCat("{", joined, "}") : joined;
}

static std::string str(const DimSharding &dim) {
  std::string out = dim.label.str();
  if (dim.axes.empty()) {
    absl::StrAppend(&out, out.empty() ? "_" : "", dim.open ? "?" : "");
  } else {
    std::vector<std::string> parts;
    for (const AxisRef &axis : dim.axes)
      parts.push_back(axis.str());
    if (dim.open)
      parts.push_back("?");
    absl::StrAppend(&out, "_", list(parts, parts.size() > 1));
  }
  if (dim.priority != 0)
    absl::StrAppend(&out, " p", dim.priority);
  return out;
}

std::string str(const Sharding &sharding) {
  std::vector<std::string> dims, groups, partial, replicated;
  for (const DimSharding &dim : sharding.dims)
    dims.push_back(str(dim));
  for (const PartialAxis &p : sharding.partial)
    partial.push_back(p.kind == ReductionKind::Sum ? p.axis.str()
                                                   : absl::StrCat(p.axis.str(), ":", name(p.kind).str()));
  for (const AxisRef &axis : sharding.replicated)
    replicated.push_back(axis.str());
  if (!partial.empty())
    groups.push_back(absl::StrCat("U_", list(partial, partial.size() > 1)));
  if (!replicated.empty())
    groups.push_back(absl::StrCat("R_", list(replicated, replicated.size() > 1)));
  std::string out = absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
  if (!groups.empty())
    absl::StrAppend(&out, "{", absl::StrJoin(groups, ", "), "}");
  return out;
}

} // namespace shardwright
