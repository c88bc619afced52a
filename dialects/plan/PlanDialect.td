#ifndef DIALECTS_PLAN_PLANDIALECT
#define DIALECTS_PLAN_PLANDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::shardwright::plan";
  let summary = "what a planner has to choose, with its costs and its memory, as text";
  let description = [{
    A problem of include/shardwright/Plan/Problem.h, for tests and for people to read: one choice for every node, so that
    the costs of nodes and edges add up to the least and what live nodes hold never exceeds a limit. Costs and usages are
    whole numbers of any unit.

    ```
    plan.problem @two limit 10 {
      %0 = plan.node costs [1, 5] usages [8, 4] live [0, 2)
      %1 = plan.node costs [2] usages [6] live [1, 3)
      plan.edge %0, %1 costs [[3], [0]]
    }
    ```

    The first node's second choice costs more and the edge less; and only with it do both nodes fit at time 1.
    `shardwright solve` reads a module with one problem; C++ goes through dialects/plan/Problems.h.
  }];
  let useDefaultTypePrinterParser = 1;
}

def Plan_NodeType : TypeDef<Plan_Dialect, "Node">, BuildableType<"$_builder.getType<::shardwright::plan::NodeType>()"> {
  let mnemonic = "node";
  let summary = "a node of a problem, for edges to name";
}

#endif
