"""DLPack for arrays on this platform. JAX exports arrays of the platforms that it knows; ours are the host's memory, too."""
from __future__ import annotations

import functools

import numpy as np

_CPU = (1, 0)  # kDLCPU, which has one device


def _is_ours(array) -> bool:
    return array.platform() == "shardwright"


def _on_cpu_backend(array):
    """A copy, for the types that NumPy has no capsules of (bfloat16)."""
    import jax

    try:
        device = jax.devices("cpu")[0]
    except RuntimeError:
        raise BufferError(f"a capsule of {array.dtype} takes JAX's CPU backend: JAX_PLATFORMS=shardwright,cpu") from None
    return jax.device_put(array, device)


def register() -> None:
    from jax._src.array import ArrayImpl
    from jax._src.typing import DLDeviceType

    theirs, their_device = ArrayImpl.__dlpack__, ArrayImpl.__dlpack_device__

    @functools.wraps(theirs)
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if not _is_ours(self):
            return theirs(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)
        if dl_device is not None and tuple(dl_device) != _CPU:
            raise BufferError(f"the array is in the host's memory, the consumer asks for device {dl_device}")
        devices = len(self.sharding.device_set)
        if devices != 1:
            raise BufferError(f"an array over {devices} devices is not in one memory: gather it by jax.device_put first")
        view = np.asarray(self)
        if view.dtype.isbuiltin != 1:
            if copy is False:
                raise BufferError(f"a capsule of {view.dtype} takes a copy")
            return theirs(_on_cpu_backend(self), max_version=max_version)
        if copy:
            view = view.copy()
        if max_version is None or max_version[0] < 1:
            # Before version 1 a capsule cannot say that it is to be read only, so its memory is the consumer's own.
            if copy is False:
                raise BufferError("a consumer of DLPack before version 1 may write what it is given: it needs a copy")
            return (view if copy else view.copy()).__dlpack__()
        return view.__dlpack__(max_version=max_version)

    @functools.wraps(their_device)
    def __dlpack_device__(self):
        return (DLDeviceType.kDLCPU, 0) if _is_ours(self) else their_device(self)

    ArrayImpl.__dlpack__, ArrayImpl.__dlpack_device__ = __dlpack__, __dlpack_device__
