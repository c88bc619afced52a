#include "lib/Explain/Places.h"

#include "lib/Explain/SourceNames.h"
#include "passes/common/Places.h"
#include "passes/common/Reason.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace shardwright::explanation {

std::string Place::text() const {
  std::string here = line ? "line " + std::to_string(line) : "";
  if (!author.empty())
    here = here.empty() ? author : author + " (" + here + ")";
  if (path.empty() || here.empty())
    return path + here;
  return path + ", " + here;
}

bool Place::operator==(const Place &other) const {
  return file == other.file && line == other.line && author == other.author && path == other.path;
}

Place placeFrom(mlir::Location location) {
  Place place;
  if (std::optional<SourceName> name = sourceNameOf(location)) {
    place.file = name->file;
    place.line = name->line;
    // An inlined call carries the names of both sides.
    place.path = pathOf(location);
    if (std::optional<mlir::Location> author = authorsLocation(location))
      place.author = placeOf(*author);
    return place;
  }
  place.path = pathOf(location);
  place.author = placeOf(location);
  return place;
}

ValueName valueNameOf(mlir::Value value) {
  std::optional<SourceName> name = sourceNameOf(value);
  ValueName named{name ? name->name : "", "", placeFrom(value.getLoc())};
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    bool isFunction = llvm::isa<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
    named.words = (isFunction ? "argument " : "loop argument ") + std::to_string(argument.getArgNumber());
  } else {
    auto result = llvm::cast<mlir::OpResult>(value);
    std::string number = result.getOwner()->getNumResults() > 1 ? " " + std::to_string(result.getResultNumber()) : "";
    named.words = "result" + number + " of " + result.getOwner()->getName().getStringRef().str();
    // A change of sharding stands at the place of its user; what it changes has a name.
    if (std::vector<Reason> reasons = reasonsOf(value.getLoc()); !reasons.empty()) {
      const Reason &reason = reasons[std::min<size_t>(result.getResultNumber(), reasons.size() - 1)];
      std::optional<SourceName> changed = sourceNameOf(reason.value, reason.valueNumber);
      named.name = changed ? changed->name : "";
      named.place = placeFrom(reason.place);
    }
  }
  return named;
}

} // namespace shardwright::explanation
