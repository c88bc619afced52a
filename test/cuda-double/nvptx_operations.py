"""usage: nvptx_operations.py OUT.ll            writes functions with what LLVM IR has of operations, types, address spaces and orders
          nvptx_operations.py --load=LIBRARY FILE.ptx...   loads modules on the device double: everything in them must be known to it
"""
import ctypes
import sys

INTEGERS = ["i8", "i16", "i32", "i64", "<2 x i16>", "<4 x i8>", "<2 x i32>", "<4 x i32>", "i128"]
FLOATS = ["half", "bfloat", "float", "double", "<2 x half>", "<2 x bfloat>", "<2 x float>", "<4 x float>", "<4 x half>"]
SHORT = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}
BYTES = {"half": 2, "bfloat": 2, "float": 4, "double": 8}
SPACES = ["", "addrspace(1)", "addrspace(3)", "addrspace(4)", "addrspace(5)"]
SCOPES = ["", 'syncscope("device") ', 'syncscope("block") ']


def mangled(kind):
    if kind[0] != "<":
        return SHORT.get(kind, kind)
    count, element = kind[1:-1].split(" x ")
    return f"v{count}{SHORT.get(element, element)}"


class Writer:
    def __init__(self):
        self.functions, self.declarations = ['target triple = "nvptx64-nvidia-cuda"'], set()

    def kernel(self, parameters, body):
        self.functions.append(f"define ptx_kernel void @k{len(self.functions)}({', '.join(parameters)}) {{\n{body}\n ret void\n}}")

    def value(self, result, arguments, body):
        """A kernel that stores %r, which BODY computes of %a0, %a1, ..."""
        self.kernel(["ptr addrspace(1) %o"] + [f"{kind} %a{i}" for i, kind in enumerate(arguments)], f"{body}\n store {result} %r, ptr addrspace(1) %o")

    def intrinsic(self, name, result, arguments, constant="", flags=""):
        self.declarations.add(f"declare {result} @{name}({', '.join(arguments + ([constant.split()[0]] if constant else []))})")
        given = ", ".join([f"{kind} %a{i}" for i, kind in enumerate(arguments)] + ([constant] if constant else []))
        self.value(result, arguments, f" %r = call {flags}{result} @{name}({given})")


def integers(out):
    for kind in INTEGERS:
        name = mangled(kind)
        for op in "add sub mul and or xor shl lshr ashr udiv sdiv urem srem".split():
            if kind != "i128" or op[1:] not in ("div", "rem"):
                out.value(kind, [kind, kind], f" %r = {op} {kind} %a0, %a1")
        if kind == "i128":
            continue
        for op in "smax smin umax umin sadd.sat ssub.sat uadd.sat usub.sat".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind, kind])
        for op in "ctpop bitreverse".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind])
        for op in "ctlz cttz abs".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind], "i1 false")
        for op in "fshl fshr".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind] * 3)
        if kind in ("i16", "i32", "i64"):
            out.intrinsic(f"llvm.bswap.{name}", kind, [kind])


def floats(out):
    for kind in FLOATS:
        name = mangled(kind)
        for op in "fadd fsub fmul fdiv frem".split():
            out.value(kind, [kind, kind], f" %r = {op} {kind} %a0, %a1")
        out.value(kind, [kind], f" %r = fneg {kind} %a0")
        for op in "fabs sqrt floor ceil trunc rint nearbyint round roundeven".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind])
        for op in "copysign minnum maxnum minimum maximum".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind, kind])
        for op in "fma fmuladd".split():
            out.intrinsic(f"llvm.{op}.{name}", kind, [kind] * 3)
        if kind[0] == "<":
            out.value(kind, [kind, kind], f" %c = fcmp olt {kind} %a0, %a1\n %r = select <{kind[1]} x i1> %c, {kind} %a0, {kind} %a1")
            continue
        for order in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split():
            out.value("i1", [kind, kind], f" %r = fcmp {order} {kind} %a0, %a1")
        for to in FLOATS[:4]:
            if BYTES[to] != BYTES[kind]:
                out.value(to, [kind], f" %r = {'fpext' if BYTES[to] > BYTES[kind] else 'fptrunc'} {kind} %a0 to {to}")
        for integer in ("i1", "i8", "i16", "i32", "i64"):
            for sign in "su":
                out.value(integer, [kind], f" %r = fpto{sign}i {kind} %a0 to {integer}")
                out.value(kind, [integer], f" %r = {sign}itofp {integer} %a0 to {kind}")
                if integer != "i1":
                    out.intrinsic(f"llvm.fpto{sign}i.sat.{integer}.{name}", integer, [kind])
    for op in "sin cos exp2".split():
        out.intrinsic(f"llvm.{op}.f32", "float", ["float"], flags="afn ")
    out.value("float", ["float", "float"], " %r = fdiv afn float %a0, %a1")
    out.value("float", ["float"], " %r = fdiv float 1.0, %a0")


def memory(out):
    for kind in ("i32", "i64"):
        for space in SPACES[:3]:
            for op in "xchg add sub and nand or xor max min umax umin uinc_wrap udec_wrap".split():
                for order in ("monotonic", "acquire", "seq_cst"):
                    for scope in SCOPES[:2]:
                        out.value(kind, [f"ptr {space}", kind], f" %r = atomicrmw {op} ptr {space} %a0, {kind} %a1 {scope}{order}")
            out.value(kind, [f"ptr {space}", kind, kind],
                      f' %x = cmpxchg ptr {space} %a0, {kind} %a1, {kind} %a2 syncscope("block") acq_rel monotonic\n %r = extractvalue {{{kind}, i1}} %x, 0')
    for kind in FLOATS[:6]:
        for op in "fadd fsub fmax fmin".split():
            out.value(kind, ["ptr addrspace(1)", kind], f' %r = atomicrmw {op} ptr addrspace(1) %a0, {kind} %a1 syncscope("device") monotonic')
    for kind in INTEGERS + FLOATS + ["<2 x i64>", "<8 x half>", "<16 x i8>", "<8 x float>", "<4 x double>", "<3 x float>", "i1", "<2 x i1>"]:
        for space in SPACES:
            for how in ("", "volatile "):
                out.value(kind, [f"ptr {space}"], f" %r = load {how}{kind}, ptr {space} %a0")
            if space != "addrspace(4)":
                out.kernel([f"ptr {space} %p", f"{kind} %v"], f" store {kind} %v, ptr {space} %p")
    for scope in SCOPES:
        for order in ("acquire", "release", "acq_rel", "seq_cst"):
            out.kernel([], f" fence {scope}{order}")
        for order in ("monotonic", "acquire", "seq_cst"):
            out.value("i32", ["ptr addrspace(1)"], f" %r = load atomic i32, ptr addrspace(1) %a0 {scope}{order}, align 4")
    out.declarations |= {"declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)", "declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)",
                         "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)"}
    out.kernel(["ptr addrspace(1) %a", "ptr addrspace(1) %b", "i64 %n", "i8 %v"],
               " call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %a, ptr addrspace(1) align 8 %b, i64 %n, i1 false)\n"
               " call void @llvm.memset.p1.i64(ptr addrspace(1) %a, i8 %v, i64 %n, i1 false)")
    out.kernel(["ptr %a", "ptr %b", "i64 %n"], " call void @llvm.memmove.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)")
    out.functions.append("%S = type { i32, [5 x i64], half }")
    out.kernel(["ptr byval(%S) align 8 %s", "ptr addrspace(1) %o", "i32 %i"],
               " %p = getelementptr %S, ptr %s, i32 0, i32 1, i32 %i\n %v = load i64, ptr %p\n store i64 %v, ptr addrspace(1) %o")


def nvvm(out):
    for op in ("all", "any", "uni"):
        out.intrinsic(f"llvm.nvvm.vote.{op}.sync", "i1", ["i32", "i1"])
    out.intrinsic("llvm.nvvm.vote.ballot.sync", "i32", ["i32", "i1"])
    for op in ("up", "down", "bfly", "idx"):
        out.intrinsic(f"llvm.nvvm.shfl.sync.{op}.i32", "i32", ["i32"] * 4)
    for name in "tid.x tid.y ntid.x ctaid.z nctaid.y laneid warpid clock smid nsmid lanemask.lt warpsize".split():
        out.intrinsic("llvm.nvvm.read.ptx.sreg." + name, "i32", [])
    for name in ("clock64", "globaltimer"):
        out.intrinsic("llvm.nvvm.read.ptx.sreg." + name, "i64", [])
    for op in "ex2.approx.f lg2.approx.f sin.approx.f cos.approx.f rsqrt.approx.f rcp.approx.ftz.f sqrt.rn.f ex2.approx.ftz.f".split():
        out.intrinsic("llvm.nvvm." + op, "float", ["float"])
    for op in ("rsqrt.approx.d", "rcp.approx.ftz.d"):
        out.intrinsic("llvm.nvvm." + op, "double", ["double"])
    for op in ("redux.sync.add", "redux.sync.umax", "redux.sync.and", "match.any.sync.i32", "mulhi.i"):
        out.intrinsic("llvm.nvvm." + op, "i32", ["i32", "i32"])
    out.intrinsic("llvm.nvvm.prmt", "i32", ["i32"] * 3)
    out.intrinsic("llvm.nvvm.fma.rn.f16x2", "<2 x half>", ["<2 x half>"] * 3)
    out.intrinsic("llvm.nvvm.ff2bf16x2.rn", "<2 x bfloat>", ["float", "float"])
    out.intrinsic("llvm.nvvm.ff2f16x2.rn", "<2 x half>", ["float", "float"])
    out.intrinsic("llvm.nvvm.activemask", "i32", [])
    out.declarations.add("declare void @llvm.trap()")
    out.kernel(["i32 %x"], " call void @llvm.trap()")


def load(library, files):
    cuda = ctypes.CDLL(library)
    context = ctypes.c_void_p()
    assert cuda.cuInit(0) == 0 and cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0 and cuda.cuCtxSetCurrent(context) == 0
    for name in files:
        module = ctypes.c_void_p()
        with open(name, "rb") as file:
            error = cuda.cuModuleLoadDataEx(ctypes.byref(module), file.read() + b"\0", 0, None, None)
        if error:
            sys.exit(f"{name}: error {error}")


def main():
    if sys.argv[1].startswith("--load="):
        return load(sys.argv[1][7:], sys.argv[2:])
    out = Writer()
    for part in (integers, floats, memory, nvvm):
        part(out)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(out.functions + sorted(out.declarations)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
