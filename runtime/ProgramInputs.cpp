#include "shardwright/Runtime/ProgramInputs.h"

#include "runtime/BoxCopy.h"
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

/// The number that 64 random bits stand for.
void putRandom(ElementType type, uint64_t bits, uint8_t *at) {
  const double real = static_cast<double>(bits >> 40) / (1 << 23) - 1; // 24 bits
  auto put = [&](auto value) { std::memcpy(at, &value, sizeof(value)); };
  switch (type) {
  case ElementType::I1:
  case ElementType::I2:
    return put(static_cast<uint8_t>(bits & 1));
  case ElementType::U2:
    return put(static_cast<uint8_t>(bits & 3));
  case ElementType::F16:
    return put(floatToF16(static_cast<float>(real)));
  case ElementType::BF16:
    return put(floatToBf16(static_cast<float>(real)));
  case ElementType::F32:
  case ElementType::C64:
    return put(static_cast<float>(real));
  case ElementType::F64:
  case ElementType::C128:
    return put(real);
  default: { // integers: little endian, so the low byte is the first
    uint64_t value = bits & 7;
    if (const FloatFormat *format = floatFormat(type))
      value = encodeFloat(*format, format->hasSign ? real : real + 2);
    std::memcpy(at, &value, elementBytes(type));
  }
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
    const int64_t parts = isComplex(kind) ? 2 : 1;
    const size_t size = elementBytes(kind) / static_cast<size_t>(parts);
    auto *at = static_cast<uint8_t *>(to);
    std::vector<int64_t> index(box.size(), 0);
    for (int64_t left = numElements(box); left != 0; --left) {
      int64_t flat = 0;
      for (size_t d = 0; d != box.size(); ++d)
        flat = flat * globalShape[d] + start[d] + index[d];
      for (int64_t part = 0; part != parts; ++part, at += size)
        putRandom(kind, mix(base + static_cast<uint64_t>(flat * parts + part)), at);
      for (size_t d = box.size(); d-- > 0 && ++index[d] == box[d];)
        index[d] = 0;
    }
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
