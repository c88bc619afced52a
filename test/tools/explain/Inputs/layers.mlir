sharding.mesh @pod = <data=2, model=4>
func.func @main(%x: tensor<8192x1024xbf16> {sharding.spec = #sharding.spec<@pod, [B_data, D]>},
                %up0: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down0: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>},
                %up1: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down1: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>},
                %up2: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down2: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>},
                %up3: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down3: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>},
                %up4: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down4: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>},
                %up5: tensor<1024x4096xbf16> {sharding.spec = #sharding.spec<@pod, [D, F_model]>},
                %down5: tensor<4096x1024xbf16> {sharding.spec = #sharding.spec<@pod, [F_model, D]>})
             -> (tensor<8192x1024xbf16> {sharding.spec = #sharding.spec<@pod, [B_data, D]>}) {
  %h0 = stablehlo.dot_general %x, %up0, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a0 = stablehlo.tanh %h0 : tensor<8192x4096xbf16>
  %y0 = stablehlo.dot_general %a0, %down0, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s0 = stablehlo.add %x, %y0 : tensor<8192x1024xbf16>
  %h1 = stablehlo.dot_general %s0, %up1, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a1 = stablehlo.tanh %h1 : tensor<8192x4096xbf16>
  %y1 = stablehlo.dot_general %a1, %down1, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s1 = stablehlo.add %s0, %y1 : tensor<8192x1024xbf16>
  %h2 = stablehlo.dot_general %s1, %up2, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a2 = stablehlo.tanh %h2 : tensor<8192x4096xbf16>
  %y2 = stablehlo.dot_general %a2, %down2, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s2 = stablehlo.add %s1, %y2 : tensor<8192x1024xbf16>
  %h3 = stablehlo.dot_general %s2, %up3, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a3 = stablehlo.tanh %h3 : tensor<8192x4096xbf16>
  %y3 = stablehlo.dot_general %a3, %down3, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s3 = stablehlo.add %s2, %y3 : tensor<8192x1024xbf16>
  %h4 = stablehlo.dot_general %s3, %up4, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a4 = stablehlo.tanh %h4 : tensor<8192x4096xbf16>
  %y4 = stablehlo.dot_general %a4, %down4, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s4 = stablehlo.add %s3, %y4 : tensor<8192x1024xbf16>
  %h5 = stablehlo.dot_general %s4, %up5, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8192x4096xbf16>
  %a5 = stablehlo.tanh %h5 : tensor<8192x4096xbf16>
  %y5 = stablehlo.dot_general %a5, %down5, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8192x1024xbf16>
  %s5 = stablehlo.add %s4, %y5 : tensor<8192x1024xbf16>
  return %s5 : tensor<8192x1024xbf16>
}
