// Loads a program that was compiled elsewhere and says for how many devices it is.
#include <shardwright/Runtime/Runtime.h>

#include <cstdio>

int main(int, char **argv) {
  auto program = shardwright::runtime::Program::loadFile(argv[1]);
  if (program.ok())
    std::printf("%d devices\n", static_cast<int>((*program)->executable().numDevices()));
  else
    std::printf("%s\n", program.status().ToString().c_str());
}
