"""usage: nccl_calls.py CASE

Two processes call NCCL's double by hand, as the case says; prints how the first one ends that fails, and what is found goes to stderr. Rank 1 does
something else than rank 0 in all cases but `good`.
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


def rank_main(case, rank, unique_id):
    check(cuda.cuInit(0))
    context, stream, comm = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0 if case == "duplicate" else rank))
    check(cuda.cuCtxSetCurrent(context))
    check(cuda.cuStreamCreate(ctypes.byref(stream), 1))
    result = nccl.ncclCommInitRankConfig(ctypes.byref(comm), 2, unique_id, rank, None)
    if case == "duplicate":
        print(f"rank {rank}: error {result}", flush=True)
        return
    check(result)
    values = allocate([1.0 + rank, 2.0], written=not (case == "unwritten" and rank == 1))
    out = allocate([0.0] * 4)
    other = rank == 1
    if case in ("send", "size-of-a-message"):
        check(nccl.ncclGroupStart())
        check(nccl.ncclSend(values, 1 if other and case != "send" else 2, FLOAT32, 1 - rank, comm, stream))
        check(nccl.ncclRecv(out, 2, FLOAT32, 1 - rank, comm, stream))
        check(nccl.ncclGroupEnd())
    elif case == "kind" and other:
        check(nccl.ncclAllGather(values, out, 2, FLOAT32, comm, stream))
    else:
        check(nccl.ncclAllReduce(values, out, 3 if case == "bounds" and other else 1 if case == "size" and other else 2,
                                 INT8 if case == "type" and other else FLOAT32,
                                 MAX if case == "reduction" and other else SUM, comm, stream))
    check(cuda.cuStreamSynchronize(stream))
    print(f"rank {rank}: {read(out, 2)}", flush=True)
    check(nccl.ncclCommFinalize(comm))
    check(nccl.ncclCommDestroy(comm))


def main():
    unique_id = UniqueId()
    check(nccl.ncclGetUniqueId(ctypes.byref(unique_id)))
    children = set()
    for rank in range(2):
        child = os.fork()
        if child == 0:
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
