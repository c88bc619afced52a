#ifndef SHARDWRIGHT_RUNTIME_EXECUTABLE_H
#define SHARDWRIGHT_RUNTIME_EXECUTABLE_H

#include "shardwright/Base/Collective.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The compiled program as plain values: what the compiler writes, what a `.swx` file holds, what the runtime runs. One
/// program for all devices; what differs between devices is computed from mesh coordinates at load. No LLVM, no MLIR.
namespace shardwright::runtime {

/// Element types as they lie in memory (host byte order; i1 is one byte, 0 or 1; complex is two floats).
enum class ElementType : uint8_t {
  I1,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128,
  // Floats of at most 8 bits, a byte each (FloatFormat.h).
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3B11FNUZ,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
};

/// A mesh axis or sub-axis (its digit: `pre` positions more major within the axis, `size` positions).
struct AxisDigit {
  uint32_t axis; ///< index into Executable::meshAxes
  int64_t pre;
  int64_t size;
};
using AxisDigits = std::vector<AxisDigit>; ///< major to minor

struct MeshAxisInfo {
  std::string name;
  int64_t size;
};

/// What rounding did to a result on its way: the machine epsilon (twice the unit roundoff) of the coarsest
/// floating-point type that its computation rounds to, 0 where it rounds nowhere; and the most terms that are added up
/// into one number.
struct Accuracy {
  double epsilon = 0;
  int64_t terms = 1;
};

enum class Reduction : uint8_t { Sum, Product, Max, Min, And, Or, Xor };

/// An argument or result of the program.
struct Interface {
  std::string name;
  ElementType type;
  std::vector<int64_t> globalShape;
  std::vector<AxisDigits> dims; ///< the axes each dimension is split over; local length = ceil(n / parts)
  /// The axes over which devices hold summands (factors, ...) rather than copies. As an argument, the first device
  /// along them holds the array and the others the identity of `reduction`; a result is combined over them.
  AxisDigits partial;
  Reduction reduction = Reduction::Sum;
  /// Of an argument, 1: its memory is the program's, which writes over it after its last use (the caller gives it away:
  /// donates it). 0: it is only read.
  uint8_t donated = 0;
  /// Of a result: the donated argument whose memory it takes over, which has as many bytes. -1: it has its own.
  int64_t alias = -1;
  /// Of a result without an alias: where in the arena it lies, from which it is taken after the execution. -1: it has a
  /// block of its own.
  int64_t place = -1;
  Accuracy accuracy = {}; ///< of a result

  /// Whether it lies in no other's memory.
  bool hasOwnBlock() const { return alias < 0 && place < 0; }
};

/// The blocks of a device's memory. Temporaries lie in the arena, and in the blocks of donated arguments after their
/// last use and of results before they are written.
enum class SlotSpace : uint8_t {
  Arena,    ///< one block
  Argument, ///< a block for each argument
  Result,   ///< a block for each result; a part of its argument's or of the arena where it has an `alias` or `place`
  Constant, ///< Executable::constants, shared by all devices, read only
};

/// Bytes of a block.
struct Slot {
  SlotSpace space;
  uint32_t block;  ///< which argument or result; 0 in the other spaces
  uint64_t offset; ///< within the block; a multiple of `alignmentOf(bytes)`
  uint64_t bytes;
};

enum class StepKind : uint8_t {
  Kernel,      ///< index: kernels;      slots: as the kernel's signature
  Matmul,      ///< index: matmuls;      slots: lhs, rhs, out
  Collective,  ///< index: collectives;  slots: in, out, and so on for as many entries from index on as there are pairs:
               ///< all over the same axes, done in one rendezvous of the devices
  Start,       ///< as Collective, of which it does not wait for the end: until the Wait, no step touches what it writes
               ///< or changes what it reads
  Wait,        ///< target: the Start that it waits for. One for each Start, behind it, and no jump goes into or out
               ///< of the steps from behind the one to the other
  Library,     ///< index: libraryCalls; slots: as the call's documentation
  AxisIndex,   ///< index: axisIndices;  slots: out (one i32: the device's block index along the axes)
  Copy,        ///< slots: from, to (equal sizes; they may overlap)
  Jump,        ///< target: next step
  JumpIfFalse, ///< slots: predicate (i1); target: next step where it is 0; index: n + 1 where it is the test of a loop
               ///< that is known to run n times, and nothing else reads what the steps that decide write; else 0
  Switch,      ///< index: switches; slots: selector (i32); out of range takes the last target
  Check,       ///< index: checks;       slots: got, want
  End,
};

struct Step {
  StepKind kind;
  uint32_t index = 0;
  uint32_t target = 0;
  uint32_t firstSlot = 0; ///< into Executable::stepSlots
  uint32_t numSlots = 0;
  uint32_t debug = 0; ///< into Executable::debug

  /// Whether devices come to it together, whether or not they wait for its end.
  bool isCollective() const { return kind == StepKind::Collective || kind == StepKind::Start; }
};

/// A compiled kernel. All buffers are dense row-major.
///
/// On a host its symbol has the type `void(void *const *buffers, int64_t begin, int64_t end)`: buffers in the
/// order of the step's slots, and the range [begin, end) of its outermost loop to run. `outerTrip` is the whole range
/// (1: cannot be divided). Ranges of one kernel may run at the same time on different threads.
///
/// On a GPU it is an entry of `kernelImage` whose parameters are 64 bits each: the buffers' global addresses in the
/// order of the step's slots. It is launched as `blocks` of `threads` in one dimension, with `sharedBytes` of dynamic
/// shared memory.
struct Kernel {
  std::string symbol;
  int64_t outerTrip = 1;
  int64_t blocks = 0; ///< 0 on a host, and of kernels that are told how much there is to do (see Collective)
  uint32_t threads = 0;
  uint32_t sharedBytes = 0;
};

/// out[b..., m..., n...] = sum over k of lhs x rhs, by strides in elements: out is dense row-major. Dimensions of
/// length 1 may be left out (length 1, any stride). A batch stride of 0 repeats an operand. Accumulates in f32 for bf16
/// and f16, in the type itself otherwise. Elements of f32 may be rounded to BF16 or F16 before they are multiplied: the
/// conversion needs no memory of its own. out overlaps neither operand.
struct Matmul {
  ElementType lhsType, rhsType, outType;
  int64_t batch, m, n, k;
  int64_t lhsBatchStride, lhsMStride, lhsKStride;
  int64_t rhsBatchStride, rhsKStride, rhsNStride;
  ElementType lhsRounding = ElementType::F32, rhsRounding = ElementType::F32; ///< F32: none
  int64_t kernel = -1;    ///< index: kernels; on a GPU, code of its own for where no library computes it
  bool mayBeTf32 = false; ///< operands of f32 that are not rounded: a GPU may round them to tf32
};

using shardwright::CollectiveKind;

/// A collective over the groups along `axes`. Shapes are the local in and out shapes.
///   AllGather      out dim `gatherDim` = blocks of the group in order, cut to out's length (blocks may carry padding
///   at the end) ReduceScatter  `splitDim` of in, padded at the end to a multiple of the group, combined and cut into
///   blocks AllReduce      element by element AllToAll       `splitDim` of in (padded) is cut into blocks, one for each
///   member; received ones are joined along `gatherDim` (cut) Permute        `sources[device]` = the device whose
///   buffer it receives, or -1 for zeros
/// Reductions combine in the order of the group, the same on every member. in and out lie apart, except that an
/// AllReduce may work in place (the same slot). Padding that is made is zero.
struct Collective {
  CollectiveKind kind;
  ElementType type;
  Reduction reduction = Reduction::Sum;
  AxisDigits axes;
  std::vector<int64_t> inShape, outShape;
  int64_t splitDim = -1, gatherDim = -1;
  std::vector<int64_t> sources;
  /// Indices: kernels; what does it where a GPU holds all devices. Empty on a host.
  ///   AllReduce      one, with all members' ins and then all members' outs
  ///   ReduceScatter  one for each receiver, with all members' ins where the receiver's block begins, and its out;
  ///   behind it,
  ///                  where a member's block is cut by the end of in, one for that one's
  ///   AllGather, AllToAll  copies of elements of 1, 2, 4, 8 and 16 bytes: to, from, number of elements (below 2^31),
  ///   then
  ///                  for each of four loops, the outermost first, its extent and its strides in to and from, in
  ///                  elements
  std::vector<uint32_t> kernels;
};

/// A call into the runtime's own library for what is neither a kernel nor a matrix product: name and integer
/// parameters, as documented where the runtime registers it (runtime/backends/host/Library.h: "sort", "convolution",
/// ...). On a GPU it is the host's that computes, and calls no kernel.
struct LibraryCall {
  std::string name;
  std::vector<int64_t> parameters;
  std::vector<ElementType> types;
  std::vector<std::vector<int64_t>> shapes;
  std::string kernelSymbol; ///< a compiled comparator or combiner the call uses, or empty
  int64_t kernelRange = 1;  ///< the whole range of its outermost loop, as Kernel::outerTrip
};

/// A `check.*` op: both values are whole on every device.
struct Check {
  enum class Mode : uint8_t { Equal, AlmostEqual, Close } mode;
  ElementType type;
  std::vector<int64_t> shape;
  double tolerance = 0;            ///< AlmostEqual: absolute
  uint64_t minUlp = 0, maxUlp = 1; ///< Close
};

struct DebugInfo {
  std::string op;       ///< what it runs, for people: `add`, `dot_general`, `all_gather`
  std::string location; ///< file:line:col
  std::string cause;    ///< for collectives: who asked for it
};

/// What a device holds at the step at which it holds most.
struct LiveSet {
  struct Buffer {
    uint32_t slot;  ///< into Executable::slots
    uint32_t since; ///< the step that begins its life, or the current part of it
  };
  uint64_t bytes = 0; ///< of `buffers`, of the arguments that are not given away, and of the constants
  uint32_t step = 0;
  std::vector<Buffer> buffers; ///< the others, largest first
};

struct Executable {
  std::string target; ///< "host:" and the CPU features the kernels use, or "cuda:" and an architecture (see Target.h)
  std::vector<MeshAxisInfo> meshAxes;
  std::vector<int64_t> deviceOrder; ///< physical id of each position; empty: the identity
  std::vector<Interface> arguments, results;
  std::vector<uint8_t> constants;
  /// An ELF shared object that exports every kernel's symbol, or PTX text with an entry for each; empty: no kernels.
  std::vector<uint8_t> kernelImage;
  uint64_t arenaBytes = 0;
  LiveSet largest;
  std::vector<Slot> slots;
  std::vector<uint32_t> stepSlots;
  std::vector<Step> steps;
  std::vector<Kernel> kernels;
  std::vector<Matmul> matmuls;
  std::vector<Collective> collectives;
  std::vector<LibraryCall> libraryCalls;
  std::vector<AxisDigits> axisIndices;
  std::vector<std::vector<uint32_t>> switches;
  std::vector<Check> checks;
  std::vector<DebugInfo> debug;

  int64_t numDevices() const {
    int64_t n = 1;
    for (const MeshAxisInfo &axis : meshAxes)
      n *= axis.size;
    return n;
  }
};

/// What the first byte of a buffer is a multiple of: 64, or of a small one the largest power of two that divides its
/// size, so that buffers of one size lie side by side and their elements are aligned.
uint64_t alignmentOf(uint64_t bytes);
/// Bytes of one element (what is narrower than a byte takes one).
uint64_t elementBytes(ElementType type);
/// Whether the number is one of the enumeration's.
bool isElementType(ElementType type);
/// Real numbers or complex ones that are not integers.
bool isInexact(ElementType type);
bool isComplex(ElementType type);
/// `f32`, `bf16`, `i1`, `ui8`, `complex<f32>`: as in StableHLO text.
const char *elementName(ElementType type);
/// Whether the reduction has a meaning on the type: bitwise ones on integers, an order on all but complex numbers.
bool isDefinedOn(Reduction reduction, ElementType type);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_EXECUTABLE_H
