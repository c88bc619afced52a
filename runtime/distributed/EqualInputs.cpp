#include "runtime/distributed/EqualInputs.h"

#include "runtime/FileHeader.h"
#include "runtime/Layout.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardwright::runtime {
namespace {

constexpr int64_t kSamples = 16;
constexpr uint64_t kSampleBytes = 4096, kWholeBytes = kSamples * kSampleBytes;

/// Number `sample` of some runs along the last dimension, spread over the array.
absl::StatusOr<uint64_t> hashSample(const ArraySource &source, int64_t sample) {
  const std::vector<int64_t> &shape = source.shape();
  const size_t size = elementBytes(source.type());
  std::vector<int64_t> start(shape.size(), 0), box(shape.size(), 1);
  for (size_t d = 0; d != shape.size(); ++d)
    start[d] = (shape[d] - 1) * ((sample * static_cast<int64_t>(d + 1)) % kSamples) / (kSamples - 1);
  const auto most = static_cast<int64_t>(kSampleBytes / size);
  box.back() = std::min(most, shape.back());
  start.back() = std::min(start.back(), shape.back() - box.back());
  std::string bytes(static_cast<size_t>(box.back()) * size, '\0');
  if (absl::Status status = source.read(start, box, bytes.data()); !status.ok())
    return status;
  return contentHash(bytes);
}

} // namespace

absl::StatusOr<std::string> sampleInputs(const ProgramInputs &inputs) {
  std::string text;
  for (size_t i = 0; i != inputs.size(); ++i) {
    const ArraySource &source = inputs[i];
    absl::StrAppend(&text, i ? " " : "");
    const uint64_t bytes = static_cast<uint64_t>(numElements(source.shape())) * elementBytes(source.type());
    if (bytes <= kWholeBytes) {
      absl::StatusOr<Array> whole = source.whole();
      if (!whole.ok())
        return whole.status();
      const absl::string_view all(reinterpret_cast<const char *>(whole->bytes.data()), whole->bytes.size());
      absl::StrAppend(&text, absl::Hex(contentHash(all)));
      continue;
    }
    for (int64_t sample = 0; sample != kSamples; ++sample) {
      absl::StatusOr<uint64_t> hash = hashSample(source, sample);
      if (!hash.ok())
        return hash.status();
      absl::StrAppend(&text, absl::Hex(*hash));
    }
  }
  return text;
}

FillBlock EqualBlocks::noting(FillBlock fill) {
  return [this, fill = std::move(fill)](size_t argument, int64_t position, void *local) {
    absl::Status status = fill(argument, position, local);
    if (!status.ok())
      return status;
    const Interface &what = exe.arguments[argument];
    std::string key = absl::StrCat(argument, ".", blockIndex(exe, what.partial, position));
    for (const AxisDigits &dim : what.dims)
      absl::StrAppend(&key, ".", blockIndex(exe, dim, position));
    hashes[key] = contentHash(absl::string_view(static_cast<const char *>(local), localBytes(what)));
    return status;
  };
}

absl::Status EqualBlocks::check(Processes &processes) const {
  std::string mine;
  for (const auto &[key, hash] : hashes)
    absl::StrAppend(&mine, mine.empty() ? "" : " ", key, "=", absl::Hex(hash));
  absl::StatusOr<std::vector<std::string>> all = processes.gather(std::move(mine));
  if (!all.ok())
    return all.status();
  std::map<std::string, std::pair<std::string, size_t>> known;
  for (size_t rank = 0; rank != all->size(); ++rank)
    for (absl::string_view one : absl::StrSplit((*all)[rank], ' ', absl::SkipEmpty())) {
      const size_t equals = one.find('=');
      const std::string key(one.substr(0, equals)), hash(one.substr(equals + 1));
      const auto [at, isNew] = known.try_emplace(key, hash, rank);
      size_t argument = 0;
      if (isNew || at->second.first == hash || !absl::SimpleAtoi(key.substr(0, key.find('.')), &argument))
        continue;
      return processes.agreeOn(absl::InvalidArgumentError(absl::StrCat(
          "argument ", argument, " ('", exe.arguments[argument].name, "') differs between ranks ", at->second.second,
          " and ", rank, ", which hold the same of it: give all ranks the same inputs")));
    }
  return absl::OkStatus();
}

} // namespace shardwright::runtime
