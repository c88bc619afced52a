"""Shardwright as a platform of JAX: `JAX_PLATFORMS=shardwright` (docs/jax.md).

JAX imports this when it looks for plugins and calls `initialize`. It is a package of its own beside `shardwright`, whose
compiled module JAX does not need.
"""
from __future__ import annotations

import importlib
import importlib.util
import os
import pathlib

PLATFORM = "shardwright"
#: Below JAX's own CPU backend, so that installing the package takes no program over.
PRIORITY = -100


def library() -> pathlib.Path | None:
    """The plugin that the package came with. None in a tree of sources."""
    package = importlib.util.find_spec("shardwright")
    for folder in (package and package.submodule_search_locations) or ():
        path = pathlib.Path(folder, "lib", "libshardwright_pjrt.so")
        if path.exists():
            return path
    return None


def is_named_by_environment() -> bool:
    """Whether JAX loads a plugin of our name by itself, which it does once only."""
    named = os.environ.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(",")
    return any(entry.partition(":")[0] == PLATFORM for entry in named)


def initialize() -> None:
    from jax._src import xla_bridge

    def options():
        # As many devices as the program asks of JAX's CPU backend; else the plugin reads SHARDWRIGHT_NUM_DEVICES.
        devices = getattr(getattr(xla_bridge, "num_cpu_devices", None), "value", None)
        return {"num_devices": devices} if devices and devices > 0 else {}

    path = library()
    if is_named_by_environment():
        prepare()
    elif path is not None:
        prepare()
        xla_bridge.register_plugin(PLATFORM, priority=PRIORITY, library_path=str(path), options=options)


def prepare() -> None:
    """What JAX has to know of the platform beyond its library."""
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir

    # JAX lists by name which platforms are no experiment, and which donate. Where a version of JAX has no such list, the
    # platform works without.
    known = getattr(xla_bridge, "_nonexperimental_plugins", None)
    if isinstance(known, set):
        known.add(PLATFORM)
    donating = getattr(mlir, "_platforms_with_donation", None)
    if isinstance(donating, list) and PLATFORM not in donating:
        donating.append(PLATFORM)
    for part in ("cache", "dlpack", "lowerings"):
        name = f"{__name__}.{part}"
        if importlib.util.find_spec(name):
            importlib.import_module(name).register()
