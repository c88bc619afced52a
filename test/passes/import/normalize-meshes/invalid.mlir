// RUN: shardwright-opt %s --normalize-meshes --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @m is <a=2, b=4>}}
sharding.mesh @m = <a=2, b=4>
// expected-error @+1 {{mesh @n is <b=4, a=2>, but a program has one mesh}}
sharding.mesh @n = <b=4, a=2>
func.func @f(%x: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_a]>}, %y: tensor<8xf32> {sharding.spec = #sharding.spec<@n, [I_a]>}) { return }
