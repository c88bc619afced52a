#ifndef DIALECTS_STABLEHLO_STABLEHLOATTRS_TD
#define DIALECTS_STABLEHLO_STABLEHLOATTRS_TD

include "dialects/stablehlo/StablehloEnums.td"
include "mlir/IR/TensorEncoding.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

// Prints `<key = value, ...>`; keys in any order when read.
class Stablehlo_StructAttr<string name, string attrMnemonic> : Stablehlo_Attr<name, attrMnemonic> {
  let hasCustomAssemblyFormat = 1;
}

class Stablehlo_Dims<string what> : ArrayRefParameter<"int64_t", what>;

def Stablehlo_GatherDimensionNumbersAttr : Stablehlo_StructAttr<"GatherDimensionNumbers", "gather"> {
  let summary = "how the dimensions of a gather's operand, indices and result correspond";
  let description = [{
    `offset_dims`: result dimensions that run over the window. `collapsed_slice_dims`: operand dimensions of window size
    one that the result drops. `operand_batching_dims` and `start_indices_batching_dims` correspond pairwise.
    `start_index_map`: the operand dimension that each component of an index addresses. `index_vector_dim`: the
    dimension of the indices that holds the components; equal to their rank when an index is a scalar.
  }];
  let parameters = (ins Stablehlo_Dims<"offset_dims">:$offset_dims,
                        Stablehlo_Dims<"collapsed_slice_dims">:$collapsed_slice_dims,
                        Stablehlo_Dims<"operand_batching_dims">:$operand_batching_dims,
                        Stablehlo_Dims<"start_indices_batching_dims">:$start_indices_batching_dims,
                        Stablehlo_Dims<"start_index_map">:$start_index_map, "int64_t":$index_vector_dim);
}

def Stablehlo_ScatterDimensionNumbersAttr : Stablehlo_StructAttr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how the dimensions of a scatter's inputs, indices and updates correspond";
  let description = [{
    `update_window_dims`: update dimensions that run over the window. `inserted_window_dims`: input dimensions of window
    size one that the updates drop. `input_batching_dims` and `scatter_indices_batching_dims` correspond pairwise.
    `scatter_dims_to_operand_dims`: the input dimension that each component of an index addresses.
  }];
  let parameters = (ins Stablehlo_Dims<"update_window_dims">:$update_window_dims,
                        Stablehlo_Dims<"inserted_window_dims">:$inserted_window_dims,
                        Stablehlo_Dims<"input_batching_dims">:$input_batching_dims,
                        Stablehlo_Dims<"scatter_indices_batching_dims">:$scatter_indices_batching_dims,
                        Stablehlo_Dims<"scatter_dims_to_operand_dims">:$scatter_dims_to_operand_dims,
                        "int64_t":$index_vector_dim);
}

def Stablehlo_DotDimensionNumbersAttr : Stablehlo_StructAttr<"DotDimensionNumbers", "dot"> {
  let summary = "batching and contracting dimensions of a dot_general";
  let parameters = (ins Stablehlo_Dims<"lhs_batching_dimensions">:$lhs_batching_dimensions,
                        Stablehlo_Dims<"rhs_batching_dimensions">:$rhs_batching_dimensions,
                        Stablehlo_Dims<"lhs_contracting_dimensions">:$lhs_contracting_dimensions,
                        Stablehlo_Dims<"rhs_contracting_dimensions">:$rhs_contracting_dimensions);
}

def Stablehlo_DotAlgorithmAttr : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "the arithmetic that a dot_general must use";
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
                        "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
                        "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
                        "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ConvDimensionNumbersAttr : Stablehlo_StructAttr<"ConvDimensionNumbers", "conv"> {
  let summary = "what each dimension of a convolution's operands and result means";
  let description = [{
    Printed as three lists, e.g. `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: `b` batch, `f` feature, `i` and `o` the
    kernel's input and output features, numbers the spatial dimensions.
  }];
  let parameters = (ins "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
                        Stablehlo_Dims<"input_spatial_dimensions">:$input_spatial_dimensions,
                        "int64_t":$kernel_input_feature_dimension, "int64_t":$kernel_output_feature_dimension,
                        Stablehlo_Dims<"kernel_spatial_dimensions">:$kernel_spatial_dimensions,
                        "int64_t":$output_batch_dimension, "int64_t":$output_feature_dimension,
                        Stablehlo_Dims<"output_spatial_dimensions">:$output_spatial_dimensions);
}

def Stablehlo_ChannelHandleAttr : Stablehlo_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "the channel that a collective or transfer uses";
  let description = [{
    `type`: 0 unset, 1 device to device, 2 device to host, 3 host to device.
  }];
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_OutputOperandAliasAttr : Stablehlo_StructAttr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a result of a custom call that shares its buffer with an operand";
  let parameters = (ins Stablehlo_Dims<"output_tuple_indices">:$output_tuple_indices, "int64_t":$operand_index,
                        Stablehlo_Dims<"operand_tuple_indices">:$operand_tuple_indices);
}

def Stablehlo_ResultAccuracyAttr : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "the accuracy asked of a transcendental function";
  let parameters = (ins APFloatParameter<"absolute tolerance">:$atol, APFloatParameter<"relative tolerance">:$rtol,
                        "int64_t":$ulps, "::shardwright::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// No request: what an operation without the attribute has.
    static ResultAccuracyAttr getDefault(::mlir::MLIRContext *context);
  }];
  let constBuilderCall = "::shardwright::stablehlo::ResultAccuracyAttr::getDefault($_builder.getContext())";
}

def Stablehlo_BoundsAttr
    : Stablehlo_Attr<"Bounds", "bounds", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of a tensor type's dynamic dimensions; `?` where a dimension has none";
  let parameters = (ins Stablehlo_Dims<"bounds">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_TypeExtensionsAttr : Stablehlo_StructAttr<"TypeExtensions", "type_extensions"> {
  let summary = "the long spelling of bounds; read as bounds, so no program contains it";
  let parameters = (ins Stablehlo_Dims<"bounds">:$bounds);
}

def Stablehlo_AxisRefAttr : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let summary = "a mesh axis, or the part of it that has `pre_size` positions more major than it";
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$pre_size, "int64_t":$size);
  let description = [{
    Printed `<name = "y">` or, for a sub-axis, `<name = "y", sub_axis_info = (1)2>`; `size` is 0 for the whole axis.
  }];
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_MeshAxisAttr : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "an axis of an inline mesh";
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_MeshAttr : Stablehlo_Attr<"Mesh", "mesh"> {
  let summary = "a device mesh written in place";
  let parameters = (ins ArrayRefParameter<"::shardwright::stablehlo::MeshAxisAttr">:$axes,
                        OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReplicaGroupMeshAxesAttr : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups as mesh axes";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxesAttr], "replica groups (Gx N integers or mesh axes)">;

#endif // DIALECTS_STABLEHLO_STABLEHLOATTRS_TD
