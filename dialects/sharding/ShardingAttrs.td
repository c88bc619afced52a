#ifndef DIALECTS_SHARDING_SHARDINGATTRS
#define DIALECTS_SHARDING_SHARDINGATTRS

include "dialects/sharding/ShardingDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Sharding_Attr<string cppName, string attrMnemonic> : AttrDef<Sharding_Dialect, cppName> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

// Values of the core, compared so that two attributes are one only if they print alike.
class ValueParameter<string type, string desc> : AttrParameter<type, desc, "const " # type # " &"> {
  let cppType = type;
  let comparator = "::shardwright::sharding::identical($_lhs, $_rhs)";
}

def Sharding_MeshAttr : Sharding_Attr<"Mesh", "mesh"> {
  let summary = "named axes with sizes, and optionally the order of the devices";
  let description = [{
    `<x=4, y=2>`; with a device order, `<x=2, y=2, order=[0, 2, 1, 3]>`: position k of the mesh is device order[k].
  }];
  let parameters = (ins ValueParameter<"::shardwright::Mesh", "the mesh">:$value);
}

def Sharding_SpecAttr : Sharding_Attr<"Spec", "spec"> {
  let summary = "how one array lies on a mesh";
  let description = [{
    `#sharding.spec<@pod, [I_{x,?}, J_y]{U_z}>`: dimension I split over x and possibly more, J over y, and every
    device's value one summand of a sum over z.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
                        ValueParameter<"::shardwright::Sharding", "the sharding">:$value);
  let builders = [AttrBuilderWithInferredContext<
      (ins "::mlir::FlatSymbolRefAttr":$mesh, "::shardwright::Sharding":$value),
      [{ return $_get(mesh.getContext(), mesh, std::move(value)); }]>];
}

def Sharding_AxesAttr : Sharding_Attr<"Axes", "axes"> {
  let summary = "an ordered list of axes, major to minor";
  let description = [{`#sharding.axes<x, y:(2)4>`; sub-axes as in the notation.}];
  let parameters = (ins ValueParameter<"::shardwright::AxisList", "the axes">:$value);
}

def Sharding_KindAttr : Sharding_Attr<"Kind", "kind"> {
  let summary = "how partial values are combined";
  let description = [{`#sharding.kind<sum>`; one of sum, product, max, min, and, or, xor.}];
  let parameters = (ins "::shardwright::ReductionKind":$value);
}

def Sharding_RuleAttr : Sharding_Attr<"Rule", "rule"> {
  let summary = "how the dimensions of an op's operands and results correspond";
  let description = [{
    `#sharding.rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}>`. On an op, under the name
    `sharding.rule`, it stands in for the op's own rule.
  }];
  let parameters = (ins ValueParameter<"::shardwright::ShardingRule", "the rule">:$value);
}

#endif
