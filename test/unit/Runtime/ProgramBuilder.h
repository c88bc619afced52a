#ifndef SHARDWRIGHT_TEST_UNIT_RUNTIME_PROGRAMBUILDER_H
#define SHARDWRIGHT_TEST_UNIT_RUNTIME_PROGRAMBUILDER_H

#include "runtime/Layout.h"
#include "shardwright/Runtime/Runtime.h"

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime {

/// Assembles executables by hand. Values are slots; every step has a debug entry of its own, `file.mlir:STEP`.
class ProgramBuilder {
public:
  explicit ProgramBuilder(std::vector<std::pair<std::string, int64_t>> mesh) {
    exe.target = "host:";
    for (auto &[name, size] : mesh)
      exe.meshAxes.push_back({name, size});
  }

  /// A value that differs on every device: its leading dimension is split over the whole mesh, one row each.
  uint32_t argumentPerDevice(ElementType type, std::vector<int64_t> local) {
    exe.arguments.push_back(perDevice("arg", exe.arguments.size(), type, std::move(local)));
    return slot(SlotSpace::Argument, exe.arguments.size() - 1, 0, localBytes(exe.arguments.back()));
  }
  uint32_t resultPerDevice(ElementType type, std::vector<int64_t> local) {
    exe.results.push_back(perDevice("res", exe.results.size(), type, std::move(local)));
    return slot(SlotSpace::Result, exe.results.size() - 1, 0, localBytes(exe.results.back()));
  }
  /// The result takes over the memory of the argument, which is donated.
  void donate(size_t argument, size_t result) {
    exe.arguments[argument].donated = 1;
    exe.results[result].alias = static_cast<int64_t>(argument);
  }
  uint32_t temporary(ElementType type, const std::vector<int64_t> &shape) {
    uint64_t bytes = static_cast<uint64_t>(numElements(shape)) * elementBytes(type);
    uint32_t number = slot(SlotSpace::Arena, 0, exe.arenaBytes, bytes);
    exe.arenaBytes += (bytes + 63) / 64 * 64;
    return number;
  }
  template <typename T> uint32_t constant(const std::vector<T> &values) {
    uint32_t number = slot(SlotSpace::Constant, 0, exe.constants.size(), values.size() * sizeof(T));
    auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
    exe.constants.insert(exe.constants.end(), bytes, bytes + values.size() * sizeof(T));
    exe.constants.resize((exe.constants.size() + 63) / 64 * 64);
    return number;
  }

  uint32_t step(StepKind kind, uint32_t index, std::vector<uint32_t> slots, std::string op = "step") {
    Step step;
    step.kind = kind;
    step.index = index;
    step.firstSlot = static_cast<uint32_t>(exe.stepSlots.size());
    step.numSlots = static_cast<uint32_t>(slots.size());
    step.debug = static_cast<uint32_t>(exe.debug.size());
    exe.debug.push_back({std::move(op), "file.mlir:" + std::to_string(exe.steps.size()), "a test"});
    exe.stepSlots.insert(exe.stepSlots.end(), slots.begin(), slots.end());
    exe.steps.push_back(step);
    return static_cast<uint32_t>(exe.steps.size() - 1);
  }
  uint32_t collective(Collective what, uint32_t in, uint32_t out) {
    exe.collectives.push_back(std::move(what));
    return step(StepKind::Collective, static_cast<uint32_t>(exe.collectives.size() - 1), {in, out}, "collective");
  }
  /// In one step; slots: in, out, in, out, ...
  uint32_t collectives(const std::vector<Collective> &all, std::vector<uint32_t> slots) {
    auto first = static_cast<uint32_t>(exe.collectives.size());
    exe.collectives.insert(exe.collectives.end(), all.begin(), all.end());
    return step(StepKind::Collective, first, std::move(slots), "collective");
  }
  uint32_t start(Collective what, uint32_t in, uint32_t out) {
    const uint32_t number = collective(std::move(what), in, out);
    exe.steps[number].kind = StepKind::Start;
    return number;
  }
  uint32_t wait(uint32_t start) {
    uint32_t number = step(StepKind::Wait, 0, {}, "wait");
    exe.steps[number].target = start;
    return number;
  }
  uint32_t kernel(const std::string &symbol, std::vector<uint32_t> slots, int64_t outerTrip = 1) {
    exe.kernels.push_back({symbol, outerTrip});
    return step(StepKind::Kernel, static_cast<uint32_t>(exe.kernels.size() - 1), std::move(slots), symbol);
  }
  uint32_t matmul(const Matmul &what, uint32_t lhs, uint32_t rhs, uint32_t out) {
    exe.matmuls.push_back(what);
    return step(StepKind::Matmul, static_cast<uint32_t>(exe.matmuls.size() - 1), {lhs, rhs, out}, "dot_general");
  }
  uint32_t copy(uint32_t from, uint32_t to) { return step(StepKind::Copy, 0, {from, to}, "copy"); }
  uint32_t jump(uint32_t target) {
    uint32_t number = step(StepKind::Jump, 0, {}, "jump");
    exe.steps[number].target = target;
    return number;
  }
  uint32_t jumpIfFalse(uint32_t predicate, uint32_t target = 0) {
    uint32_t number = step(StepKind::JumpIfFalse, 0, {predicate}, "branch");
    exe.steps[number].target = target;
    return number;
  }
  void end() { step(StepKind::End, 0, {}, "end"); }
  uint32_t here() const { return static_cast<uint32_t>(exe.steps.size()); }

  void useTestKernels(const char *path = SHARDWRIGHT_TEST_KERNELS) {
    std::ifstream file(path, std::ios::binary);
    exe.kernelImage.assign(std::istreambuf_iterator<char>(file), {});
  }

  AxisDigits wholeMesh() const {
    AxisDigits all;
    for (uint32_t axis = 0; axis != exe.meshAxes.size(); ++axis)
      all.push_back({axis, 1, exe.meshAxes[axis].size});
    return all;
  }

  Executable exe;

private:
  Interface perDevice(const char *name, size_t number, ElementType type, std::vector<int64_t> local) {
    Interface value;
    value.name = name + std::to_string(number);
    value.type = type;
    value.globalShape = std::move(local);
    value.globalShape.insert(value.globalShape.begin(), exe.numDevices());
    value.dims.resize(value.globalShape.size());
    value.dims[0] = wholeMesh();
    return value;
  }
  uint32_t slot(SlotSpace space, size_t block, uint64_t offset, uint64_t bytes) {
    exe.slots.push_back({space, static_cast<uint32_t>(block), offset, bytes});
    return static_cast<uint32_t>(exe.slots.size() - 1);
  }
};

template <typename T> Array arrayOf(ElementType type, std::vector<int64_t> shape, const std::vector<T> &values) {
  Array array;
  array.type = type;
  array.shape = std::move(shape);
  auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
  array.bytes.assign(bytes, bytes + values.size() * sizeof(T));
  return array;
}

template <typename T> std::vector<T> valuesOf(const Array &array) {
  auto *values = reinterpret_cast<const T *>(array.bytes.data());
  return std::vector<T>(values, values + array.bytes.size() / sizeof(T));
}

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_TEST_UNIT_RUNTIME_PROGRAMBUILDER_H
