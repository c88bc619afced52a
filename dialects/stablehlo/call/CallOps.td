#ifndef DIALECTS_STABLEHLO_CALLOPS_TD
#define DIALECTS_STABLEHLO_CALLOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

//===-- Calls -----------------------------------------------------------------------------------------------------===//

def Stablehlo_CustomCallOp
    : Stablehlo_Op<"custom_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls a function that the program does not define";
  let description = [{
    `call_target_name` is printed like a symbol but need not be one. `api_version`: 0 unspecified, 1 original, 2 and 3
    returning a status, 4 typed, whose `backend_config` is a dictionary instead of a string.

    ```mlir
    %0 = stablehlo.custom_call @Sharding(%arg0) {api_version = 2 : i32, backend_config = "cfg", has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$inputs, StrAttr:$call_target_name,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
                       OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr], "string or dictionary">>:$backend_config,
                       DefaultValuedOptionalAttr<I32Attr, "1">:$api_version,
                       DefaultValuedOptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr, "functions">, "{}">:$called_computations,
                       OptionalAttr<ArrayAttr>:$operand_layouts, OptionalAttr<ArrayAttr>:$result_layouts,
                       DefaultValuedOptionalAttr<ArrayAttr, "{}">:$output_operand_aliases,
                       OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasVerifier = 1;
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_CompositeOp : Stablehlo_Op<"composite"> {
  let summary = "a named operation with a function that does the same";
  let description = [{
    ```mlir
    %3 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @g, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$inputs, StrAttr:$name,
                       DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Stablehlo_AnyValue>:$outputs);
  let hasVerifier = 1;
  let assemblyFormat = "$name $inputs attr-dict `:` functional-type(operands, results)";
}

//===-- Tuples ----------------------------------------------------------------------------------------------------===//

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure]> {
  let summary = "packs values into a tuple";
  let description = [{
    ```mlir
    %4 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<i32>>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_AnyValue>:$val);
  let results = (outs Stablehlo_Tuple:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))";
}

def Stablehlo_GetTupleElementOp : Stablehlo_Op<"get_tuple_element", [Pure]> {
  let summary = "a member of a tuple";
  let description = [{
    ```mlir
    %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
    ```
  }];
  let arguments = (ins Stablehlo_Tuple:$operand, I32Attr:$index);
  let results = (outs Stablehlo_AnyValue:$result);
  let hasVerifier = 1;
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

//===-- The world outside -----------------------------------------------------------------------------------------===//

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "a token that waits for nothing";
  let description = [{
    ```mlir
    %6 = stablehlo.create_token : !stablehlo.token
    ```
  }];
  let results = (outs Stablehlo_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "a token that waits for all given ones";
  let description = [{
    ```mlir
    %7 = stablehlo.after_all %6, %6 : !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Token>:$inputs);
  let results = (outs Stablehlo_Token:$result);
  let assemblyFormat = "$inputs attr-dict `:` type($result)";
}

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed"> {
  let summary = "reads from the infeed";
  let description = [{
    ```mlir
    %8:2 = "stablehlo.infeed"(%7) <{infeed_config = "cfg"}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    ```
  }];
  let arguments = (ins Stablehlo_Token:$token, DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
                       OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$outputs);
  let hasVerifier = 1;
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed"> {
  let summary = "writes to the outfeed";
  let description = [{
    ```mlir
    %9 = "stablehlo.outfeed"(%arg0, %7) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_Token:$token,
                       DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs Stablehlo_Token:$result);
}

def Stablehlo_SendOp : Stablehlo_Op<"send"> {
  let summary = "sends tensors over a channel";
  let description = [{
    ```mlir
    %10 = "stablehlo.send"(%arg0, %7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_Token:$token,
                       Stablehlo_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_Token:$result);
}

def Stablehlo_RecvOp : Stablehlo_Op<"recv"> {
  let summary = "receives tensors from a channel";
  let description = [{
    ```mlir
    %11:2 = "stablehlo.recv"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    ```
  }];
  let arguments = (ins Stablehlo_Token:$token, Stablehlo_ChannelHandleAttr:$channel_handle,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_TensorOrToken>:$outputs);
  let hasVerifier = 1;
}

#endif // DIALECTS_STABLEHLO_CALLOPS_TD
