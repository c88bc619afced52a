// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{has the limit -1; it must not be negative}}
plan.problem limit -1 {}

// -----

// expected-error @+1 {{holds other things than nodes and edges}}
plan.problem {
  // expected-note @+1 {{this 'sharding.mesh'}}
  "sharding.mesh"() <{sym_name = "m", mesh = #sharding.mesh<x=2>}> : () -> ()
}

// -----

// expected-error @+1 {{region should have no arguments}}
"plan.problem"() ({
^bb0(%a: !plan.node):
}) : () -> ()

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  plan.problem {}
  return
}

// -----

// expected-error @+1 {{expects parent op 'plan.problem'}}
plan.node costs [1]

// -----

plan.problem {
  // expected-error @+1 {{has no choice; write a cost for each, at least one}}
  plan.node costs []
}

// -----

plan.problem {
  // expected-error @+1 {{has 2 costs and 3 usages; write one of each for every choice}}
  plan.node costs [1, 2] usages [1, 2, 3]
}

// -----

plan.problem {
  // expected-error @+1 {{has the cost -2 (entry 1); it must not be negative}}
  plan.node costs [1, -2]
}

// -----

plan.problem {
  // expected-error @+1 {{has the usage -3 (entry 0); it must not be negative}}
  plan.node costs [1, 2] usages [-3, 0]
}

// -----

plan.problem {
  // expected-error @+1 {{is live until 3, before it begins at 4}}
  plan.node costs [1] live [4, 3)
}

// -----

plan.problem {
  // expected-error @+1 {{attribute 'live' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements}}
  %0 = "plan.node"() <{costs = array<i64: 1>, live = array<i64: 1, 2, 3>}> : () -> !plan.node
}

// -----

plan.problem {
  // expected-error @+1 {{expected ')'}}
  plan.node costs [1] live [3, 4]
}

// -----

plan.problem {
  // expected-note @+1 {{the node}}
  %a = plan.node costs [1]
  // expected-error @+1 {{joins a node to itself; add its costs to the node's}}
  plan.edge %a, %a costs [[1]]
}

// -----

plan.problem {
  // expected-note @+1 {{of this node}}
  %a = plan.node costs [1, 2]
  %b = plan.node costs [1]
  // expected-error @+1 {{has 1 rows of costs for 2 choices}}
  plan.edge %a, %b costs [[1, 2]]
}

// -----

plan.problem {
  %a = plan.node costs [1, 2]
  // expected-note @+1 {{of this node}}
  %b = plan.node costs [1, 2, 3]
  // expected-error @+1 {{has 2 columns of costs for 3 choices}}
  plan.edge %a, %b costs [[1, 2], [1, 2]]
}

// -----

plan.problem {
  %a = plan.node costs [1]
  %b = plan.node costs [1]
  // expected-error @+1 {{has costs of rank 1; write rows of entries}}
  "plan.edge"(%a, %b) <{costs = dense<1> : tensor<1xi64>}> : (!plan.node, !plan.node) -> ()
}

// -----

plan.problem {
  %a = plan.node costs [1, 2]
  %b = plan.node costs [1, 2]
  // expected-error @+1 {{row 1 has 1 entries, row 0 has 2}}
  plan.edge %a, %b costs [[1, 2], [3]]
}

// -----

plan.problem {
  %a = plan.node costs [1, 2]
  %b = plan.node costs [1, 2]
  // expected-error @+1 {{has the cost -4 (entry 3); it must not be negative}}
  plan.edge %a, %b costs [[1, 2], [3, -4]]
}

// -----

plan.problem {
  %a = plan.node costs [1]
  // expected-error @+1 {{use of undeclared SSA value name}}
  plan.edge %a, %b costs [[1]]
}
