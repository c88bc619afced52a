#!/usr/bin/env python3
"""usage: record.py [--library=libcuda.so.1] OUTDIR
          record.py [--library=libcuda.so.1] --compare=DIR [--family=NAME] [--show=N]

Runs the kernels of cases.py on device 0 and writes what they give: a JSON file for each family in OUTDIR. With --compare they are run and
compared with the files in DIR instead; exit status 1 and a line for each case that differs. Needs Python and the driver, nothing else.
Results that are exact are kept for the special inputs, and as a hash for the random ones; the others are kept whole.
"""
import argparse
import base64
import ctypes
import hashlib
import json
import lzma
import math
import os
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases  # noqa: E402
import inputs  # noqa: E402

THREADS = 128


class Device:
    def __init__(self, library):
        self.cuda = ctypes.CDLL(library)
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        name, driver = ctypes.create_string_buffer(128), ctypes.c_int()
        self.call("cuDeviceGetName", name, 128, device)
        self.call("cuDriverGetVersion", ctypes.byref(driver))
        self.name, self.driver = name.value.decode(), driver.value
        self.arrays = [self.allocate(8 * inputs.COUNT) for _ in range(3)]
        self.result = self.allocate(16 * inputs.COUNT)

    def call(self, function, *arguments):
        error = getattr(self.cuda, function)(*arguments)
        if error:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(error, ctypes.byref(text))
            sys.exit(f"record.py: {function}: {text.value.decode() if text.value else error}")

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def load(self, text):
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(8192)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(8192))
        if self.cuda.cuModuleLoadDataEx(ctypes.byref(module), text.encode() + b"\0", 2, options, values):
            sys.exit("record.py: " + log.value.decode())
        return module

    def run(self, module, case, words):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, case.name.encode())
        for array, values in zip(self.arrays, words):
            self.call("cuMemcpyHtoD_v2", array, struct.pack(f"<{inputs.COUNT}Q", *values), ctypes.c_size_t(8 * inputs.COUNT))
        self.call("cuMemcpyHtoD_v2", self.result, bytes(16 * inputs.COUNT), ctypes.c_size_t(16 * inputs.COUNT))
        parameters = (ctypes.c_void_p * 4)(*[ctypes.cast(ctypes.byref(each), ctypes.c_void_p) for each in (*self.arrays, self.result)])
        self.call("cuLaunchKernel", function, inputs.COUNT // THREADS, 1, 1, THREADS, 1, 1, 0, None, parameters, None)
        out = ctypes.create_string_buffer(8 * case.words * inputs.COUNT)
        self.call("cuMemcpyDtoH_v2", out, self.result, ctypes.c_size_t(len(out)))
        return list(struct.unpack(f"<{case.words * inputs.COUNT}Q", out.raw))

    def close(self):
        for array in (*self.arrays, self.result):
            self.call("cuMemFree_v2", array)


def width_of(case):
    return max(1, cases.WIDTH[case.result])


def packed(case, words):
    return b"".join(word.to_bytes(8, "little")[:width_of(case)] for word in words)


def unpacked(case, data):
    width = width_of(case)
    return [int.from_bytes(data[i:i + width], "little") for i in range(0, len(data), width)]


def kept(case):
    """How many of a case's words are written."""
    return case.words * (inputs.SPECIAL if case.within.startswith(("exact", "low")) else inputs.COUNT)


def number(bits, kind):
    if kind == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    if kind == "f16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits << 16 if kind == "bf16" else bits))[0]


def near(case, expected, actual):
    """Whether two results are within the error of the case, each of which the device may make."""
    if expected == actual:
        return True
    how, _, amount = case.within.partition(":")
    if how == "f32abs":  # two f32 in a word
        return all(abs(number(expected >> s & 0xffffffff, "f32") - number(actual >> s & 0xffffffff, "f32")) <= float(amount) for s in (0, 32))
    if how == "low":
        return (expected ^ actual) & ((1 << int(amount)) - 1) == 0
    if how == "exact":
        return False
    a, b = number(expected, case.result), number(actual, case.result)
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    if how == "abs":
        return abs(a - b) <= float(amount)
    if how == "rel":
        return abs(a - b) <= float(amount) * max(abs(a), abs(b)) + 6e-8
    if how == "log":  # 2^-22 absolute near 1, else relative
        return a == b or abs(a - b) <= max(2.0 ** -21, 2.0 ** -21 * abs(a))
    if math.isinf(a) or math.isinf(b):
        return how == "div" and min(abs(a), abs(b)) > 3.4e38
    # Neighbouring floats have neighbouring bits; results that are denormal may be flushed or lose bits.
    tiny = 2.0 ** -126
    return abs(a - b) <= float(amount) * 2.0 ** -23 * max(abs(a), abs(b), tiny)


def compare(case, stored, offset, words, operands, show):
    count = kept(case)
    expected = unpacked(case, stored["values"][offset:offset + count * width_of(case)])
    mask = (1 << (8 * width_of(case))) - 1
    wrong = [i for i in range(count) if not near(case, expected[i], words[i] & mask)]
    for i in wrong[:show]:
        where = i // case.words
        given = ", ".join(f"{operands[p][where]:#x}" for p in range(len(case.operands)))
        print(f"  {case.name}({given}) = {expected[i]:#x}, not {words[i] & mask:#x}")
    if wrong:
        return f"{len(wrong)} of {count} special inputs differ"
    if case.within == "exact" and hashlib.sha256(packed(case, words[count:])).hexdigest()[:16] != stored["hashes"][case.name]:
        return "random inputs differ"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default="libcuda.so.1")
    parser.add_argument("--compare")
    parser.add_argument("--family")
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("out", nargs="?")
    options = parser.parse_args()
    if not options.out and not options.compare:
        parser.error("a folder is wanted")
    device = Device(options.library)
    failures = total = 0
    begin = time.time()
    for family in cases.families():
        if options.family and family.name != options.family:
            continue
        module = device.load(cases.module(family))
        stored, hashes, values, offset = None, {}, bytearray(), 0
        if options.compare:
            with open(os.path.join(options.compare, family.name + ".json"), encoding="utf-8") as file:
                stored = json.load(file)
            stored["values"] = lzma.decompress(base64.b85decode(stored["values"]))
            if stored["cases"] != [case.name for case in family.cases]:
                sys.exit(f"record.py: {family.name}.json is of other cases: record it again")
        for case in family.cases:
            operands = [inputs.words(kind, position) for position, kind in enumerate(case.operands)]
            operands += [inputs.words("word", position) for position in range(len(operands), 3)]
            words = device.run(module, case, operands)
            total += 1
            count = kept(case)
            if stored:
                difference = compare(case, stored, offset, words, operands, options.show)
                offset += count * width_of(case)
                if difference:
                    failures += 1
                    print(f"{family.name}: {case.name}: {difference}")
                continue
            values += packed(case, words[:count])
            if case.within == "exact":
                hashes[case.name] = hashlib.sha256(packed(case, words[count:])).hexdigest()[:16]
        if not stored:
            os.makedirs(options.out, exist_ok=True)
            with open(os.path.join(options.out, family.name + ".json"), "w", encoding="utf-8") as file:
                json.dump({"device": device.name, "driver": device.driver, "cases": [case.name for case in family.cases], "hashes": hashes,
                           "values": base64.b85encode(lzma.compress(bytes(values))).decode()}, file)
                file.write("\n")
    device.close()
    print(f"{total} cases on {device.name}, {time.time() - begin:.1f} s" + (f", {failures} differ" if options.compare else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
