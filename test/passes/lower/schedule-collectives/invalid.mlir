// RUN: shardwright-opt %s --split-input-file --schedule-collectives=topology=h100-8 --verify-diagnostics

sharding.mesh @pod = <x=4>
// expected-error @+1 {{where the buffers of @main lie is decided already: run --schedule-collectives on what --lower-to-exec leaves}}
exec.program @main on @pod arena 64 {
}
