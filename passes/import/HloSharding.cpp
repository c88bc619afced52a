#include "passes/import/HloSharding.h"
#include "passes/common/Limits.h"
#include "passes/import/ReplicaGroups.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace shardwright {

namespace {

class Parser {
public:
  explicit Parser(llvm::StringRef text) : text(text) {}

  absl::StatusOr<std::vector<HloSharding>> parse();

private:
  bool consume(llvm::StringRef token) {
    llvm::StringRef rest = text.substr(offset).ltrim();
    if (!rest.starts_with(token))
      return false;
    offset = rest.data() + token.size() - text.data();
    return true;
  }
  absl::Status expected(llvm::StringRef what) const {
    return absl::InvalidArgumentError(
        absl::StrCat("offset ", offset, " of the sharding '", text.str(), "': expected ", what.str()));
  }
  absl::StatusOr<int64_t> integer();
  absl::StatusOr<std::vector<int64_t>> list(llvm::StringRef open, llvm::StringRef close);
  absl::StatusOr<HloSharding> one();
  absl::Status tiled(HloSharding &sharding);
  absl::Status suffixes(HloSharding &sharding);

  llvm::StringRef text;
  size_t offset = 0;
};

/// One digit of a device number: `size` values, `stride` apart.
struct Digit {
  int64_t stride, size;
};

} // namespace

absl::StatusOr<int64_t> Parser::integer() {
  llvm::StringRef rest = text.substr(offset).ltrim();
  int64_t value;
  if (rest.consumeInteger(10, value) || value < 0)
    return expected("a number");
  offset = rest.data() - text.data();
  return value;
}

absl::StatusOr<std::vector<int64_t>> Parser::list(llvm::StringRef open, llvm::StringRef close) {
  std::vector<int64_t> values;
  if (!consume(open))
    return expected(("'" + open + "'").str());
  if (!close.empty() && consume(close))
    return values;
  do {
    absl::StatusOr<int64_t> value = integer();
    if (!value.ok())
      return value.status();
    values.push_back(*value);
  } while (consume(","));
  if (!consume(close))
    return expected(("',' or '" + close + "'").str());
  return values;
}

/// Device numbers of an iota reshaped and transposed, read row by row.
static std::vector<int64_t> iotaDevices(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> permutation) {
  std::vector<int64_t> strides(shape.size(), 1), devices{0};
  for (size_t i = shape.size(); i > 1; --i)
    strides[i - 2] = strides[i - 1] * shape[i - 1];
  for (int64_t dim : permutation) {
    std::vector<int64_t> next;
    for (int64_t device : devices)
      for (int64_t i = 0; i < shape[dim]; ++i)
        next.push_back(device + i * strides[dim]);
    devices = std::move(next);
  }
  return devices;
}

/// The product, or one more than the maximum where it is larger.
static int64_t product(llvm::ArrayRef<int64_t> values) {
  if (llvm::is_contained(values, 0))
    return 0;
  int64_t result = 1;
  for (int64_t value : values) {
    if (value > kMaxDevices / result)
      return kMaxDevices + 1;
    result *= value;
  }
  return result;
}

absl::Status Parser::tiled(HloSharding &sharding) {
  sharding.kind = HloSharding::Kind::Tiled;
  absl::StatusOr<std::vector<int64_t>> tiles = list("[", "]");
  if (!tiles.ok())
    return tiles.status();
  sharding.tiles = *tiles;
  if (!consume("<=")) {
    absl::StatusOr<std::vector<int64_t>> devices = list("", "");
    if (!devices.ok())
      return devices.status();
    sharding.devices = *devices;
  } else {
    absl::StatusOr<std::vector<int64_t>> shape = list("[", "]");
    if (!shape.ok())
      return shape.status();
    if (product(*shape) > kMaxDevices)
      return expected(absl::StrCat("at most ", kMaxDevices, " devices"));
    std::vector<int64_t> permutation(shape->size());
    std::iota(permutation.begin(), permutation.end(), 0);
    if (consume("T")) {
      std::vector<int64_t> identity = permutation;
      absl::StatusOr<std::vector<int64_t>> given = list("(", ")");
      if (!given.ok())
        return given.status();
      permutation = *given;
      if (!std::is_permutation(permutation.begin(), permutation.end(), identity.begin(), identity.end()))
        return expected("a permutation");
    }
    sharding.devices = iotaDevices(*shape, permutation);
  }
  if (product(sharding.tiles) != static_cast<int64_t>(sharding.devices.size()))
    return expected(
        absl::StrCat("as many devices as tiles (", product(sharding.tiles), "), not ", sharding.devices.size()));
  return suffixes(sharding);
}

absl::Status Parser::suffixes(HloSharding &sharding) {
  if (consume("last_tile_dim_replicate")) {
    sharding.extra.push_back(HloSharding::Kind::Replicated);
  } else if (consume("last_tile_dims={")) {
    do {
      if (consume("replicated"))
        sharding.extra.push_back(HloSharding::Kind::Replicated);
      else if (consume("manual"))
        sharding.extra.push_back(HloSharding::Kind::Manual);
      else if (consume("unreduced"))
        sharding.extra.push_back(HloSharding::Kind::Unreduced);
      else
        return expected("replicated, manual or unreduced");
    } while (consume(","));
    if (!consume("}"))
      return expected("'}'");
  }
  if (sharding.extra.size() > sharding.tiles.size())
    return expected("a grid with more dimensions");
  return absl::OkStatus();
}

absl::StatusOr<HloSharding> Parser::one() {
  HloSharding sharding;
  if (consume("devices=")) {
    if (absl::Status status = tiled(sharding); !status.ok())
      return status;
  } else if (consume("replicated")) {
    sharding.kind = HloSharding::Kind::Replicated;
  } else if (consume("manual")) {
    sharding.kind = HloSharding::Kind::Manual;
  } else if (consume("unknown")) {
    sharding.kind = HloSharding::Kind::Unknown;
  } else if (consume("unreduced")) {
    sharding.kind = HloSharding::Kind::Unreduced;
  } else if (consume("maximal device=")) {
    sharding.kind = HloSharding::Kind::Maximal;
    absl::StatusOr<int64_t> device = integer();
    if (!device.ok())
      return device.status();
    sharding.devices = {*device};
  } else {
    return expected("devices=, replicated, manual, unknown, unreduced or maximal");
  }
  for (bool oneWay : {false, true})
    if (consume(oneWay ? "shard_like" : "shard_as")) {
      absl::StatusOr<int64_t> group = integer();
      if (!group.ok())
        return group.status();
      sharding.group = *group;
      sharding.groupIsOneWay = oneWay;
    }
  if (consume("metadata={")) {
    int depth = 1;
    for (; depth > 0 && offset < text.size(); ++offset)
      depth += text[offset] == '{' ? 1 : text[offset] == '}' ? -1 : 0;
  }
  if (!consume("}"))
    return expected("'}'");
  return sharding;
}

absl::StatusOr<std::vector<HloSharding>> Parser::parse() {
  std::vector<HloSharding> shardings;
  if (!consume("{"))
    return expected("'{'");
  bool tuple = consume("{");
  if (!tuple || !consume("}"))
    do {
      absl::StatusOr<HloSharding> sharding = one();
      if (!sharding.ok())
        return sharding.status();
      shardings.push_back(*sharding);
    } while (tuple && consume(",") && consume("{"));
  if (tuple && !consume("}"))
    return expected("'}'");
  if (!text.substr(offset).trim().empty())
    return expected("the end");
  return shardings;
}

absl::StatusOr<std::vector<HloSharding>> parseHloShardings(llvm::StringRef text) { return Parser(text).parse(); }

/// The list of devices as mixed radix, digits from the major end; nothing where it is none.
static std::optional<std::vector<Digit>> digitsOf(llvm::ArrayRef<int64_t> devices) {
  std::vector<Digit> digits;
  if (devices.empty() || devices[0] != 0)
    return std::nullopt;
  for (size_t step = 1; step < devices.size();) {
    int64_t stride = devices[step];
    size_t length = 1;
    while ((length + 1) * step <= devices.size() && devices[length * step] == static_cast<int64_t>(length) * stride)
      ++length;
    while (devices.size() / step % length != 0)
      --length;
    if (length < 2 || stride < 1)
      return std::nullopt;
    digits.insert(digits.begin(), {stride, static_cast<int64_t>(length)});
    step *= length;
  }
  for (size_t i = 0; i < devices.size(); ++i) {
    int64_t rest = i, device = 0;
    for (const Digit &digit : llvm::reverse(digits)) {
      device += rest % digit.size * digit.stride;
      rest /= digit.size;
    }
    if (device != devices[i])
      return std::nullopt;
  }
  return digits;
}

static absl::Status notIota(const HloSharding &sharding) {
  return absl::UnimplementedError(
      absl::StrCat("the devices of a sharding over ", sharding.devices.size(), " tiles are no transposed iota"));
}

absl::StatusOr<Mesh> meshOfHloShardings(llvm::ArrayRef<HloSharding> shardings) {
  int64_t count = 1;
  std::set<int64_t> cuts{1};
  for (const HloSharding &sharding : shardings) {
    const int64_t size = sharding.devices.size();
    if (sharding.kind != HloSharding::Kind::Tiled || size == 1)
      continue;
    if (count != 1 && size != count)
      return absl::InvalidArgumentError(absl::StrCat("one sharding is over ", count, " devices, another over ", size));
    count = size;
    std::optional<std::vector<Digit>> digits = digitsOf(sharding.devices);
    if (!digits)
      return notIota(sharding);
    // Where one dimension of the grid ends within a digit, that digit is cut too.
    std::vector<Digit> rest = *digits;
    for (int64_t tile : sharding.tiles)
      while (tile > 1 && !rest.empty()) {
        Digit &front = rest.front();
        int64_t taken = std::gcd(tile, front.size);
        if (taken == 1)
          break;
        cuts.insert({front.stride, front.stride * front.size, front.stride * (front.size / taken)});
        tile /= taken;
        front.size /= taken;
        if (front.size == 1)
          rest.erase(rest.begin());
      }
  }
  cuts.insert(count);
  std::vector<int64_t> chain(cuts.begin(), cuts.end());
  for (size_t i = 0; i + 1 < chain.size(); ++i)
    if (chain[i + 1] % chain[i] != 0)
      // Sub-axes of one axis can express any of them.
      chain = {1, count};
  std::vector<MeshAxis> axes;
  for (size_t i = chain.size() - 1; i > 0; --i)
    axes.push_back({absl::StrCat("axis", axes.size()), chain[i] / chain[i - 1]});
  return Mesh::create(std::move(axes));
}

absl::StatusOr<Sharding> toSharding(const Mesh &mesh, const HloSharding &sharding, int64_t rank, AxisList *manual) {
  Sharding result = Sharding::closed(rank);
  if (sharding.kind == HloSharding::Kind::Unreduced)
    for (const MeshAxis &axis : mesh.axes())
      result.partial.push_back({AxisRef(axis.name), ReductionKind::Sum});
  if (sharding.kind != HloSharding::Kind::Tiled || sharding.devices.size() == 1)
    return result;
  if (static_cast<int64_t>(sharding.tiles.size() - sharding.extra.size()) != rank)
    return absl::InvalidArgumentError(absl::StrCat("a grid of ", sharding.tiles.size() - sharding.extra.size(),
                                                   " dimensions for an array of rank ", rank));
  if (static_cast<int64_t>(sharding.devices.size()) != mesh.numDevices())
    return absl::InvalidArgumentError(
        absl::StrCat("a sharding over ", sharding.devices.size(), " devices in the mesh ", mesh.str()));
  std::optional<std::vector<Digit>> digits = digitsOf(sharding.devices);
  if (!digits)
    return notIota(sharding);
  for (auto [index, tile] : llvm::enumerate(sharding.tiles)) {
    AxisList axes;
    for (int64_t need = tile; need > 1;) {
      Digit &front = digits->front();
      int64_t taken = std::min(need, front.size);
      std::optional<AxisList> part;
      if (need % taken == 0 && front.size % taken == 0)
        part = axesOfDigit(mesh, front.stride * (front.size / taken), taken);
      if (!part)
        return absl::InvalidArgumentError(absl::StrCat("dimension ", index, " of the grid has ", tile,
                                                       " tiles, which no axes of the mesh ", mesh.str(), " make"));
      for (const AxisRef &axis : *part)
        append(mesh, axes, axis);
      need /= taken;
      front.size /= taken;
      if (front.size == 1)
        digits->erase(digits->begin());
    }
    if (static_cast<int64_t>(index) < rank) {
      result.dims[index].axes = axes;
      continue;
    }
    HloSharding::Kind kind = sharding.extra[index - rank];
    if (kind == HloSharding::Kind::Unreduced)
      for (const AxisRef &axis : axes)
        result.partial.push_back({axis, ReductionKind::Sum});
    else if (kind == HloSharding::Kind::Manual && manual)
      manual->append(axes.begin(), axes.end());
  }
  return result;
}

} // namespace shardwright
