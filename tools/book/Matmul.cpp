#include "tools/book/Matmul.h"
#include "tools/book/Constants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::book {

static constexpr struct {
  llvm::StringLiteral name;
  double bytes;
  llvm::StringLiteral rate;
} kTypes[] = {{"bf16", 2, "bf16_flops_per_s"},
              {"int8", 1, "int8_ops_per_s"},
              {"fp8", 1, "fp8_flops_per_s"},
              {"fp4", 0.5, "fp4_flops_per_s"}};

std::vector<std::string> matmulTypes() {
  std::vector<std::string> names;
  for (const auto &type : kTypes)
    names.push_back(type.name.str());
  return names;
}

static absl::StatusOr<double> rate(llvm::StringRef device, llvm::StringRef constant) {
  absl::StatusOr<llvm::json::Value> value = constantOf(device, constant);
  if (!value.ok())
    return value.status();
  return value->getAsNumber().value_or(0);
}

absl::StatusOr<MatmulPrice> priceMatmul(llvm::StringRef device, llvm::StringRef type, int64_t m, int64_t k, int64_t n) {
  for (auto [name, size] : {std::pair("m", m), {"k", k}, {"n", n}})
    if (size < 1)
      return absl::InvalidArgumentError(std::string("size ") + name + " must be at least 1, but is " +
                                        std::to_string(size));
  auto known = llvm::find_if(kTypes, [&](const auto &entry) { return entry.name == type; });
  if (known == std::end(kTypes))
    return absl::InvalidArgumentError("unknown element type '" + type.str() + "' (there is " +
                                      llvm::join(matmulTypes(), ", ") + ")");
  absl::StatusOr<double> flopsPerSecond = rate(device, known->rate);
  if (!flopsPerSecond.ok())
    return flopsPerSecond.status();
  absl::StatusOr<double> bytesPerSecond = rate(device, "hbm_bytes_per_s");
  if (!bytesPerSecond.ok())
    return bytesPerSecond.status();
  double rows = double(m), inner = double(k), columns = double(n);
  MatmulPrice price;
  price.flops = 2 * rows * inner * columns;
  price.bytes = known->bytes * (rows * inner + inner * columns + rows * columns);
  price.flopsPerSecond = *flopsPerSecond;
  price.bytesPerSecond = *bytesPerSecond;
  return price;
}

} // namespace shardwright::book
