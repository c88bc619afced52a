#include "passes/import/VerifyLabels.h"

#include "dialects/sharding/Shardings.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardwright {
namespace {

class LabelVerifier {
public:
  /// `what`: `argument #0`.
  LogicalResult check(sharding::SpecAttr spec, Type type, Location loc, const llvm::Twine &what);

private:
  struct Labelled {
    int64_t size;
    Location loc;
    std::string what; ///< `dimension 1 of argument #0`
  };
  llvm::StringMap<Labelled> first; ///< by label
};

LogicalResult LabelVerifier::check(sharding::SpecAttr spec, Type type, Location loc, const llvm::Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!spec || !tensor)
    return success();
  for (auto [index, dim, size] : llvm::enumerate(spec.getValue().dims, tensor.getShape())) {
    if (dim.label.empty())
      continue;
    std::string place = ("dimension " + llvm::Twine(index) + " of " + what).str();
    const Labelled &before = first.try_emplace(dim.label, Labelled{size, loc, place}).first->second;
    if (before.size == size)
      continue;
    InFlightDiagnostic diagnostic = emitError(loc) << place << " is labelled '" << dim.label << "' and has size "
                                                   << size << ", but '" << dim.label << "' has size " << before.size
                                                   << " elsewhere; give different dimensions different labels";
    diagnostic.attachNote(before.loc) << before.what << " is labelled '" << dim.label << "' and has size "
                                      << before.size;
    return failure();
  }
  return success();
}

} // namespace

LogicalResult verifyLabels(func::FuncOp function) {
  LabelVerifier verifier;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Location loc = function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc();
    auto spec = function.getArgAttrOfType<sharding::SpecAttr>(i, sharding::kSpecAttr);
    if (failed(verifier.check(spec, function.getArgumentTypes()[i], loc, "argument #" + llvm::Twine(i))))
      return failure();
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (failed(verifier.check(sharding::getResultSpec(function, i), function.getResultTypes()[i], function.getLoc(),
                              "result #" + llvm::Twine(i))))
      return failure();
  return success();
}

} // namespace shardwright
