#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/CollectiveOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/CollectiveOps.cpp.inc"
      >();
}

LogicalResult AllGatherOp::verify() { return success(); }
LogicalResult AllReduceOp::verify() { return success(); }
LogicalResult ReduceScatterOp::verify() { return success(); }
LogicalResult AllToAllOp::verify() { return success(); }
LogicalResult CollectivePermuteOp::verify() { return success(); }
LogicalResult CollectiveBroadcastOp::verify() { return success(); }
LogicalResult CollectiveReduceOp::verify() { return success(); }
LogicalResult CrossReplicaSumOp::verify() { return success(); }
LogicalResult PartitionIdOp::verify() { return success(); }
LogicalResult ReplicaIdOp::verify() { return success(); }
LogicalResult AsyncStartOp::verify() { return success(); }
LogicalResult AsyncDoneOp::verify() { return success(); }

} // namespace shardwright::stablehlo
