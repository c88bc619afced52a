"""Small kernels, one for each instruction with its modifiers, that a GPU and the device double run on the same inputs.

A case has a name, the types of its result and of its operands, the text of its instructions (operands are %a, %b, %c, the result %o), and
how close the double must come: exactly, or within an error that PTX documents. Types name what inputs are made of (see inputs.py) and
how wide the registers are.
"""
import dataclasses


@dataclasses.dataclass
class Case:
    name: str
    result: str            # type of %o; "raw": the text stores words by itself, at %po, WORDS of them for each thread
    operands: tuple        # types of %a, %b, %c
    text: str
    within: str = "exact"  # or "ulp:N", "abs:X": of the result's type
    words: int = 1
    declarations: str = ""


@dataclasses.dataclass
class Family:
    name: str
    cases: list
    version: str = "7.8"
    target: str = "sm_90"


WIDTH = {"pred": 0, "u8": 2, "s8": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "e4m3x2": 2, "e5m2x2": 2, "b16": 2,
         "u32": 4, "s32": 4, "b32": 4, "f32": 4, "f16x2": 4, "bf16x2": 4, "shift": 4, "small": 4, "field": 4, "angle": 4, "lane": 4, "tf32": 4,
         "exponent": 4, "exponent16": 2, "unit16": 2, "u64": 8, "s64": 8, "b64": 8, "f64": 8, "word": 8, "raw": 8}


def name_of(text):
    return "".join(c if c.isalnum() else "_" for c in text)


def case(instruction, result, *operands, within="exact"):
    """One instruction on as many registers as there are operands."""
    registers = ", ".join(["%o"] + ["%" + letter for letter in "abc"[:len(operands)]])
    return Case(name_of(instruction), result, operands, f"{instruction} {registers};", within)


def text(name, result, operands, body, **more):
    return Case(name, result, tuple(operands), body, **more)


def float_cases():
    out = []
    for rounding in ("rn", "rz", "rm", "rp"):
        for size in ("f32", "f64"):
            for op in ("add", "sub", "mul", "div"):
                out.append(case(f"{op}.{rounding}.{size}", size, size, size))
            out.append(case(f"fma.{rounding}.{size}", size, size, size, size))
            out.append(case(f"rcp.{rounding}.{size}", size, size))
            out.append(case(f"sqrt.{rounding}.{size}", size, size))
        for op in ("add", "mul"):
            out.append(case(f"{op}.{rounding}.ftz.f32", "f32", "f32", "f32"))
            out.append(case(f"{op}.{rounding}.sat.f32", "f32", "f32", "f32"))
        out.append(case(f"fma.{rounding}.ftz.sat.f32", "f32", "f32", "f32", "f32"))
    for op in ("sub", "div"):
        out.append(case(f"{op}.rn.ftz.f32", "f32", "f32", "f32"))
    for op in ("rcp", "sqrt"):
        out.append(case(f"{op}.rn.ftz.f32", "f32", "f32"))
    for op in ("min", "max"):
        for modifiers in ("", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
            out.append(case(f"{op}{modifiers}.f32", "f32", "f32", "f32"))
        out.append(case(f"{op}.f64", "f64", "f64", "f64"))
    for op in ("abs", "neg"):
        for modifiers in ("f32", "ftz.f32", "f64"):
            size = modifiers[-3:]
            out.append(case(f"{op}.{modifiers}", size, size))
    for size in ("f32", "f64"):
        out.append(case(f"copysign.{size}", size, size, size))
        for test in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            out.append(case(f"testp.{test}.{size}", "pred", size))
    return out


def approx_cases():
    """Errors as the PTX manual has them: units in the last place, or absolute ones."""
    out = []
    for op, operand, within in (("rcp.approx", "f32", "ulp:1"), ("rcp.approx.ftz", "f32", "ulp:1"), ("sqrt.approx", "f32", "ulp:2"),
                                ("sqrt.approx.ftz", "f32", "ulp:2"), ("rsqrt.approx", "f32", "ulp:2"), ("rsqrt.approx.ftz", "f32", "ulp:2"),
                                ("ex2.approx", "exponent", "ulp:2"), ("ex2.approx.ftz", "exponent", "ulp:2"), ("lg2.approx", "f32", "log"),
                                ("lg2.approx.ftz", "f32", "log"), ("sin.approx", "angle", "abs:5e-7"), ("cos.approx", "angle", "abs:5e-7"),
                                ("sin.approx.ftz", "angle", "abs:5e-7"), ("cos.approx.ftz", "angle", "abs:5e-7"), ("tanh.approx", "exponent", "rel:5.1e-4")):
        out.append(case(op + ".f32", "f32", operand, within=within))
    out.append(case("div.full.f32", "f32", "f32", "f32", within="div:2"))
    out.append(case("div.approx.f32", "f32", "f32", "f32", within="div:2"))
    out.append(case("div.full.ftz.f32", "f32", "f32", "f32", within="div:2"))
    out.append(case("ex2.approx.f16", "f16", "exponent16", within="rel:1.1e-3"))
    out.append(case("tanh.approx.f16", "f16", "exponent16", within="rel:2e-3"))
    out.append(case("ex2.approx.ftz.bf16", "bf16", "unit16", within="rel:8e-3"))
    out.append(case("tanh.approx.bf16", "bf16", "unit16", within="rel:8e-3"))
    return out


def half_cases():
    out = []
    for size in ("f16", "f16x2", "bf16", "bf16x2"):
        for op in ("add.rn", "sub.rn", "mul.rn"):
            out.append(case(f"{op}.{size}", size, size, size))
        out.append(case(f"fma.rn.{size}", size, size, size, size))
        out.append(case(f"fma.rn.relu.{size}", size, size, size, size))
        if size[0] == "f":
            for op in ("add", "mul"):
                out.append(case(f"{op}.ftz.{size}", size, size, size))
                out.append(case(f"{op}.sat.{size}", size, size, size))
            out.append(case(f"fma.rn.ftz.{size}", size, size, size, size))
        for op in ("min", "max"):
            for modifiers in ("", ".NaN", ".xorsign.abs"):
                out.append(case(f"{op}{modifiers}.{size}", size, size, size))
        for op in ("abs", "neg"):
            out.append(case(f"{op}.{size}", size, size))
    for order in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "geu", "num", "nan"):
        for size in ("f16", "bf16"):
            out.append(case(f"setp.{order}.{size}", "pred", size, size))
    return out


def fits(source, to):
    signs, bits = (source[0] == "s", to[0] == "s"), (int(source[1:]), int(to[1:]))
    return bits[0] < bits[1] if signs == (False, True) else signs[0] == signs[1] and bits[0] <= bits[1]


def conversion_cases():
    out = []
    integers = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
    floats = ("f16", "bf16", "f32", "f64")
    for to in integers:
        for source in integers:
            if to != source:
                out.append(case(f"cvt.{to}.{source}", to, source))
                if not fits(source, to):  # ptxas wants no .sat where nothing can saturate
                    out.append(case(f"cvt.sat.{to}.{source}", to, source))
        for source in ("f16", "f32", "f64"):
            for rounding in ("rni", "rzi", "rmi", "rpi"):
                out.append(case(f"cvt.{rounding}.{to}.{source}", to, source))
        out.append(case(f"cvt.rni.ftz.{to}.f32", to, "f32"))
        for source in ("f16", "f32", "f64"):
            for rounding in ("rn", "rz", "rm", "rp"):
                out.append(case(f"cvt.{rounding}.{source}.{to}", source, to))
    for rounding in ("rni", "rzi", "rmi", "rpi"):
        for size in ("f16", "f32", "f64"):
            out.append(case(f"cvt.{rounding}.{size}.{size}", size, size))
        out.append(case(f"cvt.{rounding}.ftz.f32.f32", "f32", "f32"))
        out.append(case(f"cvt.{rounding}.sat.f32.f32", "f32", "f32"))
    for to, source in (("f64", "f32"), ("f64", "f16"), ("f32", "f16"), ("f32", "bf16")):
        out.append(case(f"cvt.{to}.{source}", to, source))
    out.append(case("cvt.ftz.f64.f32", "f64", "f32"))
    out.append(case("cvt.sat.f32.f16", "f32", "f16"))
    for rounding in ("rn", "rz", "rm", "rp"):
        out.append(case(f"cvt.{rounding}.f32.f64", "f32", "f64"))
        out.append(case(f"cvt.{rounding}.ftz.f32.f64", "f32", "f64"))
        out.append(case(f"cvt.{rounding}.sat.f32.f64", "f32", "f64"))
        out.append(case(f"cvt.{rounding}.f16.f64", "f16", "f64"))
        out.append(case(f"cvt.{rounding}.f16.f32", "f16", "f32"))
    for rounding in ("rn", "rz"):
        out.append(case(f"cvt.{rounding}.relu.f16.f32", "f16", "f32"))
        out.append(case(f"cvt.{rounding}.bf16.f32", "bf16", "f32"))
        out.append(case(f"cvt.{rounding}.relu.bf16.f32", "bf16", "f32"))
        for size in ("f16x2", "bf16x2"):
            out.append(case(f"cvt.{rounding}.{size}.f32", size, "f32", "f32"))
            out.append(case(f"cvt.{rounding}.relu.{size}.f32", size, "f32", "f32"))
    out.append(case("cvt.sat.f32.f32", "f32", "f32"))
    out.append(case("cvt.rn.sat.f16.f32", "f16", "f32"))
    out.append(case("cvt.rna.tf32.f32", "tf32", "f32"))
    out.append(case("cvt.rn.tf32.f32", "tf32", "f32"))
    out.append(case("cvt.rz.tf32.f32", "tf32", "f32"))
    for size in ("e4m3x2", "e5m2x2"):
        out.append(case(f"cvt.rn.satfinite.{size}.f32", size, "f32", "f32"))
        out.append(case(f"cvt.rn.satfinite.relu.{size}.f32", size, "f32", "f32"))
        out.append(case(f"cvt.rn.satfinite.{size}.f16x2", size, "f16x2"))
        out.append(case(f"cvt.rn.f16x2.{size}", "f16x2", size))
    for to in ("s8", "u8"):
        out.append(case(f"cvt.pack.sat.{to}.s32.b32", "u32", "s32", "s32", "u32"))
    for to in ("s16", "u16"):
        out.append(case(f"cvt.pack.sat.{to}.s32", "u32", "s32", "s32"))
    return out


def integer_cases():
    out = []
    for size in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for op in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            out.append(case(f"{op}.{size}", size, size, size))
        for op in ("div", "rem"):  # by zero nothing is defined: one is added where there is a zero
            out.append(text(f"{op}_{size}", size, (size, size),
                            f".reg .pred %z; setp.eq.{size} %z, %b, 0; @%z add.{size} %b, %b, 1; {op}.{size} %o, %a, %b;"))
        for op in ("mad.lo", "mad.hi", "sad"):
            out.append(case(f"{op}.{size}", size, size, size, size))
        if size[0] == "s":
            for op in ("abs", "neg"):
                out.append(case(f"{op}.{size}", size, size))
        bits = size[1:]
        out.append(case(f"shr.{size}", size, size, "shift"))
    for bits in ("16", "32", "64"):
        for op in ("and", "or", "xor"):
            out.append(case(f"{op}.b{bits}", "u" + bits, "u" + bits, "u" + bits))
        for op in ("not", "cnot"):
            out.append(case(f"{op}.b{bits}", "u" + bits, "u" + bits))
        out.append(case(f"shl.b{bits}", "u" + bits, "u" + bits, "shift"))
    for a, b in (("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")):
        out.append(case(f"mul.wide.{a}", b, a, a))
        out.append(case(f"mad.wide.{a}", b, a, a, b))
    for size in ("u32", "s32"):
        for part in ("lo", "hi"):
            out.append(case(f"mul24.{part}.{size}", size, size, size))
            out.append(case(f"mad24.{part}.{size}", size, size, size, size))
        out.append(case(f"bfe.{size}", size, size, "field", "field"))
        out.append(case(f"bfe.{size[0]}64", size[0] + "64", size[0] + "64", "field", "field"))
        for wide in (size, size[0] + "64"):
            out.append(case(f"bfind.{wide}", "u32", wide))
            out.append(case(f"bfind.shiftamt.{wide}", "u32", wide))
        for mode in ("clamp", "wrap"):
            out.append(case(f"szext.{mode}.{size}", size, size, "field"))
        for other in ("u32", "s32"):
            out.append(case(f"dp4a.{size}.{other}", "u32", "u32", "u32", "u32"))
            out.append(case(f"dp2a.lo.{size}.{other}", "u32", "u32", "u32", "u32"))
            out.append(case(f"dp2a.hi.{size}.{other}", "u32", "u32", "u32", "u32"))
    out += [case("add.sat.s32", "s32", "s32", "s32"), case("sub.sat.s32", "s32", "s32", "s32"), case("mad.hi.sat.s32", "s32", "s32", "s32", "s32"),
            case("min.relu.s32", "s32", "s32", "s32"), case("max.relu.s32", "s32", "s32", "s32")]
    for size in ("u16x2", "s16x2"):
        for op in ("add", "min", "max"):
            out.append(case(f"{op}.{size}", "u32", "u32", "u32"))
    for bits in ("32", "64"):
        for op in ("popc", "clz"):
            out.append(case(f"{op}.b{bits}", "u32", "u" + bits))
        out.append(case(f"brev.b{bits}", "u" + bits, "u" + bits))
        for position, length in ((0, 5), (7, 9), (20, 30), (31, 1), (63, 4), (3, 0), (255, 3)):
            out.append(text(f"bfi_b{bits}_{position}_{length}", "u" + bits, ("u" + bits, "u" + bits), f"bfi.b{bits} %o, %a, %b, {position}, {length};"))
        out.append(text(f"bfi_b{bits}", "u" + bits, ("u" + bits, "field", "field"), f"bfi.b{bits} %o, %a, -7, %b, %c;"))
    for direction in ("l", "r"):
        for mode in ("clamp", "wrap"):
            out.append(case(f"shf.{direction}.{mode}.b32", "u32", "u32", "u32", "shift"))
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        out.append(case(f"prmt.b32{mode}", "u32", "u32", "u32", "u32"))
    for mode in ("clamp", "wrap"):
        out.append(case(f"bmsk.{mode}.b32", "u32", "field", "field"))
    for lookup in (0x00, 0x80, 0x96, 0xca, 0xe8, 0x1d, 0xff):
        out.append(text(f"lop3_{lookup}", "u32", ("u32", "u32", "u32"), f"lop3.b32 %o, %a, %b, %c, {lookup};"))
    out.append(text("add_cc", "u64", ("u64", "u64"), """.reg .b32 %x<6>; mov.b64 {%x0, %x1}, %a; mov.b64 {%x2, %x3}, %b;
      add.cc.u32 %x4, %x0, %x2; addc.u32 %x5, %x1, %x3; mov.b64 %o, {%x4, %x5};"""))
    out.append(text("sub_cc", "u64", ("u64", "u64"), """.reg .b32 %x<6>; mov.b64 {%x0, %x1}, %a; mov.b64 {%x2, %x3}, %b;
      sub.cc.u32 %x4, %x0, %x2; subc.u32 %x5, %x1, %x3; mov.b64 %o, {%x4, %x5};"""))
    out.append(text("mad_cc", "u64", ("u32", "u32", "u64"), """.reg .b32 %x<6>; mov.b64 {%x0, %x1}, %c;
      mad.lo.cc.u32 %x2, %a, %b, %x0; madc.hi.u32 %x3, %a, %b, %x1; mov.b64 %o, {%x2, %x3};"""))
    return out


def comparison_cases():
    out = []
    for size in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for order in ("eq", "ne", "lt", "le", "gt", "ge") + (("lo", "ls", "hi", "hs") if size[0] == "u" else ()):
            out.append(case(f"setp.{order}.{size}", "pred", size, size))
    for size in ("f32", "f64"):
        for order in ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"):
            out.append(case(f"setp.{order}.{size}", "pred", size, size))
    out.append(case("setp.lt.ftz.f32", "pred", "f32", "f32"))
    for how in ("and", "or", "xor"):
        out.append(case(f"setp.lt.{how}.s32", "pred", "s32", "s32", "pred"))
        out.append(text(f"setp_pair_{how}", "u32", ("s32", "s32", "pred"),
                        f".reg .pred %q<2>; .reg .b32 %x<2>; setp.lt.{how}.s32 %q0|%q1, %a, %b, !%c; selp.u32 %x0, 1, 0, %q0; selp.u32 %x1, 2, 0, %q1; or.b32 %o, %x0, %x1;"))
    out.append(text("setp_f16x2", "u32", ("f16x2", "f16x2"),
                    ".reg .pred %q<2>; .reg .b32 %x<2>; setp.lt.f16x2 %q0|%q1, %a, %b; selp.u32 %x0, 1, 0, %q0; selp.u32 %x1, 2, 0, %q1; or.b32 %o, %x0, %x1;"))
    for to in ("u32", "s32", "f32"):
        out.append(case(f"set.le.{to}.f32", to, "f32", "f32"))
        out.append(case(f"set.gtu.{to}.f64", to, "f64", "f64"))
        out.append(case(f"set.lt.{to}.s32", to, "s32", "s32"))
    out.append(case("selp.b32", "u32", "u32", "u32", "pred"))
    out.append(case("selp.f64", "f64", "f64", "f64", "pred"))
    out.append(case("slct.u32.s32", "u32", "u32", "u32", "s32"))
    out.append(case("slct.f32.f32", "f32", "f32", "f32", "f32"))
    out.append(case("slct.ftz.f64.f32", "f64", "f64", "f64", "f32"))
    return out


def warp_cases():
    out = []
    for mode in ("up", "down", "bfly", "idx"):
        for clamp in (0, 31, 0x181f, 0x1000, 0x1c1f, 7):
            out.append(text(f"shfl_{mode}_{clamp}", "u32", ("u32", "lane"),
                            f".reg .pred %q; .reg .b32 %x; shfl.sync.{mode}.b32 %o|%q, %a, %b, {clamp}, 0xffffffff; selp.u32 %x, 0x80000000, 0, %q; xor.b32 %o, %o, %x;"))
    for mode in ("all", "any", "uni"):
        out.append(text(f"vote_{mode}", "pred", ("pred",), f"vote.sync.{mode}.pred %o, %a, 0xffffffff;"))
        out.append(text(f"vote_{mode}_not", "pred", ("pred",), f"vote.sync.{mode}.pred %o, !%a, 0xffffffff;"))
    out.append(text("vote_ballot", "u32", ("pred",), "vote.sync.ballot.b32 %o, %a, 0xffffffff;"))
    out.append(text("activemask", "u32", ("pred",), "mov.u32 %o, 0; @%a activemask.b32 %o; @!%a activemask.b32 %o;"))
    for size in ("32", "64"):
        out.append(text(f"match_any_{size}", "u32", ("u" + size,), f"and.b{size} %a, %a, 3; match.any.sync.b{size} %o, %a, 0xffffffff;"))
        out.append(text(f"match_all_{size}", "u32", ("u" + size,),
                        f".reg .pred %q; and.b{size} %a, %a, 0x10000; match.all.sync.b{size} %o|%q, %a, 0xffffffff; @%q add.u32 %o, %o, 5;"))
    for op in ("add", "min", "max"):
        for size in ("u32", "s32"):
            out.append(text(f"redux_{op}_{size}", size, (size,), f"redux.sync.{op}.{size} %o, %a, 0xffffffff;"))
    for op in ("and", "or", "xor"):
        out.append(text(f"redux_{op}", "u32", ("u32",), f"redux.sync.{op}.b32 %o, %a, 0xffffffff;"))
    # Half of the lanes take another path, and use masks of their own.
    out.append(text("divergent", "u32", ("u32", "lane"), """.reg .pred %q; .reg .b32 %x<2>; and.b32 %x0, %b, 1; setp.eq.u32 %q, %x0, 0; vote.sync.ballot.b32 %x1, %q, 0xffffffff;
      @%q bra even; not.b32 %x1, %x1; redux.sync.add.u32 %o, %a, %x1; bra.uni join; even: redux.sync.max.u32 %o, %a, %x1; join: add.u32 %o, %o, 1;"""))
    out.append(text("loop", "u32", ("u32", "lane"), """.reg .pred %q; .reg .b32 %x; mov.u32 %o, %a; mov.u32 %x, 0;
      again: mad.lo.u32 %o, %o, 1664525, 1013904223; add.u32 %x, %x, 1; setp.le.u32 %q, %x, %b; @%q bra again; redux.sync.xor.b32 %x, %o, 0xffffffff; xor.b32 %o, %o, %x;"""))
    out.append(text("bar_red", "u32", ("pred",), ".reg .pred %q; bar.red.popc.u32 %o, 0, %a; bar.red.or.pred %q, 0, %a; @%q add.u32 %o, %o, 1000; bar.red.and.pred %q, 0, !%a; @%q add.u32 %o, %o, 5000;"))
    return out


def atomic_cases():
    """Each thread on a place of its own: the old and the new value are defined."""
    out = []

    def atomic(op, size, operand, space="global", extra=""):
        bits = WIDTH[size] * 8
        place = "%po" if space == "global" else "%sh"
        body = f"""cvt.u{bits}.u64 %v, %wa; cvt.u{bits}.u64 %x, %wb; cvt.u{bits}.u64 %y, %wc;
      st.{space}.b{bits} [{place}], %v; atom.{space}.{op}.{operand} %w, [{place}], %x{', %y' if op == 'cas' else ''}; ld.{space}.b{bits} %v, [{place}];
      st.global.u64 [%po], 0; st.global.b{bits} [%po], %v; st.global.u64 [%po+8], 0; st.global.b{bits} [%po+8], %w;"""
        if bits == 64:
            body = body.replace("cvt.u64.u64", "mov.b64")
        # ptxas 13 makes of a sum of pairs in shared memory one that leaves the upper half as it is, which PTX does not say.
        within = "low:16" if space == "shared" and size[-2:] == "x2" else "exact"
        out.append(Case(name_of(f"atom.{space}.{op}.{operand}"), "raw", (size, size, size), body, within, words=2,
                        declarations=f".reg .b{bits} %v, %w, %x, %y;" + (" .shared .align 8 .b8 places[2048]; .reg .b64 %sh; .reg .b32 %st;"
                                                                        if space == "shared" else "") +
                        (" mov.u32 %st, %tid.x; mul.wide.u32 %sh, %st, 8; .reg .b64 %sb; mov.b64 %sb, places; add.u64 %sh, %sh, %sb;" if space == "shared" else "")))
    for space in ("global", "shared"):
        for size in ("u32", "s32", "u64", "s64"):
            for op in ("min", "max"):
                atomic(op, size, size, space)
            if size != "s64":
                atomic("add", size, size, space)
        for size in ("32", "64"):
            for op in ("and", "or", "xor", "exch", "cas"):
                atomic(op, "u" + size, "b" + size, space)
        for op in ("inc", "dec"):
            atomic(op, "u32", "u32", space)
        atomic("cas", "u16", "b16", space)
        atomic("add", "f32", "f32", space)
        atomic("add", "f64", "f64", space)
        atomic("add", "f16", "noftz.f16", space)
        atomic("add", "f16x2", "noftz.f16x2", space)
        atomic("add", "bf16", "noftz.bf16", space)
        atomic("add", "bf16x2", "noftz.bf16x2", space)
    return out


def matrix_cases():
    out = []

    def registers(prefix, count):
        return "{" + ", ".join(f"%{prefix}{i}" for i in range(count)) + "}"

    def multiply(shape, d, a, b, c, counts, prepare="", within="exact", name=""):
        nd, na, nb = counts
        # Registers are the halves of %wa, %wb, %wc and of what the other threads have, mixed by prepare.
        body = f"""mov.b64 {{%ra0, %ra1}}, %wa; mov.b64 {{%rb0, %rb1}}, %wb; mov.b64 {{%rc0, %rc1}}, %wc;
      shfl.sync.bfly.b32 %ra2, %ra0, 5, 31, 0xffffffff; shfl.sync.bfly.b32 %ra3, %ra1, 9, 31, 0xffffffff;
      shfl.sync.bfly.b32 %rc2, %rc0, 3, 31, 0xffffffff; shfl.sync.bfly.b32 %rc3, %rc1, 12, 31, 0xffffffff; {prepare}
      mma.sync.aligned.{shape}.row.col.{d}.{a}.{b}.{c} {registers('rd', nd)}, {registers('ra', na) if na > 1 else '{%ra0}'}, {registers('rb', nb)}, {registers('rc', nd)};
      st.global.v2.u32 [%po], {{%rd0, %rd1}};"""
        body += " st.global.v2.u32 [%po+8], {%rd2, %rd3};" if nd == 4 else " st.global.u64 [%po+8], 0;"
        out.append(Case(name_of(f"mma.{shape}.{d}.{a}.{b}{name}"), "raw", (operand, operand, sums), body, within=within, words=2,
                        declarations=".reg .b32 %ra<4>, %rb<2>, %rc<4>, %rd<4>;"))
    for a, operand in (("f16", "whole_f16x2"), ("bf16", "whole_bf16x2")):
        sums = "whole_f32"
        multiply("m16n8k16", "f32", a, a, "f32", (4, 4, 2))
        multiply("m16n8k8", "f32", a, a, "f32", (4, 2, 1))
    operand, sums = "whole_f16x2", "whole_f16x2"
    multiply("m16n8k16", "f16", "f16", "f16", "f16", (2, 4, 2))
    multiply("m16n8k8", "f16", "f16", "f16", "f16", (2, 2, 1))
    operand, sums = "whole_f32", "whole_f32"
    multiply("m16n8k8", "f32", "tf32", "tf32", "f32", (4, 4, 2))
    multiply("m16n8k4", "f32", "tf32", "tf32", "f32", (4, 2, 1))
    operand, sums = "word", "word"
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            multiply("m16n8k32", "s32", a, b, "s32", (4, 4, 2))
    multiply("m16n8k16", "s32", "s8", "u8", "s32", (4, 2, 1))
    for a, operand in (("f16", "unit_f16x2"), ("bf16", "unit_bf16x2")):
        sums = "unit_f32"
        multiply("m16n8k16", "f32", a, a, "f32", (4, 4, 2), within="f32abs:3e-5", name=".random")
    for trans in ("", ".trans"):
        for count in (1, 2, 4):
            names = ", ".join(f"%rd{i}" for i in range(count))
            body = f"""mov.u32 %t, %tid.x; mov.u32 %s, tile; mad.lo.u32 %u, %t, 16, %s;
      st.shared.v2.u64 [%u], {{%wa, %wb}}; bar.warp.sync 0xffffffff; mov.u32 %rd0, 0; mov.u32 %rd1, 0; mov.u32 %rd2, 0; mov.u32 %rd3, 0;
      xor.b32 %t, %t, 5; mad.lo.u32 %u, %t, 16, %s; ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {{{names}}}, [%u];
      st.global.v2.u32 [%po], {{%rd0, %rd1}}; st.global.v2.u32 [%po+8], {{%rd2, %rd3}};"""
            out.append(Case(f"ldmatrix_x{count}{trans.replace('.', '_')}", "raw", ("word", "word"), body, words=2,
                            declarations=".shared .align 16 .b8 tile[2048]; .reg .b32 %t, %s, %u, %rd<4>;"))
    return out


def memory_cases():
    out = []
    for size in ("u8", "s8", "u16", "s16", "u32", "s32", "u64"):
        bits = int(size[1:])
        wide = "u64" if size[0] == "u" else "s64"
        out.append(text(f"ld_{size}", "u64", ("word",), f"st.global.u64 [%po], %a; ld.global.{size} %o, [%po+{(8 - bits // 8) & 4}];"))
    out.append(text("vectors", "raw", ("word", "word"), "st.global.v2.u64 [%po], {%wb, %wa}; ld.global.v4.u16 {%h0, %h1, %h2, %h3}, [%po]; st.global.v4.u16 [%po+8], {%h3, %h1, %h2, %h0};",
                    words=2, declarations=".reg .b16 %h<4>;"))
    out.append(text("pack", "u64", ("word",), ".reg .b32 %x<2>; .reg .b16 %h<4>; mov.b64 {%x0, %x1}, %a; mov.b32 {%h0, %h1}, %x0; mov.b32 {%h2, %h3}, %x1; mov.b64 %o, {%h3, %h0, %h2, %h1};"))
    out.append(text("local", "u64", ("word", "word"), """.local .align 8 .b8 stack[64]; .reg .b64 %l, %g; .reg .b32 %x; cvt.u32.u64 %x, %b; and.b32 %x, %x, 7; mul.wide.u32 %l, %x, 8;
      mov.b64 %g, stack; add.u64 %l, %g, %l; cvta.local.u64 %g, %l; st.u64 [%g], %a; ld.local.u64 %o, [%l];"""))
    out.append(text("cp_async", "u64", ("word", "word"), """.shared .align 16 .b8 buffer[4096]; .reg .b64 %s; .reg .b32 %t, %u; st.global.u64 [%po], %a; membar.cta;
      mov.u32 %t, %tid.x; mov.u32 %u, buffer; mad.lo.u32 %u, %t, 8, %u; cp.async.ca.shared.global [%u], [%po], 8; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u64 %o, [%u];"""))
    out.append(text("call", "u64", ("u32", "u32"), """{ .param .b32 x; .param .b32 y; .param .align 8 .b8 z[16]; st.param.b32 [x], %a; st.param.b32 [y], %b;
      call.uni (z), both, (x, y); ld.param.v2.b64 {%o, %wc}, [z]; add.u64 %o, %o, %wc; }"""))
    out.append(text("brx", "u32", ("u32", "lane"), """.reg .b32 %x; and.b32 %x, %b, 3; targets: .branchtargets t0, t1, t2, t3; brx.idx %x, targets; t0: add.u32 %o, %a, 1; bra end; t1: mul.lo.u32 %o, %a, 3; bra end;
      t2: not.b32 %o, %a; bra end; t3: mov.u32 %o, 7; end: xor.b32 %o, %o, 0x55;"""))
    return out


FUNCTIONS = """
.func (.param .align 8 .b8 both_result[16]) both(.param .b32 both_0, .param .b32 both_1)
{
  .reg .b32 %r<3>; .reg .b64 %d<3>; .reg .pred %p;
  ld.param.b32 %r0, [both_0]; ld.param.b32 %r1, [both_1];
  setp.lt.u32 %p, %r0, %r1; @%p bra LESS;
  mul.wide.u32 %d0, %r0, %r1; st.param.b64 [both_result], %d0; st.param.b64 [both_result+8], 3; ret;
LESS:
  mul.wide.s32 %d0, %r0, %r1; mov.b64 %d1, -9; st.param.v2.b64 [both_result], {%d1, %d0}; ret;
}
"""


def families():
    return [Family("float", float_cases()), Family("approx", approx_cases()), Family("half", half_cases()), Family("conversion", conversion_cases(), "8.1"),
            Family("integer", integer_cases(), "8.0"), Family("comparison", comparison_cases()), Family("warp", warp_cases()), Family("atomic", atomic_cases()),
            Family("matrix", matrix_cases()), Family("memory", memory_cases())]


WIDTH.update({"whole_f16x2": 8, "whole_bf16x2": 8, "whole_f32": 8, "unit_f16x2": 8, "unit_bf16x2": 8, "unit_f32": 8})


def kernel(it):
    """The text of an entry: thread i takes word i of each operand's array and stores word i of the result's."""
    lines = [f".visible .entry {it.name}(.param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3)", "{",
             "  .reg .b64 %pa, %pb, %pc, %po, %wa, %wb, %wc, %wo, %index; .reg .b32 %i, %n, %thread;",
             "  mov.u32 %i, %ctaid.x; mov.u32 %n, %ntid.x; mov.u32 %thread, %tid.x; mad.lo.u32 %i, %i, %n, %thread; mul.wide.u32 %index, %i, 8;"]
    for i, letter in enumerate("abc"):
        lines.append(f"  ld.param.u64 %p{letter}, [p{i}]; add.u64 %p{letter}, %p{letter}, %index; ld.global.u64 %w{letter}, [%p{letter}];")
    lines.append(f"  mul.lo.u64 %index, %index, {it.words}; ld.param.u64 %po, [p3]; add.u64 %po, %po, %index;")
    if it.result != "raw":
        for letter, kind in zip("abc", it.operands):
            width = WIDTH[kind]
            if width == 0:
                lines.append(f"  .reg .pred %{letter}; and.b64 %w{letter}, %w{letter}, 1; setp.ne.u64 %{letter}, %w{letter}, 0;")
            elif width == 8:
                lines.append(f"  .reg .b64 %{letter}; mov.b64 %{letter}, %w{letter};")
            else:
                lines.append(f"  .reg .b{8 * width} %{letter}; cvt.u{8 * width}.u64 %{letter}, %w{letter};")
        width = WIDTH[it.result]
        lines.append("  .reg .pred %o;" if width == 0 else f"  .reg .b{8 * width} %o;")
    lines += ["  " + it.declarations, "  " + it.text]
    if it.result != "raw":
        if width == 0:
            lines.append("  selp.u64 %wo, 1, 0, %o;")
        elif width == 8:
            lines.append("  mov.b64 %wo, %o;")
        elif it.result in ("u8", "s8"):  # of a wider register
            lines.append("  and.b16 %o, %o, 255; cvt.u64.u16 %wo, %o;")
        else:
            lines.append(f"  cvt.u64.u{8 * width} %wo, %o;")
        lines.append("  st.global.u64 [%po], %wo;")
    return "\n".join(lines + ["  ret;", "}", ""])


def module(family):
    return "\n".join([f".version {family.version}", f".target {family.target}", ".address_size 64", FUNCTIONS if family.name == "memory" else ""] +
                     [kernel(it) for it in family.cases])
