// Transposes whose sides are whole squares of lanes, or are not: what is expected is made of the places themselves.
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=tiles
func.func @main() {
  // Element i, j of 37x50 is 64 i + j.
  %i = stablehlo.iota dim = 0 : tensor<37x50xi32>
  %j = stablehlo.iota dim = 1 : tensor<37x50xi32>
  %c64 = stablehlo.constant dense<64> : tensor<i32>
  %many = stablehlo.broadcast_in_dim %c64, dims = [] : (tensor<i32>) -> tensor<37x50xi32>
  %row = stablehlo.multiply %i, %many : tensor<37x50xi32>
  %sum = stablehlo.add %row, %j : tensor<37x50xi32>
  %x = stablehlo.optimization_barrier %sum : tensor<37x50xi32>
  %ti = stablehlo.iota dim = 1 : tensor<50x37xi32>
  %tj = stablehlo.iota dim = 0 : tensor<50x37xi32>
  %tmany = stablehlo.broadcast_in_dim %c64, dims = [] : (tensor<i32>) -> tensor<50x37xi32>
  %trow = stablehlo.multiply %ti, %tmany : tensor<50x37xi32>
  %tsum = stablehlo.add %trow, %tj : tensor<50x37xi32>
  %want = stablehlo.optimization_barrier %tsum : tensor<50x37xi32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<37x50xi32>) -> tensor<50x37xi32>
  check.expect_eq %t, %want : tensor<50x37xi32>, tensor<50x37xi32>

  // Two operands, of which one is turned; and what varies with only one of the sides.
  %double = stablehlo.add %t, %want : tensor<50x37xi32>
  %less = stablehlo.subtract %double, %tj : tensor<50x37xi32>
  %less2 = stablehlo.subtract %less, %tj : tensor<50x37xi32>
  %twice = stablehlo.add %trow, %trow : tensor<50x37xi32>
  check.expect_eq %less2, %twice : tensor<50x37xi32>, tensor<50x37xi32>

  // The order of three sides, turned wholly: 3x32x48, whole squares.
  %a = stablehlo.iota dim = 0 : tensor<3x32x48xi32>
  %b = stablehlo.iota dim = 1 : tensor<3x32x48xi32>
  %c = stablehlo.iota dim = 2 : tensor<3x32x48xi32>
  %m3 = stablehlo.broadcast_in_dim %c64, dims = [] : (tensor<i32>) -> tensor<3x32x48xi32>
  %ab0 = stablehlo.multiply %a, %m3 : tensor<3x32x48xi32>
  %ab1 = stablehlo.add %ab0, %b : tensor<3x32x48xi32>
  %ab2 = stablehlo.multiply %ab1, %m3 : tensor<3x32x48xi32>
  %abc = stablehlo.add %ab2, %c : tensor<3x32x48xi32>
  %y = stablehlo.optimization_barrier %abc : tensor<3x32x48xi32>
  %ty = stablehlo.transpose %y, dims = [2, 1, 0] : (tensor<3x32x48xi32>) -> tensor<48x32x3xi32>
  %tz = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<3x32x48xi32>) -> tensor<48x3x32xi32>
  %za = stablehlo.iota dim = 1 : tensor<48x3x32xi32>
  %zb = stablehlo.iota dim = 2 : tensor<48x3x32xi32>
  %zc = stablehlo.iota dim = 0 : tensor<48x3x32xi32>
  %zm = stablehlo.broadcast_in_dim %c64, dims = [] : (tensor<i32>) -> tensor<48x3x32xi32>
  %z0 = stablehlo.multiply %za, %zm : tensor<48x3x32xi32>
  %z1 = stablehlo.add %z0, %zb : tensor<48x3x32xi32>
  %z2 = stablehlo.multiply %z1, %zm : tensor<48x3x32xi32>
  %z3 = stablehlo.add %z2, %zc : tensor<48x3x32xi32>
  %zwant = stablehlo.optimization_barrier %z3 : tensor<48x3x32xi32>
  check.expect_eq %tz, %zwant : tensor<48x3x32xi32>, tensor<48x3x32xi32>
  %back = stablehlo.transpose %ty, dims = [0, 2, 1] : (tensor<48x32x3xi32>) -> tensor<48x3x32xi32>
  check.expect_eq %back, %zwant : tensor<48x3x32xi32>, tensor<48x3x32xi32>

  // Other widths of elements, rounded on the way out: 8 and 16 bits are turned, 64 are not. Rows alone: j < 50.
  %n = stablehlo.convert %j : (tensor<37x50xi32>) -> tensor<37x50xi8>
  %h = stablehlo.convert %j : (tensor<37x50xi32>) -> tensor<37x50xbf16>
  %d = stablehlo.convert %j : (tensor<37x50xi32>) -> tensor<37x50xf64>
  %n0 = stablehlo.optimization_barrier %n : tensor<37x50xi8>
  %h0 = stablehlo.optimization_barrier %h : tensor<37x50xbf16>
  %d0 = stablehlo.optimization_barrier %d : tensor<37x50xf64>
  %nt = stablehlo.transpose %n0, dims = [1, 0] : (tensor<37x50xi8>) -> tensor<50x37xi8>
  %ht = stablehlo.transpose %h0, dims = [1, 0] : (tensor<37x50xbf16>) -> tensor<50x37xbf16>
  %dt = stablehlo.transpose %d0, dims = [1, 0] : (tensor<37x50xf64>) -> tensor<50x37xf64>
  %ni = stablehlo.convert %nt : (tensor<50x37xi8>) -> tensor<50x37xi32>
  %hi = stablehlo.convert %ht : (tensor<50x37xbf16>) -> tensor<50x37xi32>
  %di = stablehlo.convert %dt : (tensor<50x37xf64>) -> tensor<50x37xi32>
  check.expect_eq %ni, %tj : tensor<50x37xi32>, tensor<50x37xi32>
  check.expect_eq %hi, %tj : tensor<50x37xi32>, tensor<50x37xi32>
  check.expect_eq %di, %tj : tensor<50x37xi32>, tensor<50x37xi32>
  return
}
