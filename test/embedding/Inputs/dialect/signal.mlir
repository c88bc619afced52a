// Both operations on a mesh, with blocks that are not all of one length; the values wanted are those of Python.
sharding.mesh @mesh = <a=4, b=2>
func.func @main() {
  %x = stablehlo.constant dense<[[1.0, -2.0], [0.5, 0.25], [-1.0, 3.0], [2.0, -0.5], [0.0, 4.0], [1.5, -3.0]]> : tensor<6x2xf32>
  %x_ = stablehlo.optimization_barrier %x : tensor<6x2xf32>
  %tapered = signal.taper %x_ {sharding.specs = [#sharding.spec<@mesh, [I_a, J_b]>]} : tensor<6x2xf32>
  %smooth = signal.swish %tapered : tensor<6x2xf32>
  %wanted = stablehlo.constant dense<[[0.0, 0.0], [0.31122967, 0.14054415], [-0.23840584, 5.98516426], [3.92805516, -0.26894142], [0.0, 3.92805516], [0.0, 0.0]]> : tensor<6x2xf32>
  check.expect_close %smooth, %wanted, max_ulp_difference = 8, min_ulp_difference = 0 : tensor<6x2xf32>, tensor<6x2xf32>
  return
}
