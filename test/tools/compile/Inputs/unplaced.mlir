exec.program @main {
}
