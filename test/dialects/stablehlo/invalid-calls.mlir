// What is wrong with a call, a tuple or a transfer.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{api_version is 5, expected 0 to 4}}
  %0 = stablehlo.custom_call @f(%arg0) {api_version = 5 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{backend_config is a dictionary, which needs api_version 4, got 1}}
  %0 = stablehlo.custom_call @f(%arg0) {backend_config = {}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{has layouts of operands but none of results}}
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{operand_layouts has 2 entries, but there are 1 operands}}
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result_layouts has 0 entries, but there are 1 results}}
  %0 = stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = []} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{output_operand_aliases holds 1 : i32}}
  %0 = stablehlo.custom_call @f(%arg0) {output_operand_aliases = [1 : i32]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{an alias names operand 1 of 1}}
  %0 = stablehlo.custom_call @f(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{version is -1, expected at least 0}}
  %0 = stablehlo.composite "a.b" %arg0 {decomposition = @f, version = -1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{needs a name}}
  %0 = stablehlo.composite "" %arg0 {decomposition = @f} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{packs ('tensor<4x8xf32>') but results in 'tuple<tensor<f32>>'}}
  %0 = stablehlo.tuple %arg0 : (tensor<4x8xf32>) -> tuple<tensor<f32>>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{expected a tuple type, got 'tensor<4x8xf32>'}}
  %0 = stablehlo.tuple %arg0 : tensor<4x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tuple<tensor<f32>>' is made here}}
func.func @f(%arg0: tuple<tensor<f32>>) {
  // expected-error@+1 {{takes element 1 of a tuple of 1}}
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tuple<tensor<f32>>' is made here}}
func.func @f(%arg0: tuple<tensor<f32>>) {
  // expected-error@+1 {{element 0 is 'tensor<f32>' but the result is 'tensor<i32>'}}
  %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<f32>>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: !stablehlo.token) {
  // expected-error@+1 {{should result in tensors and a token, got ('tensor<f32>')}}
  %0 = "stablehlo.infeed"(%arg0) : (!stablehlo.token) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: !stablehlo.token) {
  // expected-error@+1 {{should result in tensors and a token, got ('tensor<f32>')}}
  %0 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>}> : (!stablehlo.token) -> tensor<f32>
  return
}
