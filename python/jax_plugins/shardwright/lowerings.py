"""JAX's lowerings for this platform where a rule for any platform is missing or slower.

JAX keeps a table of rules for each platform, by name, and has rules for linear algebra under ``cpu``: calls to LAPACK, which
the compiler knows. They are rules of this platform, too.
"""

_PLATFORM = "shardwright"

# Primitives by name; those that JAX has no rule for on other platforms, then those that LAPACK does faster.
_LIKE_CPU = (
    "eig",
    "eigh",
    "geqp3",
    "hessenberg",
    "schur",
    "tridiagonal",
    "cholesky",
    "geqrf",
    "householder_product",
    "lu",
    "ormqr",
    "svd",
    "triangular_solve",
    "tridiagonal_solve",
)


def register():
    """Adds the rules to JAX's tables. What a version of JAX does not have is left out."""
    import jax.lax  # noqa: F401  registers the rules that are copied
    from jax._src.interpreters import mlir

    platforms = getattr(mlir, "_platform_specific_lowerings", None)
    if platforms is None:
        return
    for primitive, entry in list(platforms["cpu"].items()):
        if primitive.name in _LIKE_CPU:
            platforms[_PLATFORM].setdefault(primitive, entry)
