// RUN: shardwright-opt %s --inline-calls --split-input-file --verify-diagnostics

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
