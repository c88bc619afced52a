func.func @main(%x0: tensor<65536x4096xbf16>, %w: tensor<4096x16384xbf16>, %v: tensor<16384x4096xbf16>) -> (tensor<4096x16384xbf16>, tensor<4096x16384xbf16>, tensor<4096x16384xbf16>, tensor<4096x16384xbf16>) {
  %h0 = stablehlo.dot_general %x0, %w, contracting_dims = [1] x [0] : (tensor<65536x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x16384xbf16>
  %a0 = stablehlo.tanh %h0 : tensor<65536x16384xbf16>
  %x1 = stablehlo.dot_general %a0, %v, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x4096xbf16>
  %h1 = stablehlo.dot_general %x1, %w, contracting_dims = [1] x [0] : (tensor<65536x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x16384xbf16>
  %a1 = stablehlo.tanh %h1 : tensor<65536x16384xbf16>
  %x2 = stablehlo.dot_general %a1, %v, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x4096xbf16>
  %h2 = stablehlo.dot_general %x2, %w, contracting_dims = [1] x [0] : (tensor<65536x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x16384xbf16>
  %a2 = stablehlo.tanh %h2 : tensor<65536x16384xbf16>
  %x3 = stablehlo.dot_general %a2, %v, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x4096xbf16>
  %h3 = stablehlo.dot_general %x3, %w, contracting_dims = [1] x [0] : (tensor<65536x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x16384xbf16>
  %a3 = stablehlo.tanh %h3 : tensor<65536x16384xbf16>
  %x4 = stablehlo.dot_general %a3, %v, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x4096xbf16>
  %d4 = stablehlo.exponential %x4 : tensor<65536x4096xbf16>
  %b3 = stablehlo.dot_general %d4, %v, contracting_dims = [1] x [1] : (tensor<65536x4096xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x16384xbf16>
  %c3 = stablehlo.multiply %b3, %a3 : tensor<65536x16384xbf16>
  %g3 = stablehlo.dot_general %x3, %c3, contracting_dims = [0] x [0] : (tensor<65536x4096xbf16>, tensor<65536x16384xbf16>) -> tensor<4096x16384xbf16>
  %d3 = stablehlo.dot_general %c3, %w, contracting_dims = [1] x [1] : (tensor<65536x16384xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x4096xbf16>
  %b2 = stablehlo.dot_general %d3, %v, contracting_dims = [1] x [1] : (tensor<65536x4096xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x16384xbf16>
  %c2 = stablehlo.multiply %b2, %a2 : tensor<65536x16384xbf16>
  %g2 = stablehlo.dot_general %x2, %c2, contracting_dims = [0] x [0] : (tensor<65536x4096xbf16>, tensor<65536x16384xbf16>) -> tensor<4096x16384xbf16>
  %d2 = stablehlo.dot_general %c2, %w, contracting_dims = [1] x [1] : (tensor<65536x16384xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x4096xbf16>
  %b1 = stablehlo.dot_general %d2, %v, contracting_dims = [1] x [1] : (tensor<65536x4096xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x16384xbf16>
  %c1 = stablehlo.multiply %b1, %a1 : tensor<65536x16384xbf16>
  %g1 = stablehlo.dot_general %x1, %c1, contracting_dims = [0] x [0] : (tensor<65536x4096xbf16>, tensor<65536x16384xbf16>) -> tensor<4096x16384xbf16>
  %d1 = stablehlo.dot_general %c1, %w, contracting_dims = [1] x [1] : (tensor<65536x16384xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x4096xbf16>
  %b0 = stablehlo.dot_general %d1, %v, contracting_dims = [1] x [1] : (tensor<65536x4096xbf16>, tensor<16384x4096xbf16>) -> tensor<65536x16384xbf16>
  %c0 = stablehlo.multiply %b0, %a0 : tensor<65536x16384xbf16>
  %g0 = stablehlo.dot_general %x0, %c0, contracting_dims = [0] x [0] : (tensor<65536x4096xbf16>, tensor<65536x16384xbf16>) -> tensor<4096x16384xbf16>
  return %g0, %g1, %g2, %g3 : tensor<4096x16384xbf16>, tensor<4096x16384xbf16>, tensor<4096x16384xbf16>, tensor<4096x16384xbf16>
}
