// What is wrong with a collective.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{all_gather_dim names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups should have rank 2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains -2, expected -1 or a process}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains process 1 twice}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<8x8xf32>', got 'tensor<4x16xf32>'}}
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{has 1 operands and 2 results, expected the same number and at least 1}}
  %0:2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand is 'tensor<4x8xf32>' but the result is 'tensor<8x8xf32>'}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the computation should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{has 0 operands and 0 results, expected the same number and at least 1}}
  "stablehlo.all_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{scatter_dimension names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<5x8xf32>) {
  // expected-error@+1 {{dimension 0 of size 5 cannot be scattered over 2 processes}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<2x8xf32>', got 'tensor<4x4xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the computation should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains process 0 twice}}
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{split_count is 0, expected at least 1}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{split_count is 4 but groups have 2 processes}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{split_dimension names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{concat_dimension names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<5x8xf32>) {
  // expected-error@+1 {{split_count 2 does not divide dimension 0 of size 5}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<5x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<2x16xf32>', got 'tensor<4x8xf32>'}}
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs should have shape Nx2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{source_target_pairs contains -1, expected a process}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{process 0 is a source twice}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{process 1 is a target twice}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand is 'tensor<4x8xf32>' but the result is 'tensor<8x8xf32>'}}
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand is 'tensor<4x8xf32>' but the result is 'tensor<8x8xf32>'}}
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand is 'tensor<4x8xf32>' but the result is 'tensor<8x8xf32>'}}
  %0 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand is 'tensor<4x8xf32>' but the result is 'tensor<8x8xf32>'}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{replica_groups contains process 0 twice}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<0> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{result should be 'tensor<ui32>', got 'tensor<ui64>'}}
  %0 = stablehlo.partition_id : tensor<ui64>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{result should be 'tensor<ui32>', got 'tensor<2xui32>'}}
  %0 = stablehlo.replica_id : tensor<2xui32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the body should return ('tensor<f32>'), returns ('tensor<4x8xf32>')}}
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%a: tensor<4x8xf32>):
    // expected-note @+1 {{it returns here}}
    stablehlo.return %a : tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<f32>>
  return
}

// -----

func.func @f(%arg0: !stablehlo.future<tensor<f32>>) {
  // expected-error@+1 {{waits for ('tensor<f32>') but results in ('tensor<i32>')}}
  %0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<f32>>) -> tensor<i32>
  return
}
