// A collective that not all devices of its group reach is refused.
// RUN: shardwright-opt --verify-partitioned --split-input-file --verify-diagnostics %s

sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %i = spmd.axis_index over {x} on @m : tensor<i32>
  // expected-note @+1 {{decided by this 'stablehlo.case'}}
  %0 = "stablehlo.case"(%i) ({
    // expected-error @+1 {{devices that exchange along 'x' may not all get here: what decides it differs along that axis}}
    %1 = spmd.all_reduce sum %a over {x} on @m : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Along y all devices of a group decide alike.
sharding.mesh @m = <x=4, y=2>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %i = spmd.axis_index over {x} on @m : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %1 = spmd.all_reduce sum %a over {y} on @m : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A loop that runs as long as a split argument says.
sharding.mesh @m = <x=4, y=2>
func.func @main(%n: tensor<1xi32> {sharding.spec = #sharding.spec<@m, [I_x]>, spmd.global_type = tensor<4xi32>}) -> tensor<i32> {
  %limit = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // expected-note @+1 {{decided by this 'stablehlo.while'}}
  %0 = stablehlo.while(%k = %zero) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // expected-error @+1 {{devices that exchange along 'x' may not all get here}}
    %2 = spmd.all_reduce sum %k over {x} on @m : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// What was combined over the axis is equal again.
sharding.mesh @m = <x=4, y=2>
func.func @main(%n: tensor<1xi32> {sharding.spec = #sharding.spec<@m, [I_x]>, spmd.global_type = tensor<4xi32>}) -> tensor<i32> {
  %mine = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
  %limit = spmd.all_reduce max %mine over {x} on @m : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%k = %zero) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = spmd.all_reduce sum %k over {x} on @m : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

sharding.mesh @m = <x=4>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'sharding.reshard' speaks of global values, which no longer exist after partitioning}}
  %0 = sharding.reshard %a <@m, [I_x]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The permute exchanges x and y: what differed along y differs along x, and along y no longer.
sharding.mesh @m = <x=2, y=2>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %i = spmd.axis_index over {y} on @m : tensor<i32>
  %moved = spmd.collective_permute %i pairs [[0, 0], [2, 1], [1, 2], [3, 3]] over {x, y} on @m : tensor<i32>
  %0 = "stablehlo.case"(%moved) ({
    %1 = spmd.all_reduce sum %a over {y} on @m : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  // expected-note @+1 {{decided by this 'stablehlo.case'}}
  %2 = "stablehlo.case"(%moved) ({
    // expected-error @+1 {{devices that exchange along 'x' may not all get here}}
    %3 = spmd.all_reduce sum %0 over {x} on @m : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }, {
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
