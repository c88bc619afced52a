exec.program @one arena 0 {
}
exec.program @two arena 0 {
}
