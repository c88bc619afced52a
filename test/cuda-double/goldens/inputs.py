"""What the kernels of cases.py run on: words of 64 bits, by the type of the operand. The first SPECIAL ones pair special values with each
other, the rest are random; the same in every run and on every machine."""
import random
import struct

SPECIAL, COUNT = 256, 1024

F16 = [0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x0001, 0x03ff, 0x8200, 0x0400, 0x7bff, 0x3e00, 0xc100, 0x3c01]
BF16 = [0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x0001, 0x007f, 0x8040, 0x0080, 0x7f7f, 0x3fc0, 0xc020, 0x3f81]
F32 = [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xff812345, 0x00000001, 0x007fffff, 0x80400000, 0x00800000,
       0x7f7fffff, 0x3fc00000, 0xc0200000, 0x3f800001]
F64 = [0, 1 << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff0000012345678, 1, 0x000fffffffffffff,
       0x8008000000000000, 0x0010000000000000, 0x7fefffffffffffff, 0x3ff8000000000000, 0xc004000000000000, 0x3ff0000000000001]
INTEGER = [0, 1, 2, 7, 31, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, 0xffffffffffffffff]
SHIFT = [0, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0xffffffff, 0x80000001]
FIELD = [0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 255, 256, 200]


def f32(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f64(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def f16(value):
    return struct.unpack("<H", struct.pack("<e", value))[0]


def bf16(value):
    return f32(value) >> 16


def moderate(rng):
    """Often near an integer or a tie, of any magnitude that integers have."""
    scale = 2.0 ** rng.randrange(-4, 66)
    value = (rng.getrandbits(24) / 2 ** 23 - 1) * scale
    return round(value * 2) / 2 if rng.getrandbits(1) and abs(value) < 2 ** 40 else value


def pairs(values):
    return [values[i] | values[(5 * i + 3) % 16] << 16 for i in range(16)]


def four(make):
    return lambda rng: sum(make(rng) << (16 * i) for i in range(4))


def two(make):
    return lambda rng: sum(make(rng) << (32 * i) for i in range(2))


def between(least, most):
    return lambda rng: least + (most - least) * (rng.getrandbits(30) / 2 ** 30)


def small_half(rng):
    return f16(max(-60000.0, min(60000.0, moderate(rng))))


# Of each type: special values, and how a random one is made.
KINDS = {
    "pred": ([0, 1] * 8, lambda rng: rng.getrandbits(1)),
    "f16": (F16, lambda rng: rng.getrandbits(16) if rng.getrandbits(1) else small_half(rng)),
    "bf16": (BF16, lambda rng: rng.getrandbits(16) if rng.getrandbits(1) else bf16(moderate(rng))),
    "f16x2": (pairs(F16), lambda rng: small_half(rng) | small_half(rng) << 16 if rng.getrandbits(1) else rng.getrandbits(32)),
    "bf16x2": (pairs(BF16), lambda rng: bf16(moderate(rng)) | bf16(moderate(rng)) << 16 if rng.getrandbits(1) else rng.getrandbits(32)),
    "f32": (F32, lambda rng: rng.getrandbits(32) if rng.getrandbits(1) else f32(moderate(rng))),
    "f64": (F64, lambda rng: rng.getrandbits(64) if rng.getrandbits(1) else f64(moderate(rng))),
    "shift": (SHIFT, lambda rng: rng.randrange(70)),
    "field": (FIELD, lambda rng: rng.randrange(70)),
    "lane": ([i * 3 % 41 for i in range(16)], lambda rng: rng.randrange(40)),
    "exponent": ([v if i not in (8, 9, 10, 11, 12) else f32(i * 10.5) for i, v in enumerate(F32)], lambda rng: f32(between(-140, 130)(rng) if rng.getrandbits(1) else between(-4, 4)(rng))),
    "exponent16": (F16, lambda rng: f16(between(-20, 17)(rng) if rng.getrandbits(1) else between(-4, 4)(rng))),
    "unit16": (BF16, lambda rng: bf16(between(-8, 8)(rng))),
    "angle": ([v if i not in (4, 5, 12) else f32(i * 0.2) for i, v in enumerate(F32)], lambda rng: f32(between(-3.14159, 3.14159)(rng))),
    "e4m3x2": ([i * 0x1121 & 0xffff for i in range(15)] + [0xffff], lambda rng: rng.getrandbits(16)),
    "e5m2x2": ([i * 0x1121 & 0xffff for i in range(15)] + [0xffff], lambda rng: rng.getrandbits(16)),
    "whole_f16x2": ([0] * 16, four(lambda rng: f16(rng.randrange(-7, 8)))),
    "whole_bf16x2": ([0] * 16, four(lambda rng: bf16(rng.randrange(-7, 8)))),
    "whole_f32": ([0] * 16, two(lambda rng: f32(rng.randrange(-15, 16)))),
    "unit_f16x2": ([0] * 16, four(lambda rng: f16(between(-1, 1)(rng)))),
    "unit_bf16x2": ([0] * 16, four(lambda rng: bf16(between(-1, 1)(rng)))),
    "unit_f32": ([0] * 16, two(lambda rng: f32(between(-1, 1)(rng)))),
}


def integers(bits):
    return ([v & ((1 << bits) - 1) for v in INTEGER], lambda rng: rng.getrandbits(bits) if rng.getrandbits(1) else rng.getrandbits(rng.randrange(1, bits + 1)))


for size in (8, 16, 32, 64):
    for sign in "us":
        KINDS[f"{sign}{size}"] = integers(max(16, size))  # bytes are in registers of 16 bits, with whatever above
KINDS["word"] = integers(64)


def words(kind, position):
    """COUNT words for the operand at POSITION."""
    special, make = KINDS[kind]
    rng = random.Random(f"{kind} {position}")
    whole = kind.startswith(("whole", "unit_"))
    out = []
    for i in range(COUNT):
        if i < SPECIAL and not whole:
            out.append(special[(i % 16, i // 16, (7 * i + i // 16 + 3) % 16)[position]])
        else:
            out.append(make(rng))
    return out
