#ifndef DIALECTS_PLAN_PLANOPS
#define DIALECTS_PLAN_PLANOPS

include "dialects/plan/PlanDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

// None is pure: a node without an edge still has a choice, and two alike are two.
class Plan_Op<string name, list<Trait> traits = []> : Op<Plan_Dialect, name, traits>;

def Plan_ProblemOp : Plan_Op<"problem", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments,
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "nodes, edges between them, and what they may hold";
  let description = [{
    ```mlir
    plan.problem @chain limit 60 {
      %0 = plan.node costs [3, 1] usages [10, 40] live [0, 4)
      %1 = plan.node costs [2, 2, 5] usages [30, 20, 0] live [2, 6)
      plan.edge %0, %1 costs [[0, 4, 4], [2, 0, 1]]
    }
    ```

    `limit` is of the sum of what live nodes hold at any time; without it there is none. A name may be absent.

    Created by: the author. Consumed by: `shardwright solve`.
  }];
  let arguments = (ins OptionalAttr<SymbolNameAttr>:$sym_name, OptionalAttr<I64Attr>:$limit);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "($sym_name^)? (`limit` $limit^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    bool isOptionalSymbol() { return true; }
  }];
}

def Plan_NodeOp : Plan_Op<"node", [HasParent<"ProblemOp">]> {
  let summary = "something to choose for";
  let description = [{
    ```mlir
    plan.problem {
      %0 = plan.node costs [3, 1] usages [10, 40] live [0, 4)
      %1 = plan.node costs [0]
    }
    ```

    By choice, what it costs and what the node holds while it is live, in begin <= time < end. Without usages it holds
    nothing, without an interval it is never live.
  }];
  let arguments = (ins DenseI64ArrayAttr:$costs, OptionalAttr<DenseI64ArrayAttr>:$usages,
                       OptionalAttr<ConfinedAttr<DenseI64ArrayAttr, [DenseArrayCount<2>]>>:$live);
  let results = (outs Plan_NodeType:$result);
  let assemblyFormat = "`costs` $costs (`usages` $usages^)? `` custom<Live>($live) attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    size_t numChoices() { return getCosts().size(); }
  }];
}

def Plan_EdgeOp : Plan_Op<"edge", [HasParent<"ProblemOp">]> {
  let summary = "what the choices of two nodes cost together";
  let description = [{
    ```mlir
    plan.problem {
      %0 = plan.node costs [3, 1]
      %1 = plan.node costs [2, 2, 5]
      plan.edge %0, %1 costs [[0, 4, 4], [2, 0, 1]]
    }
    ```

    A row for each choice of the first node, in it an entry for each of the second. Edges of the same two nodes add up.
  }];
  let arguments = (ins Plan_NodeType:$first, Plan_NodeType:$second, I64ElementsAttr:$costs);
  let assemblyFormat = "$first `,` $second `costs` custom<Rows>($costs) attr-dict";
  let hasVerifier = 1;
}

#endif
