// Every collective x element type x reduction x group shape x size on the host backend, against plain loops that follow
// the definitions in Executable.h position by position.
#include "ProgramBuilder.h"
#include "ThreadProcesses.h"
#include "shardwright/Runtime/FloatFormat.h"

#include "absl/container/inlined_vector.h"
#include "gtest/gtest.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <numeric>

namespace shardwright::runtime {
namespace {

/// All there are.
std::vector<ElementType> everyType() {
  std::vector<ElementType> all;
  for (int type = 0; type <= static_cast<int>(ElementType::F8E8M0FNU); ++type)
    all.push_back(static_cast<ElementType>(type));
  return all;
}
const std::vector<ElementType> kTypes = everyType();

using Mesh = std::vector<std::pair<std::string, int64_t>>;

struct GroupShape {
  const char *name;
  Mesh mesh;
  AxisDigits axes;
};

const GroupShape kGroups[] = {
    {"all of one axis", {{"x", 4}}, {{0, 1, 4}}},
    {"neighbours", {{"x", 2}, {"y", 3}}, {{1, 1, 3}}},
    {"apart", {{"x", 3}, {"y", 2}}, {{0, 1, 3}}},
    {"two axes", {{"x", 2}, {"y", 3}}, {{0, 1, 2}, {1, 1, 3}}},
    {"two axes, the other way round", {{"x", 2}, {"y", 3}}, {{1, 1, 3}, {0, 1, 2}}},
    {"groups of one", {{"x", 3}}, {}},
    {"an axis of size one", {{"x", 1}, {"y", 2}}, {{0, 1, 1}}},
    {"the major half of an axis", {{"x", 6}}, {{0, 1, 3}}},
    {"the minor half of an axis", {{"x", 6}, {"y", 2}}, {{0, 3, 2}}},
    {"one device", {}, {}},
};

/// For eight ranks, with a device each.
const GroupShape kGroupsOfEight[] = {
    {"eight of one axis", {{"x", 8}}, {{0, 1, 8}}},
    {"eight, neighbours", {{"x", 2}, {"y", 4}}, {{1, 1, 4}}},
    {"eight, apart", {{"x", 4}, {"y", 2}}, {{0, 1, 4}}},
    {"eight, outer and inner axis", {{"x", 2}, {"y", 2}, {"z", 2}}, {{2, 1, 2}, {0, 1, 2}}},
    {"eight, the middle of an axis", {{"x", 8}}, {{0, 2, 2}}},
    {"eight groups of one", {{"x", 8}}, {}},
};

/// Among several processes those of eight devices, too: threads have enough with fewer.
std::vector<GroupShape> groups() {
  std::vector<GroupShape> all(std::begin(kGroups), std::end(kGroups));
  if (testNetwork())
    all.insert(all.end(), std::begin(kGroupsOfEight), std::end(kGroupsOfEight));
  return all;
}

/// The coordinate arithmetic once more, on its own: the device's index along the axes.
int64_t indexAlong(const Mesh &mesh, const AxisDigits &axes, int64_t device) {
  std::vector<int64_t> coordinate(mesh.size());
  for (size_t a = mesh.size(); a-- > 0; device /= mesh[a].second)
    coordinate[a] = device % mesh[a].second;
  int64_t index = 0;
  for (const AxisDigit &digit : axes) {
    int64_t below = mesh[digit.axis].second / digit.pre / digit.size;
    index = index * digit.size + (coordinate[digit.axis] / below) % digit.size;
  }
  return index;
}

/// The devices of `device`'s group in order: those whose coordinates agree outside the axes' digits.
std::vector<int64_t> groupOf(const Mesh &mesh, const AxisDigits &axes, int64_t device) {
  int64_t devices = 1, size = 1;
  for (auto &axis : mesh)
    devices *= axis.second;
  for (const AxisDigit &digit : axes)
    size *= digit.size;
  auto rest = [&](int64_t d) {
    std::vector<int64_t> key;
    for (size_t a = mesh.size(); a-- > 0; d /= mesh[a].second) {
      int64_t c = d % mesh[a].second;
      for (const AxisDigit &digit : axes)
        if (digit.axis == a) {
          int64_t below = mesh[a].second / digit.pre / digit.size;
          c -= (c / below) % digit.size * below;
        }
      key.push_back(c);
    }
    return key;
  };
  std::vector<int64_t> members(static_cast<size_t>(size));
  for (int64_t d = 0; d != devices; ++d)
    if (rest(d) == rest(device))
      members[static_cast<size_t>(indexAlong(mesh, axes, d))] = d;
  return members;
}

using Element = absl::InlinedVector<uint8_t, 16>; // the bytes of one

/// Small values that every type holds and whose sums and products are exact in every order.
Element element(ElementType type, int64_t value) {
  Element bytes(elementBytes(type));
  auto put = [&](auto v) { std::memcpy(bytes.data(), &v, sizeof(v)); };
  if (const FloatFormat *format = floatFormat(type)) {
    const uint32_t bits = encodeFloat(*format, static_cast<double>(format->hasSign ? value % 5 - 2 : 1 << value % 3));
    std::memcpy(bytes.data(), &bits, bytes.size());
    return bytes;
  }
  switch (type) {
  case ElementType::I1:
    put(static_cast<uint8_t>(value & 1));
    break;
  case ElementType::I2:
    put(static_cast<int8_t>((value & 3) - 2));
    break;
  case ElementType::I4:
    put(static_cast<int8_t>((value & 15) - 8));
    break;
  case ElementType::U2:
    put(static_cast<uint8_t>(value & 3));
    break;
  case ElementType::U4:
    put(static_cast<uint8_t>(value & 15));
    break;
  case ElementType::F32:
    put(static_cast<float>(value % 13 - 6) / 4);
    break;
  case ElementType::F64:
    put(static_cast<double>(value % 13 - 6) / 4);
    break;
  case ElementType::C64:
    put(std::complex<float>(static_cast<float>(value % 5 - 2), static_cast<float>(value % 3 - 1)));
    break;
  case ElementType::C128:
    put(std::complex<double>(static_cast<double>(value % 5 - 2), static_cast<double>(value % 3 - 1)));
    break;
  default: { // the integers that fill their bytes
    uint64_t wide = static_cast<uint64_t>(value) * 0x9e3779b97f4a7c15;
    std::memcpy(bytes.data(), &wide, bytes.size());
  }
  }
  return bytes;
}

template <typename T, typename F> Element lift(const Element &a, const Element &b, F f) {
  T x, y;
  std::memcpy(&x, a.data(), sizeof(T));
  std::memcpy(&y, b.data(), sizeof(T));
  T z = static_cast<T>(f(x, y));
  Element out(sizeof(T));
  std::memcpy(out.data(), &z, sizeof(T));
  return out;
}

template <typename T, typename Wide> Element combineInteger(Reduction op, const Element &a, const Element &b) {
  return lift<T>(a, b, [&](T x, T y) -> Wide {
    switch (op) {
    case Reduction::Sum:
      return static_cast<Wide>(x) + static_cast<Wide>(y);
    case Reduction::Product:
      return static_cast<Wide>(x) * static_cast<Wide>(y);
    case Reduction::Max:
      return static_cast<Wide>(std::max(x, y));
    case Reduction::Min:
      return static_cast<Wide>(std::min(x, y));
    case Reduction::And:
      return static_cast<Wide>(x & y);
    case Reduction::Or:
      return static_cast<Wide>(x | y);
    case Reduction::Xor:
      return static_cast<Wide>(x ^ y);
    }
    return 0;
  });
}

template <typename T> T combineReal(Reduction op, T x, T y) {
  return op == Reduction::Sum       ? x + y
         : op == Reduction::Product ? x * y
         : op == Reduction::Max     ? std::max(x, y)
                                    : std::min(x, y);
}

Element combineElements(ElementType type, Reduction op, const Element &a, const Element &b) {
  auto narrow = [&](int bits, bool isSigned) {
    Element wide = isSigned ? combineInteger<int8_t, uint32_t>(op, a, b) : combineInteger<uint8_t, uint32_t>(op, a, b);
    int value = wide[0] & ((1 << bits) - 1);
    if (isSigned && value >= 1 << (bits - 1))
      value -= 1 << bits;
    return Element{static_cast<uint8_t>(value)};
  };
  switch (type) {
  case ElementType::I1: {
    bool x = a[0], y = b[0];
    bool either = op == Reduction::Sum || op == Reduction::Max || op == Reduction::Or;
    return {static_cast<uint8_t>(op == Reduction::Xor ? x != y : either ? x || y : x && y)};
  }
  case ElementType::I2:
    return narrow(2, true);
  case ElementType::I4:
    return narrow(4, true);
  case ElementType::U2:
    return narrow(2, false);
  case ElementType::U4:
    return narrow(4, false);
  case ElementType::I8:
    return combineInteger<int8_t, uint32_t>(op, a, b);
  case ElementType::I16:
    return combineInteger<int16_t, uint32_t>(op, a, b);
  case ElementType::I32:
    return combineInteger<int32_t, uint32_t>(op, a, b);
  case ElementType::I64:
    return combineInteger<int64_t, uint64_t>(op, a, b);
  case ElementType::U8:
    return combineInteger<uint8_t, uint32_t>(op, a, b);
  case ElementType::U16:
    return combineInteger<uint16_t, uint32_t>(op, a, b);
  case ElementType::U32:
    return combineInteger<uint32_t, uint32_t>(op, a, b);
  case ElementType::U64:
    return combineInteger<uint64_t, uint64_t>(op, a, b);
  case ElementType::F32:
    return lift<float>(a, b, [&](float x, float y) { return combineReal(op, x, y); });
  case ElementType::F64:
    return lift<double>(a, b, [&](double x, double y) { return combineReal(op, x, y); });
  case ElementType::C64:
    return lift<std::complex<float>>(a, b, [&](auto x, auto y) { return op == Reduction::Sum ? x + y : x * y; });
  case ElementType::C128:
    return lift<std::complex<double>>(a, b, [&](auto x, auto y) { return op == Reduction::Sum ? x + y : x * y; });
  default:
    return a;
  }
}

/// Of floats of at most 16 bits, which are rounded once, at the end.
Element combineRounded(const FloatFormat &format, Reduction op, const std::vector<Element> &all) {
  std::vector<float> wide;
  for (const Element &one : all) {
    uint32_t bits = 0;
    std::memcpy(&bits, one.data(), one.size());
    wide.push_back(decodeFloat(format, bits));
  }
  const float result =
      std::accumulate(wide.begin() + 1, wide.end(), wide[0], [&](float x, float y) { return combineReal(op, x, y); });
  const uint32_t bits = encodeFloat(format, result);
  Element out(all[0].size());
  std::memcpy(out.data(), &bits, out.size());
  return out;
}

bool isDefined(ElementType type, Reduction op) {
  if (isComplex(type))
    return op <= Reduction::Product;
  return !isInexact(type) || op <= Reduction::Min;
}

struct Buffers {
  std::vector<int64_t> shape;
  std::vector<std::vector<Element>> devices;
};

int64_t flat(const std::vector<int64_t> &shape, const std::vector<int64_t> &index) {
  int64_t at = 0;
  for (size_t d = 0; d != shape.size(); ++d)
    at = at * shape[d] + index[d];
  return at;
}

/// What the definition in Executable.h says out[index] is on `device`; empty: it says nothing (padding).
Element expected(const Collective &c, const std::vector<int64_t> &members, int64_t own, const Buffers &in,
                 int64_t device, std::vector<int64_t> index) {
  int64_t n = static_cast<int64_t>(members.size());
  auto at = [&](int64_t member, const std::vector<int64_t> &i) {
    return in
        .devices[static_cast<size_t>(members[static_cast<size_t>(member)])][static_cast<size_t>(flat(in.shape, i))];
  };
  switch (c.kind) {
  case CollectiveKind::AllGather: {
    int64_t length = c.inShape[c.gatherDim], member = index[c.gatherDim] / length;
    index[c.gatherDim] %= length;
    return at(member, index);
  }
  case CollectiveKind::ReduceScatter:
    index[c.splitDim] += own * c.outShape[c.splitDim];
    if (index[c.splitDim] >= c.inShape[c.splitDim])
      return {};
    [[fallthrough]];
  case CollectiveKind::AllReduce: {
    std::vector<Element> all;
    for (int64_t m = 0; m != n; ++m)
      all.push_back(at(m, index));
    if (const FloatFormat *format = floatFormat(c.type))
      return combineRounded(*format, c.reduction, all);
    return std::accumulate(all.begin() + 1, all.end(), all[0], [&](const Element &x, const Element &y) {
      return combineElements(c.type, c.reduction, x, y);
    });
  }
  case CollectiveKind::AllToAll: {
    int64_t block = (c.inShape[c.splitDim] + n - 1) / n;
    int64_t length = c.splitDim == c.gatherDim ? block : c.inShape[c.gatherDim];
    int64_t sender = index[c.gatherDim] / length;
    index[c.gatherDim] %= length;
    index[c.splitDim] += own * block;
    if (index[c.splitDim] >= c.inShape[c.splitDim])
      return {};
    return at(sender, index);
  }
  case CollectiveKind::Permute: {
    int64_t source = c.sources[static_cast<size_t>(device)];
    if (source < 0)
      return Element(elementBytes(c.type), 0);
    return in.devices[static_cast<size_t>(source)][static_cast<size_t>(flat(in.shape, index))];
  }
  default:
    break;
  }
  return {};
}

/// One after the other, in one step, or many started before any of them is waited for.
enum class Form { InTurn, Together, Started };
constexpr size_t kMostStarted = 24;

/// What each device has to hold of each result, elements in order; filled when it is first asked for.
using Wanted = std::vector<std::vector<Element>>;

Wanted wantedOf(const std::vector<Collective> &collectives, const GroupShape &group,
                const std::vector<Buffers> &buffers) {
  Wanted wanted(collectives.size());
  for (size_t k = 0; k != collectives.size(); ++k) {
    const Collective &c = collectives[k];
    const int64_t elements = numElements(c.outShape);
    std::vector<int64_t> index(c.outShape.size());
    for (int64_t d = 0, devices = static_cast<int64_t>(buffers[k].devices.size()); d != devices; ++d) {
      const std::vector<int64_t> members = groupOf(group.mesh, group.axes, d);
      const int64_t own = indexAlong(group.mesh, group.axes, d);
      for (int64_t i = 0; i != elements; ++i) {
        for (size_t dim = index.size(), rest = static_cast<size_t>(i); dim-- > 0;) {
          index[dim] = static_cast<int64_t>(rest) % c.outShape[dim];
          rest /= static_cast<size_t>(c.outShape[dim]);
        }
        wanted[k].push_back(expected(c, members, own, buffers[k], d, index));
      }
    }
  }
  return wanted;
}

/// Runs all of them as one program, each on inputs of its own.
void runOnRanks(const std::vector<Collective> &collectives, const GroupShape &group, int workers, Form form, int ranks,
                Wanted &wanted) {
  ProgramBuilder builder(group.mesh);
  int64_t devices = builder.exe.numDevices();
  std::vector<Buffers> buffers;
  std::vector<Array> inputs;
  std::vector<uint32_t> slots, started;
  auto waitForAll = [&] {
    for (; !started.empty(); started.pop_back())
      builder.wait(started.back());
  };
  for (const Collective &c : collectives) {
    slots.push_back(builder.argumentPerDevice(c.type, c.inShape));
    slots.push_back(builder.resultPerDevice(c.type, c.outShape));
    if (form != Form::Together) {
      const uint32_t step = builder.collective(c, slots[slots.size() - 2], slots.back());
      if (form == Form::Started) {
        builder.exe.steps[step].kind = StepKind::Start;
        started.push_back(step);
      }
    }
    if (started.size() == kMostStarted)
      waitForAll();
    inputs.push_back(Array::zeros(c.type, builder.exe.arguments.back().globalShape));
    buffers.push_back({c.inShape, {}});
    size_t size = elementBytes(c.type);
    int64_t elements = numElements(c.inShape);
    for (int64_t d = 0; d != devices; ++d) {
      std::vector<Element> &row = buffers.back().devices.emplace_back();
      for (int64_t i = 0; i != elements; ++i) {
        row.push_back(element(c.type, (d * 31 + i * 7 + 1) % 101));
        std::memcpy(&inputs.back().bytes[static_cast<size_t>(d * elements + i) * size], row.back().data(), size);
      }
    }
  }
  if (form == Form::Together)
    builder.collectives(collectives, slots);
  waitForAll();
  builder.end();
  std::vector<std::vector<Array>> ofRank(static_cast<size_t>(ranks));
  auto run = [&](std::shared_ptr<Processes> processes) {
    LoadOptions options;
    options.workers = workers;
    options.processes = processes;
    absl::StatusOr<std::unique_ptr<Program>> program = Program::load(builder.exe, options);
    ASSERT_TRUE(program.ok()) << program.status();
    absl::StatusOr<std::vector<Array>> got = (*program)->run(inputs);
    ASSERT_TRUE(got.ok()) << got.status();
    ofRank[processes ? static_cast<size_t>(processes->rank()) : 0] = *std::move(got);
    if (processes) {
      ASSERT_TRUE(leaveThread(*processes).ok());
    }
  };
  if (ranks == 1)
    run(nullptr);
  else
    inThreads(ranks, run);
  const std::vector<Array> &results = ofRank[0]; // which is another process, perhaps
  if (testNetwork() && (testProcesses()->rank() != 0 || testProcesses()->size() != ranks))
    return;
  ASSERT_EQ(results.size(), collectives.size());

  if (wanted.empty())
    wanted = wantedOf(collectives, group, buffers);
  int64_t wrong = 0;
  for (size_t k = 0; k != collectives.size(); ++k) {
    const Collective &c = collectives[k];
    const int64_t elements = numElements(c.outShape);
    const size_t size = elementBytes(c.type);
    for (size_t at = 0; at != wanted[k].size() && wrong < 5; ++at) {
      const Element &want = wanted[k][at];
      if (want.empty() || std::memcmp(&results[k].bytes[at * size], want.data(), size) == 0)
        continue;
      ++wrong;
      ADD_FAILURE() << "group '" << group.name << "' " << elementName(c.type) << " kind " << static_cast<int>(c.kind)
                    << " reduction " << static_cast<int>(c.reduction) << " in " << describeType(c.type, c.inShape)
                    << " out " << describeType(c.type, c.outShape) << " device " << static_cast<int64_t>(at) / elements
                    << " element " << static_cast<int64_t>(at) % elements;
    }
  }
}

/// Of many collectives every fourth: no type or reduction has a multiple of four of them, so that all sizes are among
/// them.
std::vector<Collective> someOf(const std::vector<Collective> &all) {
  std::vector<Collective> some;
  const size_t stride = all.size() > 300 ? 4 : 1;
  for (size_t i = 0; i < all.size(); i += stride)
    some.push_back(all[i]);
  return some;
}

/// With the devices spread over processes in all ways, which are threads here; among several processes in theirs.
void runAndCompare(const std::vector<Collective> &collectives, const GroupShape &group, int workers = 2,
                   std::initializer_list<Form> forms = {Form::InTurn, Form::Started}) {
  int devices = 1;
  for (auto &axis : group.mesh)
    devices *= static_cast<int>(axis.second);
  const int least = testNetwork() ? testProcesses()->size() : 1, most = testNetwork() ? least : devices;
  const std::vector<Collective> some = someOf(collectives);
  Wanted wantedOfAll, wantedOfSome;
  for (int ranks = least; ranks <= most; ++ranks)
    if (devices % ranks == 0 && (ranks == 1 || workers <= 2))
      for (Form form : forms) {
        const bool isSome = form == Form::Started && testNetwork();
        runOnRanks(isSome ? some : collectives, group, workers, form, ranks, isSome ? wantedOfSome : wantedOfAll);
      }
}

Collective makeCollective(CollectiveKind kind, ElementType type, const GroupShape &group, std::vector<int64_t> shape) {
  Collective c;
  c.kind = kind;
  c.type = type;
  c.axes = group.axes;
  c.inShape = c.outShape = std::move(shape);
  return c;
}

const std::vector<int64_t> kShapes[] = {{}, {0}, {1}, {7}, {3, 5}, {4, 0, 2}, {2, 3, 5}};

int64_t groupSize(const GroupShape &group) {
  int64_t n = 1;
  for (const AxisDigit &digit : group.axes)
    n *= digit.size;
  return n;
}

class Collectives : public testing::TestWithParam<GroupShape> {};

TEST_P(Collectives, AllReduce) {
  std::vector<Collective> all;
  for (ElementType type : kTypes)
    for (int op = 0; op <= static_cast<int>(Reduction::Xor); ++op)
      for (const std::vector<int64_t> &shape : kShapes) {
        Collective c = makeCollective(CollectiveKind::AllReduce, type, GetParam(), shape);
        c.reduction = static_cast<Reduction>(op);
        if (isDefined(type, c.reduction))
          all.push_back(c);
      }
  runAndCompare(all, GetParam());
}

TEST_P(Collectives, ReduceScatter) {
  std::vector<Collective> all;
  int64_t n = groupSize(GetParam());
  for (ElementType type : kTypes)
    for (int op = 0; op <= static_cast<int>(Reduction::Xor); ++op)
      for (const std::vector<int64_t> &shape : kShapes)
        for (size_t dim = 0; dim < shape.size(); ++dim) {
          Collective c = makeCollective(CollectiveKind::ReduceScatter, type, GetParam(), shape);
          c.reduction = static_cast<Reduction>(op);
          c.splitDim = static_cast<int64_t>(dim);
          c.outShape[dim] = (shape[dim] + n - 1) / n;
          if (isDefined(type, c.reduction))
            all.push_back(c);
        }
  runAndCompare(all, GetParam());
}

TEST_P(Collectives, AllGather) {
  std::vector<Collective> all;
  int64_t n = groupSize(GetParam());
  for (ElementType type : kTypes)
    for (const std::vector<int64_t> &shape : kShapes)
      for (size_t dim = 0; dim < shape.size(); ++dim)
        for (int64_t cut : {0, 1, 2}) {
          Collective c = makeCollective(CollectiveKind::AllGather, type, GetParam(), shape);
          c.gatherDim = static_cast<int64_t>(dim);
          c.outShape[dim] = std::max(int64_t{0}, shape[dim] * n - cut * shape[dim] / 2 - (cut > 0));
          all.push_back(c);
        }
  runAndCompare(all, GetParam());
}

/// Of types, only their bytes matter.
TEST_P(Collectives, AllToAll) {
  std::vector<Collective> all;
  int64_t n = groupSize(GetParam());
  for (ElementType type : {ElementType::I8, ElementType::BF16, ElementType::F32, ElementType::F64, ElementType::C128})
    for (const std::vector<int64_t> &shape : kShapes)
      for (size_t split = 0; split < shape.size(); ++split)
        for (size_t gather = 0; gather < shape.size(); ++gather)
          for (int64_t cut : {0, 1}) {
            Collective c = makeCollective(CollectiveKind::AllToAll, type, GetParam(), shape);
            c.splitDim = static_cast<int64_t>(split);
            c.gatherDim = static_cast<int64_t>(gather);
            c.outShape[split] = (shape[split] + n - 1) / n;
            c.outShape[gather] = std::max(int64_t{0}, c.outShape[gather] * n - cut);
            all.push_back(c);
          }
  runAndCompare(all, GetParam());
}

TEST_P(Collectives, Permute) {
  std::vector<Collective> all;
  const GroupShape &group = GetParam();
  int64_t n = groupSize(group), devices = 1;
  for (auto &axis : group.mesh)
    devices *= axis.second;
  for (ElementType type : kTypes)
    for (const std::vector<int64_t> &shape : kShapes) {
      Collective c = makeCollective(CollectiveKind::Permute, type, group, shape);
      for (int64_t d = 0; d != devices; ++d) { // a ring, of which the first link is missing in the first group
        int64_t own = indexAlong(group.mesh, group.axes, d);
        c.sources.push_back(d == 0 ? -1 : groupOf(group.mesh, group.axes, d)[static_cast<size_t>((own + 1) % n)]);
      }
      all.push_back(c);
    }
  runAndCompare(all, GetParam());
}

TEST_P(Collectives, Large) {
  const GroupShape &group = GetParam();
  int64_t n = groupSize(group);
  Collective sum = makeCollective(CollectiveKind::AllReduce, ElementType::F32, group, {257, 129});
  Collective scatter = makeCollective(CollectiveKind::ReduceScatter, ElementType::BF16, group, {3, 4099, 5});
  scatter.splitDim = 1;
  scatter.outShape[1] = (4099 + n - 1) / n;
  // Rows that begin in one block of those that are combined at once and end in the next.
  Collective rows = makeCollective(CollectiveKind::ReduceScatter, ElementType::F32, group, {67, 37});
  rows.splitDim = 1;
  rows.outShape[1] = (37 + n - 1) / n;
  Collective gather = makeCollective(CollectiveKind::AllGather, ElementType::I32, group, {31, 1025});
  gather.gatherDim = 1;
  gather.outShape[1] = 1025 * n - (n > 1);
  Collective exchange = makeCollective(CollectiveKind::AllToAll, ElementType::F64, group, {101, 203});
  exchange.splitDim = 1;
  exchange.gatherDim = 0;
  exchange.outShape = {101 * n, (203 + n - 1) / n};
  for (int workers : {1, 3})
    runAndCompare({sum, scatter, rows, gather, exchange}, group, workers,
                  {Form::InTurn, Form::Together, Form::Started});
}

INSTANTIATE_TEST_SUITE_P(Groups, Collectives, testing::ValuesIn(groups()));

/// In place, and in a fixed order whatever the schedule: the sum of values of very different size has the same bits on
/// every member and in every run.
TEST(AllReduce, SameBitsOnAllMembersInOrder) {
  ProgramBuilder builder({{"x", 8}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1000});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {1000});
  builder.copy(in, out);
  Collective c;
  c.kind = CollectiveKind::AllReduce;
  c.type = ElementType::F32;
  c.axes = builder.wholeMesh();
  c.inShape = c.outShape = {1, 1000};
  builder.collective(c, out, out);
  builder.end();
  std::vector<float> values(8000);
  for (size_t i = 0; i != values.size(); ++i)
    values[i] = std::ldexp(1 + static_cast<float>(i % 997) / 1000, static_cast<int>(i * 7 % 41) - 20);
  std::vector<float> want(1000);
  for (size_t i = 0; i != 1000; ++i)
    for (size_t d = 0; d != 8; ++d)
      want[i] += values[d * 1000 + i];
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(builder.exe);
  ASSERT_TRUE(program.ok()) << program.status();
  for (int run = 0; run != 20; ++run) {
    auto results = (*program)->run({arrayOf(ElementType::F32, {8, 1000}, values)});
    ASSERT_TRUE(results.ok()) << results.status();
    std::vector<float> got = valuesOf<float>((*results)[0]);
    for (size_t d = 0; d != 8; ++d)
      ASSERT_EQ(0, std::memcmp(&got[d * 1000], want.data(), 4000)) << "device " << d << " run " << run;
  }
}

} // namespace
} // namespace shardwright::runtime
