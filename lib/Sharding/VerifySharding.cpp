#include "shardwright/Sharding/Sharding.h"
#include "shardwright/Sharding/Text.h"

#include "absl/strings/str_cat.h"

namespace shardwright {

namespace {
/// An axis and where in the sharding it stands.
struct Use {
  const AxisRef *axis;
  std::string where;
};
} // namespace

static std::vector<Use> usesOf(const Sharding &sharding) {
  std::vector<Use> uses;
  for (size_t d = 0; d < sharding.rank(); ++d)
    for (const AxisRef &axis : sharding.dims[d].axes)
      uses.push_back({&axis, absl::StrCat("dimension ", d)});
  for (const PartialAxis &p : sharding.partial)
    uses.push_back({&p.axis, "the partial axes"});
  for (const AxisRef &axis : sharding.replicated)
    uses.push_back({&axis, "the replicated axes"});
  return uses;
}

static absl::Status verifyDisjoint(const Mesh &mesh, const Use &first, const Use &second) {
  if (!overlaps(mesh, *first.axis, *second.axis) && *first.axis != *second.axis)
    return absl::OkStatus();
  std::string places = first.where == second.where ? absl::StrCat("both in ", first.where)
                                                   : absl::StrCat("in ", first.where, " and in ", second.where);
  if (*first.axis == *second.axis)
    return absl::InvalidArgumentError(absl::StrCat("axis '", first.axis->str(), "' is used twice, ", places));
  return absl::InvalidArgumentError(
      absl::StrCat("axes '", first.axis->str(), "' and '", second.axis->str(), "' overlap, ", places));
}

absl::Status verify(const Mesh &mesh, const Sharding &sharding, std::optional<size_t> rank) {
  if (rank && *rank != sharding.rank())
    return absl::InvalidArgumentError(absl::StrCat("sharding ", str(sharding), " has ", sharding.rank(),
                                                   " dimensions, but the array has rank ", *rank));
  std::vector<Use> uses = usesOf(sharding);
  for (const Use &use : uses)
    if (absl::Status status = verifyAxis(mesh, *use.axis); !status.ok())
      return status;
  for (size_t i = 0; i < uses.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (absl::Status status = verifyDisjoint(mesh, uses[j], uses[i]); !status.ok())
        return status;
  for (const PartialAxis &p : sharding.partial)
    if (const PartialAxis &first = sharding.partial.front(); p.kind != first.kind)
      return absl::InvalidArgumentError(absl::StrCat("partial axes '", first.axis.str(), "' (", name(first.kind).str(),
                                                     ") and '", p.axis.str(), "' (", name(p.kind).str(),
                                                     ") combine in different ways; reduce one of them first"));
  for (size_t d = 0; d < sharding.rank(); ++d) {
    const AxisList &axes = sharding.dims[d].axes;
    for (size_t i = 1; i < axes.size(); ++i)
      if (std::optional<AxisRef> merged = merge(mesh, axes[i - 1], axes[i]))
        return absl::InvalidArgumentError(absl::StrCat("sub-axes '", axes[i - 1].str(), "' and '", axes[i].str(),
                                                       "' in dimension ", d, " are adjacent; write '", merged->str(),
                                                       "'"));
  }
  return absl::OkStatus();
}

} // namespace shardwright
