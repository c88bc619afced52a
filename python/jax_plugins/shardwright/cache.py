"""JAX's persistent compilation cache, which it uses for the platforms that it knows alone; our executables can be kept, too."""
from __future__ import annotations

import functools


def register() -> None:
    from jax._src import compilation_cache

    theirs = getattr(compilation_cache, "is_cache_used", None)
    is_enabled = getattr(compilation_cache, "_is_cache_enabled", None)
    if not theirs or not is_enabled:
        return

    @functools.wraps(theirs)
    def is_cache_used(backend):
        return is_enabled() if backend.platform == "shardwright" else theirs(backend)

    compilation_cache.is_cache_used = is_cache_used
