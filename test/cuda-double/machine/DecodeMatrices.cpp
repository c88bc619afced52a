// mma.sync, ldmatrix, stmatrix. Where a fragment's elements are follows "Matrix Fragments" of the PTX manual. Products
// are exact and summed in double, then rounded once: a GPU keeps fewer bits of a sum, so the last bits differ.
#include "test/cuda-double/machine/Access.h"
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Launch.h"

namespace shardwright::cudadouble {

namespace {

enum class Element : uint8_t { F16, BF16, TF32, E4M3, E5M2, S8, U8 };

struct Shape {
  Element a, b;
  int k;
  bool halfSums;   // of f16
  int perRegister; // elements of A and B in a register
};

double elementOf(Element element, const uint32_t *registers, int index, int perRegister) {
  uint32_t word = registers[index / perRegister];
  int part = index % perRegister;
  switch (element) {
  case Element::F16:
    return valueOf(kF16, word >> (16 * part) & 0xffff);
  case Element::BF16:
    return valueOf(kBF16, word >> (16 * part) & 0xffff);
  case Element::TF32:
    return valueOf(kTF32, word >> 13);
  case Element::E4M3:
    return valueOf(kE4M3, word >> (8 * part) & 0xff);
  case Element::E5M2:
    return valueOf(kE5M2, word >> (8 * part) & 0xff);
  case Element::S8:
    return static_cast<int8_t>(word >> (8 * part));
  case Element::U8:
    return static_cast<uint8_t>(word >> (8 * part));
  }
  return 0;
}

// extra.slots: registers of D, A, B, C; then what Shape says.
struct Fragments {
  int d, a, b; // registers; C has as many as D
};

Fragments fragmentsOf(const Shape &shape) {
  return {shape.halfSums ? 2 : 4, 16 * shape.k / 32 / shape.perRegister, 8 * shape.k / 32 / shape.perRegister};
}

void gather(Warp &warp, const Shape &shape, const Slot *slots, double (*a)[32], double (*b)[8]) {
  const Fragments count = fragmentsOf(shape);
  const int per = shape.perRegister;
  for (int lane = 0; lane < 32; ++lane) {
    const int group = lane / 4, thread = lane % 4;
    uint32_t registers[4];
    for (int i = 0; i < count.a; ++i)
      registers[i] = warp.from<uint32_t>(slots[count.d + i])[lane];
    for (int i = 0; i < count.a * per; ++i) {
      int word = i / per; // 0: top left, 1: eight rows below, 2 and 3: the other half of the columns
      int row = group + 8 * (word & 1), column = thread * per + i % per + (word >> 1) * 4 * per;
      a[row][column] = elementOf(shape.a, registers, i, per);
    }
    for (int i = 0; i < count.b; ++i)
      registers[i] = warp.from<uint32_t>(slots[count.d + count.a + i])[lane];
    for (int i = 0; i < count.b * per; ++i)
      b[thread * per + i % per + (i / per) * 4 * per][group] = elementOf(shape.b, registers, i, per);
  }
}

void multiply(Warp &warp, const Instruction &in) {
  const std::vector<Slot> &slots = in.extra->slots;
  const uint64_t bits = in.extra->bits;
  const Shape shape{static_cast<Element>(bits & 0xff), static_cast<Element>(bits >> 8 & 0xff),
                    static_cast<int>(bits >> 16 & 0xff), bool(bits >> 24 & 1), static_cast<int>(bits >> 32)};
  const bool integers = shape.a == Element::S8 || shape.a == Element::U8;
  const Fragments count = fragmentsOf(shape);
  double a[16][32], b[32][8];
  gather(warp, shape, slots.data(), a, b);
  uint32_t out[4][32];
  for (int lane = 0; lane < 32; ++lane) {
    uint16_t halves[4];
    for (int i = 0; i < 4; ++i) {
      int row = lane / 4 + 8 * (i >> 1), column = lane % 4 * 2 + (i & 1);
      const Slot *c = &slots[static_cast<size_t>(count.d + count.a + count.b)];
      double sum = 0;
      for (int k = 0; k < shape.k; ++k)
        sum += a[row][k] * b[k][column];
      if (integers) {
        int64_t total = static_cast<int64_t>(sum) + warp.from<int32_t>(c[i])[lane];
        out[i][lane] =
            static_cast<uint32_t>(in.flags ? std::min<int64_t>(std::max<int64_t>(total, INT32_MIN), INT32_MAX) : total);
      } else if (shape.halfSums) {
        halves[i] = static_cast<uint16_t>(
            roundTo(kF16, sum + valueOf(kF16, warp.from<uint32_t>(c[i / 2])[lane] >> (16 * (i & 1)) & 0xffff),
                    Rounding::Nearest, false));
      } else {
        out[i][lane] = bitsOf(canonical(static_cast<float>(sum + static_cast<double>(warp.from<float>(c[i])[lane]))));
      }
    }
    if (shape.halfSums)
      for (int i = 0; i < 2; ++i)
        out[i][lane] = uint32_t(halves[2 * i + 1]) << 16 | halves[2 * i];
  }
  for (int i = 0; i < count.d; ++i)
    warp.assign(slots[static_cast<size_t>(i)], out[i]);
}

bool vectorOf(Decoder &d, size_t i, int count, bool writes) {
  const Operand &operand = d.operand(i);
  const bool alone = count == 1 && operand.kind == Operand::Register;
  if (!alone && (operand.kind != Operand::Vector || operand.elements.size() != static_cast<size_t>(count)))
    return d.fail("operand " + std::to_string(i + 1) + " has " + std::to_string(operand.elements.size()) +
                  " registers, " + std::to_string(count) + " are wanted");
  for (int each = 0; each < count; ++each) {
    const Operand &part = alone ? operand : operand.elements[static_cast<size_t>(each)];
    Slot &slot = d.extra().slots.emplace_back();
    if (!(writes ? d.destination(part, Type::B32, slot) : d.source(part, Type::B32, slot)))
      return false;
  }
  return true;
}

bool wholeWarp(Decoder &d) {
  d.in.flow = Flow::Converge;
  d.in.from[3] = d.constant(4, ~uint64_t(0));
  return true;
}

bool decodeMultiply(Decoder &d) {
  if (!d.flag("sync") || !d.flag("aligned"))
    return d.fail(".sync.aligned is wanted");
  int which = d.choice("m16n8k4 m16n8k8 m16n8k16 m16n8k32");
  bool layout = d.flag("row") && d.flag("col"), saturates = d.flag("satfinite");
  d.choice("kind::f8f6f4");
  // Types in the order d, a, b, c.
  constexpr std::string_view names = "f32 f16 s32 bf16 tf32 e4m3 e5m2 s8 u8";
  int types[4];
  for (int &type : types)
    type = d.choice(names);
  if (which < 0 || !layout || types[3] < 0 || types[0] != types[3])
    return d.fail("unknown shape or types");
  constexpr Element elements[] = {Element::F16,  Element::F16,  Element::F16, Element::BF16, Element::TF32,
                                  Element::E4M3, Element::E5M2, Element::S8,  Element::U8};
  Shape shape{elements[types[1]], elements[types[2]], 4 << which, types[0] == 1, 0};
  const bool tiny = shape.a >= Element::E4M3, integers = shape.a >= Element::S8;
  shape.perRegister = shape.a == Element::TF32 ? 1 : tiny ? 4 : 2;
  const bool sameKind = tiny ? (shape.b >= Element::E4M3 && (shape.b >= Element::S8) == integers) : shape.a == shape.b;
  const int least = shape.a == Element::TF32 ? 4
                    : tiny                   ? (integers ? 16 : 32)
                                             : 8,
            most = shape.a == Element::TF32 ? 8
                   : tiny                   ? 32
                                            : 16;
  if (types[1] == 0 || types[1] == 2 || !sameKind || shape.k < least || shape.k > most ||
      (integers != (types[0] == 2)) || (saturates && !integers) || (shape.halfSums && shape.a != Element::F16 && !tiny))
    return d.fail("the shape and the types do not fit");
  const Fragments count = fragmentsOf(shape);
  if (!d.operands(4) || !vectorOf(d, 0, count.d, true) || !vectorOf(d, 1, count.a, false) ||
      !vectorOf(d, 2, count.b, false) || !vectorOf(d, 3, count.d, false))
    return false;
  d.extra().bits = uint64_t(shape.a) | uint64_t(shape.b) << 8 | uint64_t(shape.k) << 16 |
                   uint64_t(shape.halfSums) << 24 | uint64_t(shape.perRegister) << 32;
  d.in.flags = saturates;
  return wholeWarp(d) && d.emit(multiply);
}

// flags: 1 transposed, 2 stores; memory.count matrices of 8 rows of 16 bytes, whose addresses are the lanes'.
void moveMatrices(Warp &warp, const Instruction &in) {
  const MemoryOperand &memory = in.extra->memory;
  const uint32_t all = warp.exec;
  const int matrices = memory.count;
  uint64_t addresses[32];
  addressesOf(warp, memory, addresses);
  Located located;
  warp.exec = matrices == 4 ? ~0u : (1u << (8 * matrices)) - 1;
  bool found = locate(warp, memory, addresses, 16, in.flags & 2 ? Access::Write : Access::Read, located);
  warp.exec = all;
  if (!found)
    return;
  for (int matrix = 0; matrix < matrices; ++matrix) {
    uint32_t out[32];
    for (int lane = 0; lane < 32; ++lane) {
      uint16_t parts[2];
      if (in.flags & 2)
        std::memcpy(parts, &warp.from<uint32_t>(in.extra->slots[static_cast<size_t>(matrix)])[lane], 4);
      for (int part = 0; part < 2; ++part) {
        int row = lane / 4, column = lane % 4 * 2 + part;
        if (in.flags & 1)
          std::swap(row, column);
        uint8_t *at = located.at[8 * matrix + row] + 2 * column;
        if (in.flags & 2)
          std::memcpy(at, &parts[part], 2);
        else
          std::memcpy(&parts[part], at, 2);
      }
      std::memcpy(&out[lane], parts, 4);
    }
    if (!(in.flags & 2))
      warp.assign(in.extra->slots[static_cast<size_t>(matrix)], out);
  }
}

bool decodeMatrices(Decoder &d, bool stores) {
  bool form = d.flag("sync") && d.flag("aligned") && d.flag("m8n8");
  int count = d.choice("x1 x2 x4");
  bool transposed = d.flag("trans"), shared = d.flag("shared") || d.flag("shared::cta");
  Type type = d.type();
  if (!form || count < 0 || type != Type::B16 || !d.operands(2))
    return d.fail("unknown form");
  MemoryOperand &memory = d.extra().memory;
  memory.space = shared ? Space::Shared : Space::Generic;
  memory.count = static_cast<uint8_t>(1 << count);
  if (!vectorOf(d, stores ? 1 : 0, 1 << count, !stores) || !d.address(d.operand(stores ? 0 : 1), memory))
    return false;
  d.in.flags = static_cast<uint8_t>(transposed | (stores ? 2 : 0));
  return wholeWarp(d) && d.emit(moveMatrices);
}

} // namespace

void addMatrices(FamilyTable &table) {
  table["mma"] = decodeMultiply;
  table["ldmatrix"] = [](Decoder &d) { return decodeMatrices(d, false); };
  table["stmatrix"] = [](Decoder &d) { return decodeMatrices(d, true); };
}

} // namespace shardwright::cudadouble
