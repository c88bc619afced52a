"""usage: nccl_calls.py CASE [together]

Two processes call NCCL's double by hand, as the case says; prints how the first one ends that fails, and what is found goes to stderr. Rank 1 does
something else than rank 0 in all cases but `good`. `together`: both ranks are one process, which makes and calls their communicators in groups.
"""
import ctypes
import os
import shutil
import signal
import sys

INT8, FLOAT32, SUM, MAX = 0, 7, 0, 2


class UniqueId(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_char * 128)]


cuda = ctypes.CDLL("libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
nccl = ctypes.CDLL("libnccl.so.2")
nccl.ncclCommInitRankConfig.argtypes = [ctypes.c_void_p, ctypes.c_int, UniqueId, ctypes.c_int, ctypes.c_void_p]
for name in ("ncclAllReduce", "ncclReduceScatter"):
    getattr(nccl, name).argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int,
                                    ctypes.c_void_p, ctypes.c_void_p]
nccl.ncclAllGather.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_void_p,
                               ctypes.c_void_p]
for name in ("ncclSend", "ncclRecv"):
    getattr(nccl, name).argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_void_p,
                                    ctypes.c_void_p]


def check(result):
    assert result == 0, result


def allocate(values, written=True):
    address = ctypes.c_uint64()
    check(cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4 * len(values))))
    if written:
        check(cuda.cuMemcpyHtoD_v2(address, (ctypes.c_float * len(values))(*values), ctypes.c_size_t(4 * len(values))))
    return address.value


def read(address, count):
    values = (ctypes.c_float * count)()
    check(cuda.cuMemcpyDtoH_v2(values, ctypes.c_uint64(address), ctypes.c_size_t(4 * count)))
    return list(values)


class Rank:
    """A GPU with a stream, and its communicator."""

    def __init__(self, case, rank):
        self.case, self.rank, self.other = case, rank, rank == 1
        self.context, self.stream, self.comm = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        check(cuda.cuInit(0))
        check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(self.context), 0 if case == "duplicate" else rank))
        self.enter()
        check(cuda.cuStreamCreate(ctypes.byref(self.stream), 1))

    def enter(self):
        check(cuda.cuCtxSetCurrent(self.context))

    def join(self, unique_id):
        self.enter()
        return nccl.ncclCommInitRankConfig(ctypes.byref(self.comm), 2, unique_id, self.rank, None)

    def call(self):
        self.enter()
        self.values = allocate([1.0 + self.rank, 2.0], written=not (self.case == "unwritten" and self.other))
        self.out = allocate([0.0] * 4)
        case, other, comm, stream = self.case, self.other, self.comm, self.stream
        if case in ("send", "size-of-a-message"):
            check(nccl.ncclGroupStart())
            check(nccl.ncclSend(self.values, 1 if other and case != "send" else 2, FLOAT32, 1 - self.rank, comm, stream))
            check(nccl.ncclRecv(self.out, 2, FLOAT32, 1 - self.rank, comm, stream))
            check(nccl.ncclGroupEnd())
        elif case == "kind" and other:
            check(nccl.ncclAllGather(self.values, self.out, 2, FLOAT32, comm, stream))
        else:
            count = 3 if case == "bounds" and other else 1 if case == "size" and other else 2
            check(nccl.ncclAllReduce(self.values, self.out, count, INT8 if case == "type" and other else FLOAT32,
                                     MAX if case == "reduction" and other else SUM, comm, stream))

    def wait(self):
        self.enter()
        check(cuda.cuStreamSynchronize(self.stream))
        print(f"rank {self.rank}: {read(self.out, 2)}", flush=True)

    def leave(self):
        self.enter()
        check(nccl.ncclCommFinalize(self.comm))
        check(nccl.ncclCommDestroy(self.comm))


def rank_main(case, rank, unique_id):
    one = Rank(case, rank)
    result = one.join(unique_id)
    if case == "duplicate":
        print(f"rank {rank}: error {result}", flush=True)
        return
    check(result)
    one.call()
    one.wait()
    one.leave()


def both_ranks(case, unique_id):
    ranks = [Rank(case, rank) for rank in range(2)]

    def grouped(what):
        check(nccl.ncclGroupStart())
        for one in ranks:
            what(one)
        return nccl.ncclGroupEnd()

    result = grouped(lambda one: one.join(unique_id))
    if case == "duplicate":
        print(f"both ranks: error {result}", flush=True)
        return
    check(result)
    check(grouped(Rank.call))
    for one in ranks:
        one.wait()
    check(nccl.ncclGroupStart())
    for one in ranks:
        check(nccl.ncclCommFinalize(one.comm))
    check(nccl.ncclGroupEnd())
    for one in ranks:
        check(nccl.ncclCommDestroy(one.comm))


def main():
    unique_id = UniqueId()
    check(nccl.ncclGetUniqueId(ctypes.byref(unique_id)))
    children = set()
    together = len(sys.argv) > 2
    for rank in range(1 if together else 2):
        child = os.fork()
        if child == 0:
            if together:
                both_ranks(sys.argv[1], unique_id)
            else:
                rank_main(sys.argv[1], rank, unique_id)
            os._exit(0)
        children.add(child)
    code = 0
    while children and code == 0:
        child, status = os.wait()
        children.remove(child)
        code = os.waitstatus_to_exitcode(status)
    for child in children:  # it waits for the other one
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    shutil.rmtree(unique_id.internal.decode().split(":")[1], ignore_errors=True)
    print(f"ended with {code}", flush=True)
    os._exit(0)


main()
