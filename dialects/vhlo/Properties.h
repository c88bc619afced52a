#ifndef DIALECTS_VHLO_PROPERTIES_H
#define DIALECTS_VHLO_PROPERTIES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/OperationSupport.h"

#include <string>

namespace shardwright::vhlo {

/// Makes the attributes that StableHLO's text has of the properties that vhlo writes: structures are written part by
/// part, lists of numbers as tensors, names of functions as strings, and every default is written out. False where a
/// property has another form than its name says, with `problem` saying which.
bool convertProperties(mlir::NamedAttrList written, mlir::NamedAttrList &result, std::string &problem);

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_PROPERTIES_H
