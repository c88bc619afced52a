// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sharding.manual' op unknown axis 'q': the mesh has the axes x, y}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {q} (%b: tensor<8xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sharding.manual' op axis 'x' is used twice}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x, x} (%b: tensor<8xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{has the sub-axis 'x:(1)2' as manual axis; only whole axes can be manual}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x:(1)2} (%b: tensor<8xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, 0 shardings for them and 1 block arguments}}
  sharding.manual(%a) in [] out [] over {x} (%b: tensor<8xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{has 0 results, 0 shardings for them and returns 1 values}}
  sharding.manual(%a) in [<@pod, [_]>] out [] over {x} (%b: tensor<8xf32>) { sharding.return %b : tensor<8xf32> } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{operand #0: dimension 0 has manual axis 'x' behind a free one; manual axes come first}}
  sharding.manual(%a) in [<@pod, [_{y,x}]>] out [] over {x} (%b: tensor<2xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<6xf32>) {
  // expected-error @+1 {{operand #0: dimension 0 of size 6 is not divisible by its manual axes (4 parts)}}
  sharding.manual(%a) in [<@pod, [_x]>] out [] over {x} (%b: tensor<2xf32>) { sharding.return } : (tensor<6xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{operand #0: type inside is 'tensor<8xf32>' where the manual axes leave 'tensor<2xf32>' of 'tensor<8xf32>'}}
  sharding.manual(%a) in [<@pod, [_x]>] out [] over {x} (%b: tensor<8xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{result #0: type inside is 'tensor<2xf32>' where the manual axes leave 'tensor<4xf32>' of 'tensor<8xf32>'}}
  %0 = sharding.manual(%a) in [<@pod, [_x]>] out [<@pod, [_y]>] over {x, y} (%b: tensor<2xf32>) { sharding.return %b : tensor<2xf32> } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{in this region}}
  sharding.manual(%a) in [<@pod, [_x]>] out [] over {x} (%b: tensor<2xf32>) {
    // expected-error @+1 {{axis 'x' is already manual here}}
    sharding.manual() in [] out [] over {x} () { sharding.return } : () -> ()
    sharding.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has manual axes but no mesh}}
  sharding.manual() in [] out [] over {x} () { sharding.return } : () -> ()
  return
}
