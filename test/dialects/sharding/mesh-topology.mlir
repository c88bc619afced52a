// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

// CHECK: sharding.mesh @pod = <x=2, y=2, order=[0, 2, 1, 3]> topology "v5e-4" {note = "n"}
sharding.mesh @pod = <x=2, y=2, order=[0, 2, 1, 3]> topology "v5e-4" {note = "n"}
