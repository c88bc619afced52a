// No runtime stores such elements.
exec.program @main arena 0 {
  %0 = exec.argument 0 is tensor<8xi128> : !exec.buffer<128>
}
