// Calls out, tuples, tokens.
// RUN: grep -v '^//' %s > %t.expected
// RUN: shardwright-opt --verify-roundtrip %s > %t.printed
// RUN: diff -B %t.expected %t.printed
// RUN: shardwright-opt --mlir-print-op-generic %s | shardwright-opt > %t.generic
// RUN: diff -B %t.expected %t.generic
module {
  func.func @calls(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {api_version = 2 : i32, backend_config = "cfg", has_side_effect = true} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    stablehlo.custom_call @check.expect_close(%arg0, %arg0) {has_side_effect = true} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
    %1:2 = stablehlo.custom_call @two() : () -> (tensor<f32>, tensor<f32>)
    %2 = stablehlo.custom_call @"a-b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i64}, called_computations = [@calls], operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.composite "my.op" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @g, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<i32>>
    %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
    %6 = stablehlo.create_token : !stablehlo.token
    %7 = stablehlo.after_all %6, %6 : !stablehlo.token
    %8:2 = "stablehlo.infeed"(%7) <{infeed_config = "cfg"}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    %9 = "stablehlo.outfeed"(%arg0, %7) <{outfeed_config = "cfg"}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %10 = "stablehlo.send"(%arg0, %7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
    %11:2 = "stablehlo.recv"(%7) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
    return
  }
}
