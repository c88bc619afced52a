// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of argument #1 of @f: unknown axis 'q': the mesh has the axes x, y}}
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [I_q]>}) { return }

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of result #0 of @f: sharding [I_x] has 1 dimensions, but the array has rank 2}}
func.func @f(%a: tensor<8x8xf32>) -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@pod, [I_x]>}) { return %a : tensor<8x8xf32> }

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of argument #0 of @f: partial over 'x', but there is no and of elements of type 'f32'}}
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [_]{U_x:and}>}) { return }

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of result #0 of @f: partial over 'y', but there is no max of elements of type 'complex<f32>'}}
func.func @f(%a: tensor<8xcomplex<f32>>) -> (tensor<8xcomplex<f32>> {sharding.spec = #sharding.spec<@pod, [_]{U_y:max}>}) { return %a : tensor<8xcomplex<f32>> }

// -----

// expected-note @+1 {{there is @pod}}
sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of argument #0 of @f: no mesh @pot in this module}}
func.func @f(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@pot, [I_x]>}) { return }

// -----

// expected-error @+1 {{sharding of argument #0 of @f: no mesh @pod in this module}}
func.func private @f(tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [I_x]>})

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of argument #0 of @f: expected 'sharding.spec', a #sharding.spec, not 'sharding.specs'}}
func.func @f(%a: tensor<8xf32> {sharding.specs = []}) { return }

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{sharding of result #0 of @f: expected 'sharding.spec', a #sharding.spec, not 'sharding.spec'}}
func.func private @f() -> (tensor<8xf32> {sharding.spec = 1 : i32})

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{sharding of result #0: axis 'x' is used twice, in dimension 0 and in dimension 1}}
  %0 = call @g(%a) {sharding.specs = [#sharding.spec<@pod, [I_x, J_x]>]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @g(tensor<8x8xf32>) -> tensor<8x8xf32>

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f() {
  // expected-error @+1 {{'sharding.specs' has 1 shardings for 2 results; write one per result}}
  %0:2 = call @g() {sharding.specs = [#sharding.spec<@pod, [I_x]>]} : () -> (tensor<8xf32>, tensor<8xf32>)
  return
}
func.func private @g() -> (tensor<8xf32>, tensor<8xf32>)

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f() {
  // expected-error @+1 {{'sharding.specs' must be an array of #sharding.spec}}
  %0 = call @g() {sharding.specs = #sharding.spec<@pod, [I_x]>} : () -> tensor<8xf32>
  return
}
func.func private @g() -> tensor<8xf32>

// -----

func.func @f() {
  // expected-error @+1 {{'sharding.rule' must be a #sharding.rule}}
  call @g() {sharding.rule = 1 : i32} : () -> ()
  return
}
func.func private @g()

// -----

func.func @f() {
  // expected-error @+1 {{'sharding.spec' has no meaning on an op; shardings of its results go in 'sharding.specs'}}
  call @g() {sharding.spec = 1 : i32} : () -> ()
  return
}
func.func private @g()

// -----

sharding.mesh @pod = <x=4>
// expected-error @+1 {{sharding of argument #0 of @f: a value of type 'i32' cannot be split}}
func.func @f(%a: i32 {sharding.spec = #sharding.spec<@pod, [I_x]>}) { return }

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sharding.constraint' op unknown axis 'z': the mesh has the axes x, y}}
  %0 = sharding.constraint %a <@pod, [I_z]> : tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sharding.reshard' op sub-axis 'x:(2)3' does not divide axis 'x' of size 4}}
  %0 = sharding.reshard %a <@pod, [I_x:(2)3]> : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sharding.group' op has the group number -1; it must not be negative}}
  sharding.group %a, -1 : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'both' is no direction; write forward, backward or none}}
  %0 = sharding.barrier %a allow both : tensor<8xf32>
  return
}

// -----

// The notation's errors are reported where they are.
func.func private @f(tensor<8x8xf32> {sharding.spec =
    // expected-error @+1 {{expected a dimension, found '%'}}
    #sharding.spec<@pod, [I_x, %]>})

// -----

// expected-error @+1 {{expected a sharding such as [I_x, J] and '>'}}
func.func private @f(tensor<8x8xf32> {sharding.spec = #sharding.spec<@pod, >})

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected ',' or ']', found '>'}}
  %0 = sharding.reshard %a <@pod, [I_x> : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{factor j has no size}}
func.func private @f() attributes {rule = #sharding.rule<([i])->([j]) {i=2}>}

// -----

// expected-error @+1 {{expected a rule such as ([i, j])->([i, j]) {i=4, j=8} and '>'}}
func.func private @f() attributes {rule = #sharding.rule<>}

// -----

// expected-error @+1 {{'mean' is no kind of reduction; write sum, product, max, min, and, or, or xor}}
func.func private @f() attributes {kind = #sharding.kind<mean>}

// -----

// expected-error @+1 {{the mesh names axis 'x' twice}}
sharding.mesh @pod = <x=4, x=2>

// -----

// expected-error @+1 {{axis 'x' has size 0; it must be at least 1}}
sharding.mesh @pod = <x=0>

// -----

// expected-error @+1 {{the device order names device 0 twice}}
sharding.mesh @pod = <x=2, order=[0, 0]>

// -----

// expected-note @+1 {{mesh @pod is <x=4>}}
sharding.mesh @pod = <x=4>
// expected-error @+1 {{the label 'x' of dimension 0 is the name of an axis and splits nothing; write '_x' to split the dimension, or choose another label}}
func.func @label(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [x]>}) { return }

// -----

// expected-note @+1 {{mesh @pod is <data=4, model=2>}}
sharding.mesh @pod = <data=4, model=2>
// expected-error @+1 {{unknown axis 'modle': the mesh has the axes data, model; did you mean model?}}
func.func @near(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [I_modle]>}) { return }
