"""The first GPU of this machine, by its driver alone."""
import ctypes
import glob
import os
import sys
import time

MAJOR, MINOR = 75, 76  # of its compute capability: numbers of attributes in cuda.h


class NoGpu(Exception):
    """Says why there is none."""


class Gpu:
    def __init__(self):
        try:
            self.cuda = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise NoGpu("no CUDA driver (libcuda.so.1)") from None
        number, count, device, name = ctypes.c_int(), ctypes.c_int(), ctypes.c_int(), ctypes.create_string_buffer(256)
        if self.cuda.cuInit(0) or self.cuda.cuDeviceGetCount(ctypes.byref(count)) or count.value == 0:
            raise NoGpu("CUDA's driver finds no GPU")
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDeviceGetName", name, len(name), device)
        self.call("cuDriverGetVersion", ctypes.byref(number))
        self.device, self.name = device, name.value.decode()
        self.driver = f"{number.value // 1000}.{number.value % 1000 // 10}"
        self.architecture = 10 * self.attribute(MAJOR) + self.attribute(MINOR)

    def call(self, function, *arguments):
        status = getattr(self.cuda, function)(*arguments)
        if status:
            raise NoGpu(f"{function}: CUDA's error {status}")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return value.value

    def target(self):
        """What to compile for: the newest architecture that is known and not newer than the GPU."""
        return f"cuda:sm_{max(known for known in (80, 90, 100) if known <= self.architecture)}"

    def copy_bytes_per_s(self, size=1 << 30, rounds=20):
        """Bytes read and written a second by the driver's copy of SIZE bytes on the GPU: the median of ROUNDS."""
        context, memory = ctypes.c_void_p(), [ctypes.c_uint64(), ctypes.c_uint64()]
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)
        for each in memory:
            self.call("cuMemAlloc_v2", ctypes.byref(each), ctypes.c_size_t(size))
        seconds = []
        for _ in range(rounds):
            begin = time.perf_counter()
            self.call("cuMemcpyDtoDAsync_v2", memory[1], memory[0], ctypes.c_size_t(size), None)
            self.call("cuCtxSynchronize")
            seconds.append(time.perf_counter() - begin)
        for each in memory:
            self.call("cuMemFree_v2", each)
        self.call("cuDevicePrimaryCtxRelease_v2", self.device)
        return 2 * size / sorted(seconds)[rounds // 2]


def use_libraries_of_python():
    """Lets what is started find the libraries that pip has installed for this interpreter (cuBLAS, cuDNN, NCCL)."""
    folders = {os.path.dirname(file) for base in sys.path
               for file in glob.glob(os.path.join(base, "nvidia", "*", "lib", "*.so.[0-9]*"))}
    old = os.environ.get("LD_LIBRARY_PATH", "")
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join([*filter(None, [old]), *sorted(folders)])
