// RUN: shardwright-opt %s --normalize-meshes --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @m is <a=2, b=4>}}
sharding.mesh @m = <a=2, b=4>
// expected-error @+1 {{mesh @n is <a=4>, which does not fit the program's other mesh: it has 4 devices, not 8; use one mesh, or meshes of the same devices whose sizes refine one another}}
sharding.mesh @n = <a=4>
func.func @f(%x: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [I_a]>}, %y: tensor<8xf32> {sharding.spec = #sharding.spec<@n, [I_a]>}) { return }

// -----

// expected-note @+1 {{mesh @m is <a=2, b=3>}}
sharding.mesh @m = <a=2, b=3>
// expected-error @+1 {{mesh @n is <c=3, d=2>, which does not fit the program's other mesh: their axes cut the devices at places that do not divide one another; use one mesh}}
sharding.mesh @n = <c=3, d=2>
func.func @f(%x: tensor<6xf32> {sharding.spec = #sharding.spec<@m, [I_a]>}, %y: tensor<6xf32> {sharding.spec = #sharding.spec<@n, [I_c]>}) { return }

// -----

// expected-note @+1 {{mesh @m is <a=2, b=3>}}
sharding.mesh @m = <a=2, b=3>
// expected-error @+1 {{mesh @n is <c=6>, which does not fit the program's other mesh: a sharding splits one of its axes where no axis of all meshes begins}}
sharding.mesh @n = <c=6>
func.func @f(%x: tensor<6xf32> {sharding.spec = #sharding.spec<@m, [I_a]>}, %y: tensor<6xf32> {sharding.spec = #sharding.spec<@n, [I_c:(1)3]>}) { return }
