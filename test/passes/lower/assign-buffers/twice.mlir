// A program whose buffers have their places is refused: steps read a donated argument by the name of the result that took over
// its block, and a second time would part the two.
// RUN: shardwright-opt %s --assign-buffers --verify-diagnostics

// expected-error @+1 {{where the buffers of @main lie is decided already: run --assign-buffers on what --lower-to-exec leaves}}
exec.program @main arena 0 largest [32, 0] {
  %0 = exec.argument 0 is tensor<8xf32> donated : !exec.buffer<32>
  %1 = exec.result 0 is tensor<8xf32> takes 0 : !exec.buffer<32>
}
