#include "runtime/Layout.h"
#include "runtime/Overlap.h"
#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>

namespace shardwright::runtime {
namespace {

constexpr int64_t kMaxDevices = 1 << 20;
constexpr uint64_t kMaxBytes = uint64_t{1} << 56;
constexpr size_t kMaxRank = 32;
constexpr size_t kMaxDigits = 256; ///< of one sharding or group

template <typename... Ts> absl::Status bad(const Ts &...parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

#define SW_TRY(expr)                                                                                                   \
  if (absl::Status status = (expr); !status.ok())                                                                      \
  return status

class Validator {
public:
  explicit Validator(const Executable &executable) : e(executable) {}

  absl::Status run() {
    SW_TRY(mesh());
    for (size_t i = 0; i != e.arguments.size(); ++i)
      SW_TRY(interface(e.arguments[i], absl::StrCat("argument ", i)));
    for (size_t i = 0; i != e.results.size(); ++i)
      SW_TRY(interface(e.results[i], absl::StrCat("result ", i)));
    for (size_t i = 0; i != e.results.size(); ++i)
      if (const Accuracy &a = e.results[i].accuracy; !(a.epsilon >= 0 && a.epsilon <= 4) || a.terms < 1)
        return bad("result ", i, ": epsilon ", a.epsilon, " and sums of ", a.terms, " terms");
    if (e.steps.empty())
      return bad("the program has no steps");
    SW_TRY(buffers());
    SW_TRY(tables());
    StepKind last = e.steps.back().kind;
    if (last != StepKind::End && last != StepKind::Jump && last != StepKind::Switch)
      return bad("the last step does not end the program");
    for (size_t i = 0; i != e.steps.size(); ++i)
      if (absl::Status status = step(e.steps[i]); !status.ok())
        return bad("step ", i, ": ", status.message());
    return pairs();
  }

private:
  absl::Status mesh() {
    int64_t devices = 1;
    for (const MeshAxisInfo &axis : e.meshAxes) {
      if (axis.size < 1 || axis.size > kMaxDevices || (devices *= axis.size) > kMaxDevices)
        return bad("mesh axis '", axis.name, "' of size ", axis.size, " makes more than ", kMaxDevices,
                   " devices or none");
    }
    if (e.deviceOrder.empty())
      return absl::OkStatus();
    std::vector<int64_t> order = e.deviceOrder;
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i != order.size(); ++i)
      if (order[i] != static_cast<int64_t>(i) || static_cast<int64_t>(order.size()) != devices)
        return bad("the device order does not name each of ", devices, " devices once");
    return absl::OkStatus();
  }

  absl::Status digits(const AxisDigits &axes) {
    int64_t parts = 1;
    if (axes.size() > kMaxDigits)
      return bad(axes.size(), " axes, at most ", kMaxDigits, " are possible");
    for (const AxisDigit &digit : axes) {
      if (digit.axis >= e.meshAxes.size())
        return bad("mesh axis ", digit.axis, " of ", e.meshAxes.size());
      int64_t size = e.meshAxes[digit.axis].size;
      if (digit.pre < 1 || digit.size < 1 || digit.pre > size || digit.size > size / digit.pre ||
          size % (digit.pre * digit.size) != 0)
        return bad("sub-axis (", digit.pre, ")", digit.size, " of mesh axis '", e.meshAxes[digit.axis].name,
                   "', which has size ", size);
      // Those before it are sound: their products fit.
      for (const AxisDigit *other = axes.data(); other != &digit; ++other)
        if (other->axis == digit.axis && digit.size > 1 && other->size > 1 && digit.pre < other->pre * other->size &&
            other->pre < digit.pre * digit.size)
          return bad("mesh axis '", e.meshAxes[digit.axis].name, "' is used twice");
      parts *= digit.size;
      if (parts > kMaxDevices)
        return bad("more than ", kMaxDevices, " parts");
    }
    return absl::OkStatus();
  }

  absl::Status shape(ElementType type, const std::vector<int64_t> &dims) {
    if (!isElementType(type))
      return bad("element type ", static_cast<int>(type), " does not exist");
    if (dims.size() > kMaxRank)
      return bad("rank ", dims.size(), ", at most ", kMaxRank, " is possible");
    if (checkedBytes(type, dims) < 0)
      return bad("impossible shape ", describeType(type, dims));
    return absl::OkStatus();
  }

  absl::Status interface(const Interface &value, const std::string &what) {
    if (absl::Status status = shape(value.type, value.globalShape); !status.ok())
      return bad(what, ": ", status.message());
    if (value.dims.size() != value.globalShape.size())
      return bad(what, " has rank ", value.globalShape.size(), " and a sharding of rank ", value.dims.size());
    AxisDigits all;
    for (const AxisDigits &dim : value.dims)
      all.insert(all.end(), dim.begin(), dim.end());
    all.insert(all.end(), value.partial.begin(), value.partial.end());
    if (absl::Status status = digits(all); !status.ok())
      return bad(what, ": ", status.message());
    if (checkedBytes(value.type, localShape(value)) < 0)
      return bad(what, ": impossible local shape");
    if (value.reduction > Reduction::Xor)
      return bad(what, ": reduction ", static_cast<int>(value.reduction), " does not exist");
    if (!value.partial.empty() && !isDefinedOn(value.reduction, value.type))
      return bad(what, ": reduction ", static_cast<int>(value.reduction), " is not defined on ",
                 elementName(value.type));
    return absl::OkStatus();
  }

  absl::Status place(const Interface &value, const std::string &what) {
    if (value.place == -1)
      return absl::OkStatus();
    uint64_t begin = static_cast<uint64_t>(value.place), bytes = localBytes(value);
    if (begin > e.arenaBytes || bytes > e.arenaBytes - begin)
      return bad(what, " has ", bytes, " bytes from ", value.place, " in an arena of ", e.arenaBytes);
    return aligned(what, begin, bytes);
  }

  /// Who gives memory away, and who takes it over.
  absl::Status donations() {
    for (size_t i = 0; i != e.arguments.size(); ++i) {
      if (e.arguments[i].donated > 1)
        return bad("argument ", i, ": a donation of ", static_cast<int>(e.arguments[i].donated), " does not exist");
      if (e.arguments[i].alias != -1 || e.arguments[i].place != -1)
        return bad("argument ", i, " takes over the memory of argument ", e.arguments[i].alias,
                   " or lies in the arena at ", e.arguments[i].place, "; only results do");
    }
    std::vector<int64_t> takenBy(e.arguments.size(), -1);
    for (size_t i = 0; i != e.results.size(); ++i) {
      if (e.results[i].donated != 0)
        return bad("result ", i, " is donated; only arguments are");
      SW_TRY(place(e.results[i], absl::StrCat("result ", i)));
      int64_t argument = e.results[i].alias;
      if (argument == -1)
        continue;
      if (e.results[i].place != -1)
        return bad("result ", i, " lies in the arena and takes over the memory of argument ", argument);
      if (argument < 0 || argument >= static_cast<int64_t>(e.arguments.size()))
        return bad("result ", i, " takes over the memory of argument ", argument, " of ", e.arguments.size());
      const Interface &from = e.arguments[static_cast<size_t>(argument)];
      if (!from.donated)
        return bad("result ", i, " takes over the memory of argument ", argument, ", which is not donated");
      if (localBytes(from) != localBytes(e.results[i]))
        return bad("result ", i, " has ", localBytes(e.results[i]), " bytes and takes over the memory of argument ",
                   argument, ", which has ", localBytes(from));
      int64_t &other = takenBy[static_cast<size_t>(argument)];
      if (other >= 0)
        return bad("results ", other, " and ", i, " both take over the memory of argument ", argument);
      other = static_cast<int64_t>(i);
    }
    return absl::OkStatus();
  }

  static absl::Status aligned(const std::string &what, uint64_t begin, uint64_t bytes) {
    if (uint64_t alignment = alignmentOf(bytes); begin % alignment != 0)
      return bad(what, " begins at byte ", begin, ", which is not a multiple of ", alignment);
    return absl::OkStatus();
  }

  absl::Status buffers() {
    if (e.arenaBytes > kMaxBytes)
      return bad("an arena of ", e.arenaBytes, " bytes");
    SW_TRY(donations());
    for (size_t i = 0; i != e.slots.size(); ++i) {
      const Slot &slot = e.slots[i];
      uint64_t limit = 0;
      size_t blocks = 1;
      switch (slot.space) {
      case SlotSpace::Arena:
        limit = e.arenaBytes;
        break;
      case SlotSpace::Constant:
        limit = e.constants.size();
        break;
      case SlotSpace::Argument:
      case SlotSpace::Result: {
        const std::vector<Interface> &values = slot.space == SlotSpace::Argument ? e.arguments : e.results;
        blocks = values.size();
        limit = slot.block < blocks ? localBytes(values[slot.block]) : 0;
        break;
      }
      default:
        return bad("slot ", i, " lies in a space that does not exist: ", static_cast<int>(slot.space));
      }
      if (slot.block >= blocks)
        return bad("slot ", i, " names block ", slot.block, " of ", blocks, " in its space");
      if (slot.bytes > limit || slot.offset > limit - slot.bytes)
        return bad("slot ", i, " has ", slot.bytes, " bytes from ", slot.offset, " in a block of ", limit);
      SW_TRY(aligned(absl::StrCat("slot ", i), slot.offset, slot.bytes));
    }
    for (size_t i = 0; i != e.stepSlots.size(); ++i)
      if (e.stepSlots[i] >= e.slots.size())
        return bad("step slot ", i, " is slot ", e.stepSlots[i], " of ", e.slots.size());
    if (e.largest.step >= e.steps.size())
      return bad("the largest live set is at step ", e.largest.step, " of ", e.steps.size());
    for (const LiveSet::Buffer &buffer : e.largest.buffers)
      if (buffer.slot >= e.slots.size() || buffer.since >= e.steps.size())
        return bad("the largest live set holds slot ", buffer.slot, " of ", e.slots.size(), " since step ",
                   buffer.since, " of ", e.steps.size());
    return absl::OkStatus();
  }

  /// How a GPU launches it: what its driver would refuse, and could not say where.
  absl::Status geometry(const Kernel &kernel) {
    constexpr int64_t kMostBlocks = (int64_t{1} << 31) - 1;
    constexpr uint32_t kMostThreads = 1024, kMostShared = 1 << 20;
    if (kernel.blocks < 0 || kernel.blocks > kMostBlocks || kernel.threads > kMostThreads ||
        kernel.sharedBytes > kMostShared)
      return bad("kernel '", kernel.symbol, "' is ", kernel.blocks, " blocks of ", kernel.threads, " threads with ",
                 kernel.sharedBytes, " bytes of shared memory");
    return absl::OkStatus();
  }

  absl::Status tables() {
    for (const Kernel &kernel : e.kernels) {
      if (kernel.outerTrip < 0 || kernel.symbol.empty() || e.kernelImage.empty())
        return bad("kernel '", kernel.symbol, "' with an outer range of ", kernel.outerTrip, " in an image of ",
                   e.kernelImage.size(), " bytes");
      SW_TRY(geometry(kernel));
    }
    for (size_t i = 0; i != e.collectives.size(); ++i)
      if (absl::Status status = collective(e.collectives[i]); !status.ok())
        return bad("collective ", i, ": ", status.message());
    for (const AxisDigits &axes : e.axisIndices)
      SW_TRY(digits(axes));
    for (const std::vector<uint32_t> &targets : e.switches) {
      if (targets.empty())
        return bad("a switch without targets");
      for (uint32_t target : targets)
        if (target >= e.steps.size())
          return bad("a switch to step ", target, " of ", e.steps.size());
    }
    for (const LibraryCall &call : e.libraryCalls) {
      if (call.types.size() != call.shapes.size())
        return bad("library call '", call.name, "' has ", call.types.size(), " types and ", call.shapes.size(),
                   " shapes");
      for (size_t i = 0; i != call.types.size(); ++i)
        SW_TRY(shape(call.types[i], call.shapes[i]));
      if (!call.kernelSymbol.empty() && e.kernelImage.empty())
        return bad("library call '", call.name, "' uses kernel '", call.kernelSymbol, "' and there is no kernel image");
    }
    for (const Check &check : e.checks) {
      SW_TRY(shape(check.type, check.shape));
      if (check.mode > Check::Mode::Close)
        return bad("check mode ", static_cast<int>(check.mode), " does not exist");
    }
    for (const Matmul &matmul : e.matmuls) {
      if (!isElementType(matmul.lhsType) || !isElementType(matmul.rhsType) || !isElementType(matmul.outType))
        return bad("a matrix product of an element type that does not exist");
      for (auto [type, rounding] :
           {std::pair(matmul.lhsType, matmul.lhsRounding), {matmul.rhsType, matmul.rhsRounding}})
        if (rounding != ElementType::F32 &&
            (type != ElementType::F32 || (rounding != ElementType::BF16 && rounding != ElementType::F16)))
          return bad("a matrix product that rounds ", elementName(type), " to type ", static_cast<int>(rounding));
      if (matmul.mayBeTf32)
        for (ElementType each : {matmul.lhsType, matmul.rhsType, matmul.lhsRounding, matmul.rhsRounding})
          if (each != ElementType::F32)
            return bad("a matrix product that rounds ", elementName(each), " to tf32");
      if (checkedBytes(matmul.outType, {matmul.batch, matmul.m, matmul.n}) < 0 ||
          checkedBytes(matmul.lhsType, {matmul.batch, matmul.m, matmul.k}) < 0 ||
          checkedBytes(matmul.rhsType, {matmul.batch, matmul.k, matmul.n}) < 0)
        return bad("a matrix product of impossible sizes: batch ", matmul.batch, ", ", matmul.m, "x", matmul.k,
                   " times ", matmul.k, "x", matmul.n);
      if (matmul.kernel != -1 && (matmul.kernel < 0 || matmul.kernel >= static_cast<int64_t>(e.kernels.size())))
        return bad("a matrix product by kernel ", matmul.kernel, " of ", e.kernels.size());
    }
    return absl::OkStatus();
  }

  absl::Status collective(const Collective &c) {
    if (c.kind > CollectiveKind::Permute || c.reduction > Reduction::Xor)
      return bad("kind ", static_cast<int>(c.kind), " with reduction ", static_cast<int>(c.reduction),
                 " does not exist");
    SW_TRY(shape(c.type, c.inShape));
    SW_TRY(shape(c.type, c.outShape));
    SW_TRY(digits(c.axes));
    int64_t group = numParts(c.axes), rank = static_cast<int64_t>(c.inShape.size());
    std::vector<int64_t> expected = c.inShape;
    bool splits = c.kind == CollectiveKind::ReduceScatter || c.kind == CollectiveKind::AllToAll;
    bool gathers = c.kind == CollectiveKind::AllGather || c.kind == CollectiveKind::AllToAll;
    for (auto [used, dim] : {std::pair(splits, c.splitDim), {gathers, c.gatherDim}})
      if (used && (dim < 0 || dim >= rank))
        return bad("dimension ", dim, " of rank ", rank);
    if (c.outShape.size() != c.inShape.size())
      return bad("in has rank ", rank, ", out ", c.outShape.size());
    if (splits)
      expected[c.splitDim] = ceilDiv(expected[c.splitDim], group);
    if (gathers) { // out may be cut
      std::vector<int64_t> gathered = expected;
      int64_t &whole = gathered[c.gatherDim];
      if (__builtin_mul_overflow(whole, group, &whole) || checkedBytes(c.type, gathered) < 0)
        return bad("a group of ", group, " gathers more than any memory holds of ", describeType(c.type, expected));
      if (c.outShape[c.gatherDim] > whole)
        return bad("out has ", c.outShape[c.gatherDim], " in dimension ", c.gatherDim, ", the group brings only ",
                   whole);
      expected[c.gatherDim] = c.outShape[c.gatherDim];
    }
    if (expected != c.outShape)
      return bad("out is ", describeType(c.type, c.outShape), ", in makes ", describeType(c.type, expected));
    if (c.kind == CollectiveKind::Permute) {
      int64_t devices = e.numDevices();
      if (static_cast<int64_t>(c.sources.size()) != devices)
        return bad("a permute with ", c.sources.size(), " sources for ", devices, " devices");
      std::vector<int64_t> name(devices);
      for (const std::vector<int64_t> &members : deviceGroups(e, c.axes))
        for (int64_t device : members)
          name[device] = members.front();
      for (int64_t device = 0; device != devices; ++device)
        if (int64_t source = c.sources[device];
            source < -1 || source >= devices || (source >= 0 && name[source] != name[device]))
          return bad("device ", device, " receives from device ", source, ", which is not in its group");
    }
    SW_TRY(collectiveKernels(c));
    return reduction(c);
  }

  absl::Status collectiveKernels(const Collective &c) {
    for (uint32_t kernel : c.kernels)
      SW_TRY(within(kernel, e.kernels.size(), "kernel"));
    constexpr size_t kCopies = 5;
    const size_t most = c.kind == CollectiveKind::AllReduce       ? 1
                        : c.kind == CollectiveKind::ReduceScatter ? 2
                        : c.kind == CollectiveKind::Permute       ? 0
                                                                  : kCopies;
    const size_t least = most == kCopies ? kCopies : std::min<size_t>(most, 1);
    if (!c.kernels.empty() && (c.kernels.size() < least || c.kernels.size() > most))
      return bad("has ", c.kernels.size(), " kernels, its kind takes ", least, " to ", most);
    return absl::OkStatus();
  }

  absl::Status reduction(const Collective &c) {
    if (c.kind != CollectiveKind::ReduceScatter && c.kind != CollectiveKind::AllReduce)
      return absl::OkStatus();
    if (!isDefinedOn(c.reduction, c.type))
      return bad("reduction ", static_cast<int>(c.reduction), " is not defined on ", elementName(c.type));
    return absl::OkStatus();
  }

  const Slot &slot(const Step &s, uint32_t i) { return e.slots[e.stepSlots[s.firstSlot + i]]; }

  absl::Status has(const Step &s, uint32_t i, int64_t bytes) {
    if (bytes > static_cast<int64_t>(slot(s, i).bytes))
      return bad("buffer ", i, " has ", slot(s, i).bytes, " bytes, ", bytes, " are used");
    return absl::OkStatus();
  }

  absl::Status writable(const Step &s, uint32_t i) {
    return checkWritable(stepBuffer(e, e.stepSlots[s.firstSlot + i], true), i);
  }

  /// Of a step whose last buffer is written. It may not overlap the others: later elements still read them.
  absl::Status resultIsApart(const Step &s) {
    std::vector<StepBuffer> buffers;
    for (uint32_t i = 0; i != s.numSlots; ++i)
      buffers.push_back(stepBuffer(e, e.stepSlots[s.firstSlot + i], i + 1 == s.numSlots));
    return checkApart(buffers, std::vector<int64_t>(buffers.size(), -1));
  }

  absl::Status collectives(const Step &s) {
    if (s.numSlots == 0 || s.numSlots % 2 != 0)
      return bad("has ", s.numSlots, " buffers, its kind takes pairs");
    SW_TRY(within(s.index, e.collectives.size(), "collective"));
    if (s.numSlots / 2 > e.collectives.size() - s.index)
      return bad("collectives ", s.index, " to ", uint64_t{s.index} + s.numSlots / 2 - 1, " of ", e.collectives.size());
    std::vector<StepBuffer> buffers;
    std::vector<int64_t> partners;
    for (uint32_t pair = 0; pair != s.numSlots / 2; ++pair) {
      const Collective &c = e.collectives[s.index + pair];
      uint32_t in = 2 * pair, out = in + 1;
      if (!sameDigits(c.axes, e.collectives[s.index].axes))
        return bad("exchanges over the axes of collective ", s.index, " and others at one time");
      SW_TRY(has(s, in, checkedBytes(c.type, c.inShape)));
      SW_TRY(has(s, out, checkedBytes(c.type, c.outShape)));
      buffers.push_back(stepBuffer(e, e.stepSlots[s.firstSlot + in], false));
      buffers.push_back(stepBuffer(e, e.stepSlots[s.firstSlot + out], true));
      partners.insert(partners.end(), {-1, c.kind == CollectiveKind::AllReduce ? int64_t{in} : -1});
    }
    return checkApart(buffers, partners);
  }

  /// Each Start has its Wait, and whoever comes to the one has come by the other.
  absl::Status pairs() {
    std::vector<uint32_t> ends; // starts and waits, in order
    for (uint32_t i = 0; i != e.steps.size(); ++i) {
      const Step &s = e.steps[i];
      if (s.kind == StepKind::Start)
        ends.push_back(i);
      if (s.kind != StepKind::Wait)
        continue;
      if (s.target >= i || e.steps[s.target].kind != StepKind::Start)
        return bad("step ", i, " waits for step ", s.target, ", which starts nothing in front of it");
      if (auto [it, isNew] = partner.try_emplace(s.target, i); !isNew)
        return bad("steps ", it->second, " and ", i, " both wait for step ", s.target);
      partner[i] = s.target;
      ends.push_back(i);
    }
    for (uint32_t i : ends)
      if (partner.count(i) == 0)
        return bad("step ", i, " starts what no step waits for");
    for (uint32_t i = 0; !ends.empty() && i != e.steps.size(); ++i) {
      const Step &s = e.steps[i];
      if (s.kind == StepKind::Jump || s.kind == StepKind::JumpIfFalse)
        SW_TRY(sameStarted(ends, i, s.target));
      if (s.kind == StepKind::Switch)
        for (uint32_t target : e.switches[s.index])
          SW_TRY(sameStarted(ends, i, target));
      if (s.kind == StepKind::End && !sameStarted(ends, i, 0).ok())
        return bad("step ", i, " ends the program before all that was started is waited for");
    }
    return absl::OkStatus();
  }

  /// Whether the same has been started and not waited for at two steps.
  absl::Status sameStarted(const std::vector<uint32_t> &ends, uint32_t from, uint32_t to) {
    const uint32_t low = std::min(from, to), high = std::max(from, to);
    for (auto i = std::lower_bound(ends.begin(), ends.end(), low); i != ends.end() && *i < high; ++i)
      if (const uint32_t other = partner.at(*i); other < low || other >= high)
        return bad("step ", from, " jumps to step ", to, " past step ", std::min(*i, other),
                   ", which starts what step ", std::max(*i, other), " waits for");
    return absl::OkStatus();
  }

  static bool sameDigits(const AxisDigits &a, const AxisDigits &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const AxisDigit &x, const AxisDigit &y) {
      return x.axis == y.axis && x.pre == y.pre && x.size == y.size;
    });
  }

  static absl::Status within(uint32_t index, size_t size, const char *what) {
    return index < size ? absl::OkStatus() : bad(what, " ", index, " of ", size);
  }

  absl::Status matmul(const Step &s) {
    const Matmul &m = e.matmuls[s.index];
    auto reach = [](ElementType type, std::initializer_list<std::pair<int64_t, int64_t>> dims) -> int64_t {
      int64_t last = 0;
      for (auto [length, stride] : dims) {
        int64_t step;
        if (length == 0)
          return 0;
        if (length == 1)
          continue;
        if (stride < 0 || __builtin_mul_overflow(length - 1, stride, &step) ||
            __builtin_add_overflow(last, step, &last) || last > static_cast<int64_t>(kMaxBytes))
          return INT64_MAX;
      }
      return (last + 1) * static_cast<int64_t>(elementBytes(type));
    };
    SW_TRY(has(s, 0, reach(m.lhsType, {{m.batch, m.lhsBatchStride}, {m.m, m.lhsMStride}, {m.k, m.lhsKStride}})));
    SW_TRY(has(s, 1, reach(m.rhsType, {{m.batch, m.rhsBatchStride}, {m.k, m.rhsKStride}, {m.n, m.rhsNStride}})));
    SW_TRY(has(s, 2, checkedBytes(m.outType, {m.batch, m.m, m.n})));
    return resultIsApart(s);
  }

  absl::Status step(const Step &s) {
    static constexpr int kNumSlots[] = {-1, 3, -1, -1, 0, -1, 1, 2, 0, 1, 1, 2, 0};
    if (s.kind > StepKind::End)
      return bad("kind ", static_cast<int>(s.kind), " does not exist");
    if (s.firstSlot > e.stepSlots.size() || s.numSlots > e.stepSlots.size() - s.firstSlot)
      return bad(s.numSlots, " buffers from ", s.firstSlot, " of ", e.stepSlots.size());
    if (int want = kNumSlots[static_cast<int>(s.kind)]; want >= 0 && static_cast<int>(s.numSlots) != want)
      return bad("has ", s.numSlots, " buffers, its kind takes ", want);
    if (s.debug >= e.debug.size() && !(s.debug == 0 && e.debug.empty()))
      return bad("debug entry ", s.debug, " of ", e.debug.size());
    switch (s.kind) {
    case StepKind::Kernel:
      return within(s.index, e.kernels.size(), "kernel");
    case StepKind::Matmul:
      SW_TRY(within(s.index, e.matmuls.size(), "matrix product"));
      return matmul(s);
    case StepKind::Collective:
    case StepKind::Start:
      return collectives(s);
    case StepKind::Wait: // see pairs()
      break;
    case StepKind::Library:
      return within(s.index, e.libraryCalls.size(), "library call");
    case StepKind::AxisIndex:
      SW_TRY(within(s.index, e.axisIndices.size(), "axis index"));
      SW_TRY(has(s, 0, 4));
      return writable(s, 0);
    case StepKind::Copy:
      if (slot(s, 0).bytes != slot(s, 1).bytes)
        return bad("copies ", slot(s, 0).bytes, " bytes to ", slot(s, 1).bytes);
      return writable(s, 1);
    case StepKind::JumpIfFalse:
      SW_TRY(has(s, 0, 1));
      return within(s.target, e.steps.size(), "jump to step");
    case StepKind::Jump:
      return within(s.target, e.steps.size(), "jump to step");
    case StepKind::Switch:
      SW_TRY(has(s, 0, 4));
      return within(s.index, e.switches.size(), "switch");
    case StepKind::Check: {
      SW_TRY(within(s.index, e.checks.size(), "check"));
      const Check &check = e.checks[s.index];
      SW_TRY(has(s, 0, checkedBytes(check.type, check.shape)));
      return has(s, 1, checkedBytes(check.type, check.shape));
    }
    case StepKind::End:
      break;
    }
    return absl::OkStatus();
  }

  const Executable &e;
  std::map<uint32_t, uint32_t> partner; ///< by start its wait, and the other way round
};

} // namespace

absl::Status validate(const Executable &executable) { return Validator(executable).run(); }

} // namespace shardwright::runtime
