#ifndef TEST_UNIT_COMPILER_PROGRAMS_H
#define TEST_UNIT_COMPILER_PROGRAMS_H

#include "shardwright/Runtime/Runtime.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace shardwright::compiler {

/// Any mesh: 3 x + 1 of eight numbers.
inline const std::string kOpen = R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %three = stablehlo.constant dense<3.0> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %three : tensor<8xf32>
  %1 = stablehlo.add %0, %one : tensor<8xf32>
  return %1 : tensor<8xf32>
}
)";

/// On two devices: sums of the rows of a matrix whose columns are split, so that they must be added up.
inline const std::string kSplit = R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";

/// Refused at 3:10: the operand is not there.
inline const std::string kUndefined = R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
)";

inline runtime::Array arrayOf(std::vector<int64_t> shape, const std::vector<float> &elements) {
  runtime::Array array = runtime::Array::zeros(runtime::ElementType::F32, std::move(shape));
  std::memcpy(array.bytes.data(), elements.data(), array.bytes.size());
  return array;
}

inline std::vector<float> elementsOf(const runtime::Array &array) {
  std::vector<float> elements(array.bytes.size() / sizeof(float));
  std::memcpy(elements.data(), array.bytes.data(), array.bytes.size());
  return elements;
}

/// Runs a program of one argument and one result; nothing where that failed, which is a failure of the test.
inline std::vector<float> run(const runtime::Executable &executable, const runtime::Array &argument) {
  runtime::LoadOptions options;
  options.workers = 1;
  auto program = runtime::Program::load(executable, options);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  if (!program.ok())
    return {};
  auto results = (*program)->run({argument});
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? elementsOf(results->front()) : std::vector<float>();
}

/// kOpen on 0, ..., 7 and kSplit on 0, ..., 31, and what they make of it.
inline runtime::Array openArgument() { return arrayOf({8}, {0, 1, 2, 3, 4, 5, 6, 7}); }
inline const std::vector<float> kOpenResult = {1, 4, 7, 10, 13, 16, 19, 22};
inline runtime::Array splitArgument() {
  std::vector<float> elements(32);
  for (int i = 0; i < 32; ++i)
    elements[i] = static_cast<float>(i);
  return arrayOf({4, 8}, elements);
}
inline const std::vector<float> kSplitResult = {28, 92, 156, 220};

/// What is written to stderr while this lives.
class StderrBytes {
public:
  StderrBytes() : file(tmpfile()), before(dup(STDERR_FILENO)) { dup2(fileno(file), STDERR_FILENO); }
  ~StderrBytes() {
    dup2(before, STDERR_FILENO);
    close(before);
    fclose(file);
  }
  StderrBytes(const StderrBytes &) = delete;
  StderrBytes &operator=(const StderrBytes &) = delete;

  off_t count() const { return lseek(fileno(file), 0, SEEK_END); }

private:
  FILE *file;
  int before;
};

} // namespace shardwright::compiler

#endif // TEST_UNIT_COMPILER_PROGRAMS_H
