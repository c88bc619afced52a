#include "lib/Driver/Command.h"

int main(int argc, char **argv) { return shardwright::driver::runCommandLine({argv + 1, argv + argc}); }
