// Runs the two layers of mlp.mlir on eight devices and compares with loops.
#include <shardwright/Compiler.h>
#include <shardwright/Runtime/Runtime.h>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
using namespace shardwright;

runtime::Array filled(std::vector<int64_t> shape, int64_t period) {
  runtime::Array array = runtime::Array::zeros(runtime::ElementType::F32, shape);
  for (int64_t i = 0; i < array.numElements(); ++i)
    reinterpret_cast<float *>(array.bytes.data())[i] = i % period - period / 2;
  return array;
}

int main(int, char **argv) {
  std::ifstream file(argv[1]);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  auto x = filled({16, 8}, 7), w1 = filled({8, 32}, 5), w2 = filled({32, 4}, 3);
  double want[16][4] = {};
  for (int i = 0; i < 16; ++i)
    for (int h = 0; h < 32; ++h) {
      double sum = 0;
      for (int k = 0; k < 8; ++k) sum += realElement(x, i * 8 + k) * realElement(w1, k * 32 + h);
      for (int o = 0; o < 4; ++o) want[i][o] += std::fmax(sum, 0) * realElement(w2, h * 4 + o);
    }
  compiler::Options options;
  if (!setOption(options, "topology", "h100-8").ok()) return 1;
  auto executable = compiler::Session().compile({text, "mlp.mlir"}, options);
  if (!executable.ok()) return std::fprintf(stderr, "%s\n", executable.status().ToString().c_str()), 1;
  auto program = *runtime::Program::load(*executable);
  auto results = program->run({x, w1, w2});
  if (!results.ok()) return std::fprintf(stderr, "%s\n", results.status().ToString().c_str()), 1;
  double off = 0;
  for (int i = 0; i < 64; ++i) off = std::fmax(off, std::fabs(realElement((*results)[0], i) - want[i / 4][i % 4]));
  std::printf("%d devices, off by %g\n", int(executable->numDevices()), off);
}
