func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<i1>) {
  %0 = spmd.all_gather %arg0 dim 0 over {x} on @mesh {cause = "a"} : (tensor<2xf32>) -> tensor<4xf32>
  %1 = spmd.all_gather %arg0 dim 0 over {y} on @mesh {cause = "b"} : (tensor<2xf32>) -> tensor<8xf32>
  %2 = "stablehlo.case"(%arg1) ({
    %3 = spmd.all_gather %arg0 dim 0 over {x} on @mesh {cause = "c"} : (tensor<2xf32>) -> tensor<4xf32>
    %4 = spmd.all_gather %0 dim 0 over {y} on @mesh {cause = "d"} : (tensor<4xf32>) -> tensor<16xf32>
  }, {
    %4 = spmd.all_gather %0 dim 0 over {y} on @mesh {cause = "e"} : (tensor<4xf32>) -> tensor<16xf32>
  }) : (tensor<i1>) -> tensor<16xf32>
  return
}
