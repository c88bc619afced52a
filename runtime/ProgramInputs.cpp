#include "shardwright/Runtime/ProgramInputs.h"

#include "runtime/BoxCopy.h"
#include "runtime/BoxRuns.h"
#include "runtime/Layout.h"
#include "runtime/WholeArrays.h"
#include "shardwright/Runtime/FloatFormat.h"
#include "shardwright/Runtime/Npy.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <filesystem>
#include <system_error>

namespace shardwright::runtime {
namespace {

class ArrayInMemory : public ArraySource {
public:
  explicit ArrayInMemory(Array array) : array(std::move(array)) {}
  ElementType type() const override { return array.type; }
  const std::vector<int64_t> &shape() const override { return array.shape; }
  absl::Status read(const std::vector<int64_t> &start, const std::vector<int64_t> &box, void *to) const override {
    BoxCopy(elementBytes(array.type), box, array.shape, start, box, std::vector<int64_t>(box.size(), 0))
        .run(to, array.bytes.data());
    return absl::OkStatus();
  }

private:
  const Array array;
};

/// A good mixture of all bits (splitmix64's last step).
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

/// Calls `use` with what writes the number that 64 random bits stand for, of that type.
template <typename Use> void withWriter(ElementType type, const Use &use) {
  auto real = [](uint64_t bits) { return static_cast<double>(bits >> 40) / (1 << 23) - 1; }; // 24 bits
  auto of = [&](auto convert) {
    use([=](uint64_t bits, uint8_t *at) {
      const auto value = convert(bits);
      std::memcpy(at, &value, sizeof(value));
    });
  };
  switch (type) {
  case ElementType::I1:
  case ElementType::I2:
    return of([](uint64_t bits) { return static_cast<uint8_t>(bits & 1); });
  case ElementType::U2:
    return of([](uint64_t bits) { return static_cast<uint8_t>(bits & 3); });
  case ElementType::F16:
    return of([=](uint64_t bits) { return floatToF16(static_cast<float>(real(bits))); });
  case ElementType::BF16:
    return of([=](uint64_t bits) { return floatToBf16(static_cast<float>(real(bits))); });
  case ElementType::F32:
  case ElementType::C64:
    return of([=](uint64_t bits) { return static_cast<float>(real(bits)); });
  case ElementType::F64:
  case ElementType::C128:
    return of(real);
  default: // integers: little endian, so the low byte is the first
    use([=, bytes = elementBytes(type), format = floatFormat(type)](uint64_t bits, uint8_t *at) {
      const uint64_t value = format ? encodeFloat(*format, format->hasSign ? real(bits) : real(bits) + 2) : bits & 7;
      std::memcpy(at, &value, bytes);
    });
  }
}

class RandomSource : public ArraySource {
public:
  RandomSource(const Interface &interface, size_t argument, uint64_t seed)
      : kind(interface.type), globalShape(interface.globalShape), base(mix(mix(seed) + argument)) {}
  ElementType type() const override { return kind; }
  const std::vector<int64_t> &shape() const override { return globalShape; }

  absl::Status read(const std::vector<int64_t> &start, const std::vector<int64_t> &box, void *to) const override {
    // Complex numbers are pairs of independent values.
    const size_t bytes = elementBytes(kind) / (isComplex(kind) ? 2 : 1);
    auto *at = static_cast<uint8_t *>(to);
    withWriter(kind, [&](const auto &put) {
      eachRun(globalShape, elementBytes(kind), start, box, [&](int64_t begin, int64_t run) {
        const uint64_t end = static_cast<uint64_t>(begin + run) / bytes;
        for (uint64_t number = static_cast<uint64_t>(begin) / bytes; number != end; ++number, at += bytes)
          put(mix(base + number), at);
        return absl::OkStatus();
      }).IgnoreError();
    });
    return absl::OkStatus();
  }

private:
  const ElementType kind;
  const std::vector<int64_t> globalShape;
  const uint64_t base;
};

} // namespace

absl::StatusOr<Array> ArraySource::whole() const {
  Array array = Array::zeros(type(), shape());
  absl::Status status = read(std::vector<int64_t>(shape().size(), 0), shape(), array.bytes.data());
  if (!status.ok())
    return status;
  return array;
}

ProgramInputs::ProgramInputs(std::vector<Array> arrays) {
  for (Array &array : arrays)
    sources.push_back(std::make_shared<ArrayInMemory>(std::move(array)));
}

absl::StatusOr<ProgramInputs> ProgramInputs::inFolder(const std::string &folder,
                                                      const std::vector<Interface> &interfaces, const char *what) {
  auto fileOf = [&](size_t number) { return absl::StrCat(folder, "/", number, ".npy"); };
  ProgramInputs inputs;
  for (size_t i = 0; i != interfaces.size(); ++i) {
    absl::StatusOr<std::shared_ptr<const ArraySource>> source = openNpy(fileOf(i), interfaces[i]);
    if (absl::IsNotFound(source.status()))
      return absl::NotFoundError(absl::StrCat(source.status().message(), "; the program has ", interfaces.size(), " ",
                                              what, ", files 0.npy to ", interfaces.size() - 1, ".npy"));
    if (!source.ok())
      return source.status();
    inputs.sources.push_back(*std::move(source));
  }
  std::error_code ignored;
  if (const std::string more = fileOf(interfaces.size()); std::filesystem::exists(more, ignored))
    return absl::InvalidArgumentError(
        absl::StrCat(more, " is one too many: the program has ", interfaces.size(), " ", what));
  return inputs;
}

ProgramInputs ProgramInputs::random(const std::vector<Interface> &arguments, uint64_t seed) {
  ProgramInputs inputs;
  for (size_t i = 0; i != arguments.size(); ++i)
    inputs.sources.push_back(std::make_shared<RandomSource>(arguments[i], i, seed));
  return inputs;
}

absl::StatusOr<std::vector<Array>> ProgramInputs::whole() const { return wholeOfEach(sources); }

Array randomArray(const Interface &interface, size_t argument, uint64_t seed) {
  return *RandomSource(interface, argument, seed).whole();
}

} // namespace shardwright::runtime
