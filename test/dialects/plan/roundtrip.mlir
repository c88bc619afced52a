// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s
// What is not used is there for its choice, and what is alike is there twice.
// RUN: shardwright-opt %s --canonicalize --symbol-dce | FileCheck %s

// CHECK:      plan.problem @two limit 10 {
// CHECK-NEXT:   %[[A:.+]] = plan.node costs [1, 5] usages [8, 4] live [0, 2)
// CHECK-NEXT:   %[[B:.+]] = plan.node costs [2] usages [6] live [-1, 3)
// CHECK-NEXT:   plan.edge %[[A]], %[[B]] costs {{\[}}[3], [0]]
// CHECK-NEXT:   plan.edge %[[B]], %[[A]] costs {{\[}}[7, 7]]
// CHECK-NEXT:   plan.edge %[[B]], %[[A]] costs {{\[}}[7, 7]] {note = "x"}
// CHECK-NEXT: }
plan.problem @two limit 10 {
  %a = plan.node costs [1, 5] usages [8, 4] live [0, 2)
  %b = plan.node costs [2] usages [6] live [-1, 3)
  plan.edge %a, %b costs [[3],
                          [0]]
  plan.edge %b, %a costs [[7, 7]]
  plan.edge %b, %a costs [[7, 7]] {note = "x"}
}

// CHECK:      plan.problem @"a name" attributes {note = "x"} {
// CHECK-NEXT:   plan.node costs [0]{{$}}
// CHECK-NEXT:   plan.node costs [0]{{$}}
// CHECK-NEXT:   plan.node costs [1000000000000000000] live [0, 1000000000000000)
// CHECK-NEXT:   plan.node costs [0, 0] usages [1, 1] {note = "y"}
// CHECK-NEXT: }
plan.problem @"a name" attributes {note = "x"} {
  plan.node costs [0]
  plan.node costs [0]
  plan.node costs [1000000000000000000] live [0, 1000000000000000)
  plan.node costs [0, 0] usages [1, 1] {note = "y"}
}

// CHECK: plan.problem {
plan.problem {}
