// Decompositions that are LAPACK's alone: of complex matrices, whose real and imaginary parts are buffers of their own,
// and those of real ones that our own loops do not have. Computed in double, by columns, in scratch.
#include "runtime/Layout.h"
#include "runtime/backends/host/LapackCalls.h"
#include "runtime/backends/host/Library.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime::host {
namespace {

using Int = Lapack::Int;
using Shapes = std::vector<std::vector<int64_t>>;

/// LAPACK counts what it works with in 32 bits.
constexpr int64_t kMostRows = 8192;

/// An operand or a result of one member: of one buffer, or of one for real and one for imaginary parts.
struct StoredTensor {
  char letter;
  size_t firstBuffer;
  int64_t rows, columns; ///< a vector is one column
  int64_t scratch;       ///< where it is, in doubles

  bool isInteger() const { return letter == 'i'; }
  int64_t size() const { return rows * columns; }
};

template <typename T, typename S> class Decomposition : public LibraryRoutine {
public:
  static constexpr bool kIsComplex = LapackFunctions<S>::kIsComplex;

  Decomposition(const LibraryCall &call, const LapackCallEntry &entry, const std::string &letters, Shapes shapes,
                int64_t batch)
      : entry(entry), parameters(call.parameters), shapes(std::move(shapes)), batch(batch) {
    size_t buffer = 0;
    int64_t longest = 1, shortest = kMostRows;
    for (char letter : letters) {
      if (letter == '>') {
        numInputTensors = tensors.size();
        numInputBuffers = buffer;
        continue;
      }
      const std::vector<int64_t> &shape = this->shapes[tensors.size()];
      const int64_t rows = shape.empty() ? 1 : shape[0], columns = shape.size() < 2 ? 1 : shape[1];
      tensors.push_back({letter, buffer, rows, columns, scratchNumbers});
      scratchNumbers += boundedProduct({rows, columns, isPair(letter) ? 2 : 1});
      for (int part = 0; part < (isPair(letter) ? 2 : 1); ++part, ++buffer)
        bytes.push_back(static_cast<uint64_t>(boundedProduct({rows, columns, batch})) *
                        (letter == 'i' ? sizeof(int32_t) : sizeof(T)));
      if (shape.size() == 2) {
        longest = std::max({longest, rows, columns});
        shortest = std::min({shortest, rows, columns});
      }
    }
    // The most that any of the routines asks for, or works faster with: zgesdd's, and blocks of 64 columns.
    numWork = 4 * longest * shortest + 260 * longest + 4300;
    numRealWork = std::max(shortest * std::max(5 * shortest + 7, 2 * longest + 2 * shortest + 1),
                           2 * longest * longest + 5 * longest + 1);
    numIntegers = 8 * longest + 8;
    work = scratchNumbers;
    scratchNumbers += numWork * (kIsComplex ? 2 : 1) + numRealWork + numIntegers;
  }

  std::vector<uint64_t> bufferBytes() const override { return bytes; }
  size_t numInputs() const override { return numInputBuffers; }
  uint64_t scratchBytes() const override {
    return static_cast<uint64_t>(boundedProduct({scratchNumbers, sizeof(double)}));
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    double *numbers = static_cast<double *>(scratch);
    LapackProblem<S> problem{{},
                             shapes,
                             parameters,
                             numInputTensors,
                             reinterpret_cast<S *>(numbers + work),
                             static_cast<Int>(numWork),
                             numbers + work + numWork * (kIsComplex ? 2 : 1),
                             static_cast<Int>(numRealWork),
                             reinterpret_cast<Int *>(numbers + scratchNumbers - numIntegers),
                             static_cast<Int>(numIntegers)};
    for (size_t i = 0; i != tensors.size(); ++i)
      problem.data[i] = numbers + tensors[i].scratch;
    for (int64_t member = 0; member < batch; ++member) {
      const Int info = compute(buffers, problem, member);
      for (size_t i = numInputTensors; i != tensors.size(); ++i)
        store(buffers, problem, i, member, info);
    }
    return true;
  }

private:
  static bool isPair(char letter) { return letter == 'c' || (kIsComplex && letter == 's'); }

  Int compute(void *const *buffers, const LapackProblem<S> &problem, int64_t member) const {
    bool isFinite = true, isEmpty = false;
    for (size_t i = 0; i != tensors.size(); ++i) {
      isEmpty |= tensors[i].size() == 0 && shapes[i].size() == 2;
      if (i < numInputTensors)
        isFinite &= load(buffers, problem, i, member);
      else // what a routine is not asked for is zero
        std::fill_n(static_cast<double *>(problem.data[i]), tensors[i].size() * (isPair(tensors[i].letter) ? 2 : 1), 0);
    }
    if (isEmpty)
      return 0;
    if (entry.wantsFinite && !isFinite)
      return 1;
    if constexpr (kIsComplex)
      return entry.complex(problem);
    else
      return entry.real(problem);
  }

  /// Whether all of it is finite.
  bool load(void *const *buffers, const LapackProblem<S> &problem, size_t i, int64_t member) const {
    const StoredTensor &t = tensors[i];
    if (t.isInteger()) {
      std::copy_n(static_cast<const Int *>(buffers[t.firstBuffer]) + member * t.size(), t.size(),
                  static_cast<Int *>(problem.data[i]));
      return true;
    }
    const int64_t step = isPair(t.letter) ? 2 : 1;
    bool isFinite = true;
    for (int64_t part = 0; part < step; ++part) {
      const T *from = static_cast<const T *>(buffers[t.firstBuffer + part]) + member * t.size();
      double *to = static_cast<double *>(problem.data[i]) + part;
      for (int64_t row = 0; row < t.rows; ++row)
        for (int64_t column = 0; column < t.columns; ++column) {
          to[(column * t.rows + row) * step] = static_cast<double>(from[row * t.columns + column]);
          isFinite &= std::isfinite(from[row * t.columns + column]);
        }
    }
    return isFinite;
  }

  /// `info` is the last integer that a routine writes. What has failed is no number.
  void store(void *const *buffers, const LapackProblem<S> &problem, size_t i, int64_t member, Int info) const {
    const StoredTensor &t = tensors[i];
    if (t.isInteger()) {
      Int *to = static_cast<Int *>(buffers[t.firstBuffer]) + member * t.size();
      if (i + 1 == tensors.size())
        *to = info;
      else
        std::copy_n(static_cast<const Int *>(problem.data[i]), t.size(), to);
      return;
    }
    const bool isFailed = info < 0 || (info > 0 && !entry.mayBeSingular);
    const int64_t step = isPair(t.letter) ? 2 : 1;
    for (int64_t part = 0; part < step; ++part) {
      const double *from = static_cast<const double *>(problem.data[i]) + part;
      T *to = static_cast<T *>(buffers[t.firstBuffer + part]) + member * t.size();
      for (int64_t row = 0; row < t.rows; ++row)
        for (int64_t column = 0; column < t.columns; ++column)
          to[row * t.columns + column] =
              isFailed ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(from[(column * t.rows + row) * step]);
    }
  }

  const LapackCallEntry &entry;
  std::vector<int64_t> parameters;
  Shapes shapes; ///< of a member's tensors
  int64_t batch;
  std::vector<StoredTensor> tensors;
  std::vector<uint64_t> bytes;
  size_t numInputTensors = 0, numInputBuffers = 0;
  int64_t scratchNumbers = 0, work = 0, numWork = 0, numRealWork = 0, numIntegers = 0;
};

/// The shapes of tensors, of which the call has one or two buffers for each; nothing where types or shapes disagree.
Shapes tensorShapes(const LibraryCall &call, const std::string &letters, bool isComplex) {
  Shapes shapes;
  size_t buffer = 0;
  for (char letter : letters) {
    if (letter == '>')
      continue;
    const int parts = letter == 'c' || (isComplex && letter == 's') ? 2 : 1;
    for (int part = 0; part < parts; ++part, ++buffer)
      if (buffer >= call.shapes.size() || call.types[buffer] != (letter == 'i' ? ElementType::I32 : call.types[0]) ||
          (part && call.shapes[buffer] != call.shapes[buffer - 1]))
        return {};
    shapes.push_back(call.shapes[buffer - 1]);
  }
  return buffer == call.shapes.size() ? shapes : Shapes();
}

/// Drops the dimensions that all begin with, those of `batch`.
bool dropBatch(Shapes &shapes, const std::vector<int64_t> &batch) {
  for (std::vector<int64_t> &shape : shapes) {
    if (shape.size() < batch.size() || shape.size() > batch.size() + 2 ||
        !std::equal(batch.begin(), batch.end(), shape.begin()))
      return false;
    shape.erase(shape.begin(), shape.begin() + static_cast<ptrdiff_t>(batch.size()));
    if (std::any_of(shape.begin(), shape.end(), [](int64_t size) { return size > kMostRows; }))
      return false;
  }
  return true;
}

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeDecomposition(const LibraryCall &call, KernelFunction, int) {
  absl::string_view name = call.name;
  const bool isComplex = absl::ConsumePrefix(&name, kComplexPrefix);
  const LapackCallEntry *entry = lapackCallEntry(std::string(name));
  const char *letters = !entry ? nullptr : isComplex ? entry->ofComplex : entry->ofReal;
  if (!letters)
    return absl::InvalidArgumentError(absl::StrCat(call.name, " is not known to this runtime"));
  const bool isSingle = !call.types.empty() && call.types[0] == ElementType::F32;
  if (!isSingle && (call.types.empty() || call.types[0] != ElementType::F64))
    return absl::InvalidArgumentError(absl::StrCat(call.name, " of other elements than f32 and f64"));
  Shapes shapes = tensorShapes(call, letters, isComplex);
  // The batch is what a matrix has in front: the last operand is one, or the first.
  const size_t matrix = absl::StartsWith(name, "tridiagonal_solve") ? 3 : 0;
  const bool hasMatrix = shapes.size() > matrix && shapes[matrix].size() >= 2;
  std::vector<int64_t> batch;
  if (hasMatrix)
    batch.assign(shapes[matrix].begin(), shapes[matrix].end() - 2);
  if (!hasMatrix || call.parameters.size() != entry->numParameters || !dropBatch(shapes, batch) ||
      shapes[matrix].size() != 2 || !entry->fits(shapes, isComplex))
    return absl::InvalidArgumentError(absl::StrCat(
        call.name, " of operands that do not belong together, or that have more than ", kMostRows, " rows or columns"));
  if (isComplex ? !LapackFunctions<std::complex<double>>::open() : !LapackFunctions<double>::open())
    return absl::FailedPreconditionError(
        absl::StrCat(call.name, " needs LAPACK, which this machine does not have: install liblapack3 or OpenBLAS"));
  const int64_t members = numElements(batch);
  auto make = [&](auto type, auto scalar) -> std::unique_ptr<LibraryRoutine> {
    return std::make_unique<Decomposition<decltype(type), decltype(scalar)>>(call, *entry, letters, std::move(shapes),
                                                                             members);
  };
  using Complex = std::complex<double>;
  if (isComplex)
    return isSingle ? make(float(), Complex()) : make(double(), Complex());
  return isSingle ? make(float(), double()) : make(double(), double());
}

} // namespace shardwright::runtime::host
