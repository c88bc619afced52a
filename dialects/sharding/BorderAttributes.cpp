#include "dialects/sharding/BorderAttributes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::sharding {

BorderAttributes::BorderAttributes(FunctionOpInterface function) {
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    arguments.emplace_back(function.getArgAttrs(index));
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    results.emplace_back(function.getResultAttrs(index));
}

void BorderAttributes::writeTo(FunctionOpInterface function) const {
  auto dictionaries = [&](llvm::ArrayRef<NamedAttrList> lists) {
    return llvm::map_to_vector(
        lists, [&](const NamedAttrList &list) { return NamedAttrList(list).getDictionary(function->getContext()); });
  };
  function.setAllArgAttrs(dictionaries(arguments));
  function.setAllResultAttrs(dictionaries(results));
}

} // namespace shardwright::sharding
