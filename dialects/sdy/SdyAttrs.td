#ifndef DIALECTS_SDY_SDYATTRS
#define DIALECTS_SDY_SDYATTRS

include "dialects/sdy/SdyDialect.td"
include "dialects/sharding/ShardingAttrs.td"
include "mlir/IR/AttrTypeBase.td"

class Sdy_Attr<string cppName, string attrMnemonic> : AttrDef<Sdy_Dialect, cppName> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_MeshAttr : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "axes and device numbers";
  let description = [{
    `#sdy.mesh<["x"=4, "y"=2]>`, `<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>`. Without axes: `<[]>` is the empty mesh,
    `<[], device_ids=[3]>` the maximal mesh of device 3.
  }];
  let parameters = (ins AttrParameter<"::shardwright::sdy::MeshText", "the mesh as written",
                                      "const ::shardwright::sdy::MeshText &">:$value);
}

// The axes that ops name: in the ops' own syntax without the attribute's name, `{"a", "b":(2)4}`.
def Sdy_AxisRefListAttr : Sdy_Attr<"AxisRefList", "axis_ref_list"> {
  let summary = "axes, major to minor";
  let description = [{`#sdy<axis_ref_list{"a", "b":(2)4}>`}];
  let parameters = (ins ValueParameter<"::shardwright::AxisList", "the axes">:$value);
}

def Sdy_ManualAxesAttr : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let summary = "the axes over which a region is per-device";
  let description = [{`#sdy<manual_axes{"a"}>`}];
  let parameters = (ins ValueParameter<"::shardwright::AxisList", "the axes">:$value);
}

def Sdy_ListOfAxisRefListsAttr : Sdy_Attr<"ListOfAxisRefLists", "list_of_axis_ref_lists"> {
  let summary = "the axes of each dimension";
  let description = "`#sdy<list_of_axis_ref_lists[{\"a\"}, {}]>`";
  let parameters = (ins ArrayRefParameter<"::shardwright::sdy::AxisRefListAttr">:$value);
}

def Sdy_AllToAllParamListAttr : Sdy_Attr<"AllToAllParamList", "all_to_all_param_list"> {
  let summary = "axes that move from one dimension to another";
  let description = [{`#sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>`}];
  let parameters = (ins ArrayRefParameter<"::shardwright::sdy::AxisRefListAttr">:$axes,
                        ArrayRefParameter<"int64_t">:$from, ArrayRefParameter<"int64_t">:$to);
}

def Sdy_DimensionShardingAttr : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "the sharding of one dimension; read as a part of a sharding, so no program contains it";
  let description = [{`#sdy<dimension_sharding{"a", ?}p1>`}];
  let parameters = (ins ValueParameter<"::shardwright::Sharding", "the dimension, alone in a sharding">:$value);
}

def Sdy_ShardingAttr : Sdy_Attr<"Sharding", "sharding"> {
  let summary = "the sharding of one tensor";
  let description = [{
    `#sdy.sharding<@mesh, [{"x"}, {"y", ?}p1], replicated={"z"}, unreduced={"w"}>`; the mesh may stand inline,
    `mesh<["x"=2]>`.
  }];
  let parameters = (ins "::mlir::Attribute":$meshOrRef,
                        ValueParameter<"::shardwright::Sharding", "the sharding">:$value);
}

def Sdy_ShardingPerValueAttr : Sdy_Attr<"ShardingPerValue", "sharding_per_value"> {
  let summary = "one sharding per result";
  let description = "`#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>, <@mesh, [{}]>]>`";
  let parameters = (ins ArrayRefParameter<"::shardwright::sdy::ShardingAttr">:$shardings);
}

def Sdy_RuleAttr : Sdy_Attr<"Rule", "op_sharding_rule"> {
  let summary = "how the dimensions of an op's operands and results correspond";
  let description = [{`#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}, custom>`}];
  let parameters = (ins ValueParameter<"::shardwright::ShardingRule", "the rule">:$value);
}

#endif
