"""Shardwright: a sharding-aware tensor compiler. Programs in, per-device programs, plans and prices out.

    import shardwright as sw

    exe = sw.compile(text)                      # StableHLO with shardings, or sw.compile(fn, *args, in_shardings=...)
    results = exe(*arrays)                      # on the devices of its mesh, here
    plan = sw.plan(fn, *args, topology="h100-8")
    jax.jit(fn, in_shardings=plan.named(plan.in_shardings))
    sw.explain(text, topology="h100-8")         # who decided what, and what it costs

docs/python.md has the rest.
"""
try:
    from . import _core
except ImportError as error:
    raise ImportError(f"shardwright's compiled module is missing: pip install ./python makes it (docs/python.md); {error}") from None

from ._compiler import Cost, Explanation, Partitioned, Plan, compile, cost, explain, partition, plan
from ._errors import (Diagnostic, Error, FailedPrecondition, InternalError, InvalidArgument, InvalidProgram, NotFound,
                      OutOfMemory, Unavailable, Unsupported)
from ._runtime import Client, Executable, Interface, ShardedArray, load
from ._sharding import Mesh, Sharding, SubAxis
from ._xla import Comparison, compare_with_xla

__version__ = _core.version().split()[0]
__all__ = [
    "Client", "Comparison", "Cost", "Diagnostic", "Error", "Executable", "Explanation", "FailedPrecondition", "Interface",
    "InternalError", "InvalidArgument", "InvalidProgram", "Mesh", "NotFound", "OutOfMemory", "Partitioned", "Plan",
    "ShardedArray", "Sharding", "SubAxis", "Unavailable", "Unsupported", "compare_with_xla", "compile", "cost",
    "explain", "export", "host_mesh", "load", "partition", "plan",
]


def __getattr__(name: str):
    # What needs JAX comes with the first use of it.
    if name in ("export", "host_mesh"):
        import shardwright_export

        return getattr(shardwright_export, name)
    raise AttributeError(f"module 'shardwright' has no attribute '{name}'")
