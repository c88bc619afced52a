"""NumPy arrays and what else has numbers, to and from the bytes that the runtime takes."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import InvalidArgument

#: Element types that NumPy has, by their names in StableHLO.
_OWN = {
    "i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "ui8": "uint8", "ui16": "uint16",
    "ui32": "uint32", "ui64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64",
    "complex<f32>": "complex64", "complex<f64>": "complex128",
}
#: Those of the package ml_dtypes, which JAX uses, too.
_MORE = {
    "i2": "int2", "i4": "int4", "ui2": "uint2", "ui4": "uint4", "bf16": "bfloat16", "f4E2M1FN": "float4_e2m1fn",
    "f6E2M3FN": "float6_e2m3fn", "f6E3M2FN": "float6_e3m2fn", "f8E3M4": "float8_e3m4", "f8E4M3": "float8_e4m3",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz", "f8E4M3FN": "float8_e4m3fn", "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E5M2": "float8_e5m2", "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu",
}


def dtype_of(element: str) -> np.dtype:
    """The NumPy type of an element type of StableHLO."""
    if element in _OWN:
        return np.dtype(_OWN[element])
    try:
        import ml_dtypes
    except ImportError:
        raise ImportError(f"NumPy has no type for {element}: install ml_dtypes") from None
    return np.dtype(getattr(ml_dtypes, _MORE[element]))


def _described(dtype: Any, shape: Any) -> str:
    return f"{dtype}[{', '.join(map(str, shape))}]"


def array_of(value: Any, dtype: np.dtype, shape: tuple[int, ...], what: str) -> np.ndarray:
    """The value as an array of that type and shape, without a copy where it has its numbers in the memory of this
    process, dense. Only numbers of Python's own are converted."""
    if isinstance(value, (bool, int, float, complex, list, tuple)):
        try:
            array = np.asarray(value, dtype)
        except (OverflowError, TypeError, ValueError) as error:
            raise InvalidArgument(f"{what} is {_described(dtype, shape)}: {error}") from None
    else:
        array = None
        if not isinstance(value, np.ndarray) and hasattr(value, "__dlpack__"):
            try:
                array = np.from_dlpack(value)
            except (BufferError, RuntimeError, TypeError, ValueError):
                array = None  # on another device, or of a type that DLPack lacks
        if array is None:
            array = np.asarray(value)
    if array.dtype != dtype or array.shape != tuple(shape):
        raise InvalidArgument(f"{what} is {_described(dtype, shape)}, {_described(array.dtype, array.shape)} is given"
                              + (f": convert it with .astype('{dtype}')" if array.shape == tuple(shape) else ""))
    return array


def raw(array: np.ndarray) -> np.ndarray:
    """Its bytes; a view where it is dense."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def shaped(data: np.ndarray, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    """Bytes as an array; a view."""
    return data.view(dtype).reshape(shape)
