#include "passes/common/Reason.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace shardwright {

static constexpr llvm::StringLiteral kUser = "user", kValue = "value", kWords = "words", kNumber = "number",
                                     kFrom = "from", kTo = "to", kPlacement = "placement",
                                     kPlacementWords = "placement_words", kNext = "next", kBytes = "bytes",
                                     kFlops = "flops", kTouched = "touched", kCollectives = "collectives",
                                     kSeconds = "seconds";

mlir::Location withReason(const Reason &reason) {
  mlir::Builder builder(reason.place.getContext());
  mlir::NamedAttrList facts;
  facts.set(kUser, builder.getStringAttr(reason.user));
  facts.set(kWords, builder.getStringAttr(reason.valueWords));
  facts.set(kValue, reason.value);
  facts.set(kNumber, builder.getI64IntegerAttr(reason.valueNumber));
  facts.set(kFrom, builder.getStringAttr(reason.from));
  facts.set(kTo, builder.getStringAttr(reason.to));
  if (!reason.placement.empty()) {
    facts.set(kPlacement, builder.getStringAttr(reason.placement));
    facts.set(kPlacementWords, builder.getStringAttr(reason.words));
  }
  if (reason.next) {
    mlir::NamedAttrList next;
    next.set(kPlacement, builder.getStringAttr(reason.next->placement));
    next.set(kPlacementWords, builder.getStringAttr(reason.next->words));
    next.set(kBytes, builder.getF64FloatAttr(reason.next->bytes));
    next.set(kFlops, builder.getF64FloatAttr(reason.next->flops));
    next.set(kTouched, builder.getF64FloatAttr(reason.next->touched));
    next.set(kCollectives, builder.getF64FloatAttr(reason.next->collectives));
    next.set(kSeconds, builder.getF64FloatAttr(reason.next->seconds));
    facts.set(kNext, next.getDictionary(builder.getContext()));
  }
  return mlir::FusedLoc::get({reason.place}, facts.getDictionary(builder.getContext()), builder.getContext());
}

static std::string text(mlir::DictionaryAttr facts, llvm::StringRef name) {
  auto value = facts.getAs<mlir::StringAttr>(name);
  return value ? value.str() : std::string();
}

static double amount(mlir::DictionaryAttr facts, llvm::StringRef name) {
  auto value = facts.getAs<mlir::FloatAttr>(name);
  return value ? value.getValueAsDouble() : 0;
}

static std::optional<Reason> reasonOf(mlir::FusedLoc fused) {
  auto facts = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(fused.getMetadata());
  if (!facts || !facts.get(kUser) || fused.getLocations().size() != 1)
    return std::nullopt;
  mlir::Location place = fused.getLocations().front();
  auto value = facts.getAs<mlir::LocationAttr>(kValue);
  auto number = facts.getAs<mlir::IntegerAttr>(kNumber);
  Reason reason{text(facts, kUser),
                place,
                text(facts, kWords),
                value ? mlir::Location(value) : place,
                number ? static_cast<unsigned>(number.getInt()) : 0,
                text(facts, kFrom),
                text(facts, kTo),
                text(facts, kPlacement),
                text(facts, kPlacementWords),
                std::nullopt};
  if (auto next = facts.getAs<mlir::DictionaryAttr>(kNext)) {
    reason.next = {text(next, kPlacement), text(next, kPlacementWords), amount(next, kBytes),  amount(next, kFlops),
                   amount(next, kTouched), amount(next, kCollectives),  amount(next, kSeconds)};
  }
  return reason;
}

static void collect(mlir::Location location, std::vector<Reason> &reasons) {
  auto fused = llvm::dyn_cast<mlir::FusedLoc>(location);
  if (!fused)
    return;
  if (std::optional<Reason> reason = reasonOf(fused)) {
    reasons.push_back(std::move(*reason));
    return;
  }
  for (mlir::Location part : fused.getLocations())
    collect(part, reasons);
}

std::vector<Reason> reasonsOf(mlir::Location location) {
  std::vector<Reason> reasons;
  collect(location, reasons);
  return reasons;
}

} // namespace shardwright
