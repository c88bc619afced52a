// RUN: shardwright-opt %s --inline-calls --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @main() {
  call @f() : () -> ()
  return
}
// expected-note @+1 {{@f is here}}
func.func private @f() {
  call @g() : () -> ()
  return
}
func.func private @g() {
  // expected-error @+1 {{recursive call of @f; recursion is not supported}}
  call @f() : () -> ()
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{cannot inline @f: it has no body}}
  call @f() : () -> ()
  return
}
// expected-note @+1 {{@f is here}}
func.func private @f()

// -----

func.func @main(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{no function @missing in this module}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @missing} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @main(%a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{calls @g as '(tensor<f32>) -> tensor<f32>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// expected-note @+1 {{@g is '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }

// -----

func.func @main() {
  // expected-error @+1 {{cannot inline @f: it has several blocks}}
  call @f() : () -> ()
  return
}
// expected-note @+1 {{@f is here}}
func.func private @f() {
  "test.br"() [^bb1] : () -> ()
^bb1:
  return
}
