"""Writes a JAX function as files that `shardwright` reads:

    import shardwright_export as sw
    from jax.sharding import PartitionSpec as P

    mesh = sw.host_mesh(data=4, model=2)       # eight devices on this CPU; before JAX does anything else
    sw.export(step, (params, batch), "my_step", mesh=mesh,
              in_shardings=(spec_of_params, P("data")), donate_argnums=0)

writes into the folder my_step

    program.mlir        the function as StableHLO text, with shardings, names and source lines
    inputs/0.npy ...    the arguments of @main: the leaves of `args`, in order
    expected/0.npy ...  the results of @main, computed by JAX in the highest precision
    meta.json           names and types of both, mesh, tolerances, which arguments are keys, unused or donated

for `shardwright run my_step`, `shardwright explain my_step --topology=h100-8` and the like.

Pure Python; needs JAX (0.4.35 or newer) and NumPy, and nothing of Shardwright's. Static arguments: close over them
(functools.partial), or name them in static_argnums.
"""
import inspect
import json
import math
import os
import pathlib
import re
import sys

__all__ = ["export", "host_mesh"]
__version__ = "0.1.0"

#: Element types by their names in NumPy: the name in StableHLO text and, of floating point, the digits of the mantissa.
TYPES = {
    "bool": ("i1", None), "int2": ("i2", None), "int4": ("i4", None), "int8": ("i8", None), "int16": ("i16", None),
    "int32": ("i32", None), "int64": ("i64", None), "uint2": ("ui2", None), "uint4": ("ui4", None),
    "uint8": ("ui8", None), "uint16": ("ui16", None), "uint32": ("ui32", None), "uint64": ("ui64", None),
    "float4_e2m1fn": ("f4E2M1FN", 1), "float8_e3m4": ("f8E3M4", 4), "float8_e4m3": ("f8E4M3", 3),
    "float8_e4m3b11fnuz": ("f8E4M3B11FNUZ", 3), "float8_e4m3fn": ("f8E4M3FN", 3),
    "float8_e4m3fnuz": ("f8E4M3FNUZ", 3), "float8_e5m2": ("f8E5M2", 2), "float8_e5m2fnuz": ("f8E5M2FNUZ", 2),
    "float8_e8m0fnu": ("f8E8M0FNU", 0), "bfloat16": ("bf16", 7), "float16": ("f16", 10), "float32": ("f32", 23),
    "float64": ("f64", 52), "complex64": ("complex<f32>", 23), "complex128": ("complex<f64>", 52),
}


def tolerance(result, coarsest):
    """The relative tolerance of a result of one type in a program whose coarsest floating-point type is the other (names
    as in NumPy): four roundings to the coarsest type, or a thousand to the type that sums are taken in (at least
    float32). The absolute one follows from it by the size of the result, when it is compared."""
    digits = min(TYPES[name][1] for name in (result, coarsest))
    return float(f"{max(4 * 2.0**-digits, 1000 * 2.0 ** -max(digits, 23)):.2g}")


def storable(array):
    """A NumPy array that every reader of .npy files takes: NumPy's own types as they are, integers below a byte as
    bytes, other floating-point types as raw bytes (V1, V2)."""
    import numpy as np

    array = np.asarray(array)
    kind = TYPES.get(array.dtype.name)
    if kind is None:
        raise TypeError(f"arrays of {array.dtype.name} cannot be saved; there are {', '.join(TYPES)}")
    if array.dtype.name in ("int2", "int4", "uint2", "uint4"):
        return array.astype("int8" if array.dtype.name[0] == "i" else "uint8")
    if array.dtype.isbuiltin != 1:
        return np.ascontiguousarray(array).reshape(array.shape).view(f"V{array.dtype.itemsize}")
    return array


def counts(text):
    """How many arguments and results @main has in StableHLO text, whose signature is one line."""
    signature = text[text.index("@main("):].split("\n", 1)[0]
    arguments, _, results = re.sub(r'"(\\.|[^"\\])*"', '""', signature).partition(") -> ")
    return len(re.findall(r"%\w+:", arguments)), len(re.findall(r"tensor<|!stablehlo\.token", results))


def host_mesh(**axes):
    """A mesh of devices on this CPU: `host_mesh(data=4, model=2)`. JAX makes as many devices as it is told when it
    starts, so call this before anything else of JAX's."""
    count = math.prod(axes.values())
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    flags = os.environ.get("XLA_FLAGS", "")
    if "xla_force_host_platform_device_count" not in flags:
        os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={count}".strip()
    import jax
    import numpy as np

    devices = jax.devices("cpu")
    if len(devices) < count:
        raise RuntimeError(
            f"the mesh {axes} has {count} devices, JAX has started with {len(devices)}: call host_mesh before anything "
            f"else of JAX's, or set XLA_FLAGS=--xla_force_host_platform_device_count={count}")
    return jax.sharding.Mesh(np.array(devices[:count]).reshape(tuple(axes.values())), tuple(axes))


def _is_spec(value):
    from jax.sharding import PartitionSpec

    return value is None or isinstance(value, PartitionSpec)


def _placed(specs, mesh):
    """PartitionSpecs of a pytree as shardings on the mesh; other shardings stay as they are."""
    import jax

    def place(spec):
        if not isinstance(spec, jax.sharding.PartitionSpec):
            return spec
        if mesh is None:
            raise ValueError(f"{spec} needs a mesh: pass mesh=host_mesh({next(filter(None, spec), 'x')}=8) or your own")
        return jax.sharding.NamedSharding(mesh, spec)

    return jax.tree_util.tree_map(place, specs, is_leaf=_is_spec)


def _is_key(leaf):
    import jax

    return hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key)


def _number(leaf, where):
    """A leaf of the arguments or results as the NumPy array that @main takes or gives."""
    import jax
    import numpy as np

    if _is_key(leaf):
        leaf = jax.random.key_data(leaf)
    try:
        return np.asarray(jax.numpy.asarray(leaf))
    except (TypeError, ValueError) as error:
        raise TypeError(f"{where} is no array but {type(leaf).__name__} ({error}); close over it with functools.partial, "
                        "or name it in static_argnums") from None


def _abstract(leaf):
    """The leaf's type alone, so that nothing depends on the devices it is on; its sharding where it has one by name."""
    import jax

    if not hasattr(leaf, "dtype") or not hasattr(leaf, "shape"):
        return leaf
    sharding = getattr(leaf, "sharding", None)
    if not isinstance(sharding, jax.sharding.NamedSharding):
        sharding = None
    dtype = leaf.dtype if _is_key(leaf) else jax.dtypes.canonicalize_dtype(leaf.dtype)
    return jax.ShapeDtypeStruct(leaf.shape, dtype, sharding=sharding)


def _names(fn, args, static):
    """What the source calls each leaf of the arguments: `params['dense']['kernel']`."""
    import jax

    try:
        parameters = list(inspect.signature(fn).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    names = []
    for position, arg in enumerate(args):
        if position in static:
            continue
        named = position < len(parameters) and parameters[position].kind in (
            inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        root = parameters[position].name if named else f"args[{position}]"
        names += [root + jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(arg)[0]]
    return names


def _jaxprs(value):
    """Every jaxpr inside the parameters of an equation."""
    if hasattr(value, "jaxpr"):
        value = value.jaxpr
    if hasattr(value, "eqns"):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _jaxprs(each)


def _types(jaxpr, found):
    """Names of the element types that equations of a jaxpr, and of those inside it, round their results to."""
    for equation in jaxpr.eqns:
        for variable in equation.outvars:
            found.add(getattr(getattr(variable.aval, "dtype", None), "name", ""))
        for parameter in equation.params.values():
            for inner in _jaxprs(parameter):
                _types(inner, found)
    return found


def _unused(jaxpr):
    """Which arguments of a jaxpr nothing in it reads."""
    read = {id(variable) for equation in jaxpr.eqns for variable in equation.invars} | {id(v) for v in jaxpr.outvars}
    return [number for number, variable in enumerate(jaxpr.invars) if id(variable) not in read]


def _mesh_of(mesh, text):
    """Axes and sizes, major to minor: of the mesh that was given, else of the first in the text."""
    if mesh is not None:
        return [{"axis": str(axis), "size": int(size)} for axis, size in mesh.shape.items()]
    found = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\]", text)
    axes = re.findall(r'"([^"]+)"=(\d+)', found.group(1)) if found else []
    return [{"axis": axis, "size": int(size)} for axis, size in axes]


def _save(folder, arrays):
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.npy"):
        if old.stem.isdigit():
            old.unlink()
    for number, array in enumerate(arrays):
        np.save(folder / f"{number}.npy", storable(array), allow_pickle=False)


def _stored(leaf):
    """Shape and type of a leaf as @main takes or gives it: keys are arrays of integers there."""
    import jax

    return jax.eval_shape(jax.random.key_data if _is_key(leaf) else jax.numpy.asarray, leaf)


def _described(name, leaf, **more):
    stored = _stored(leaf)
    entry = {"name": name, "type": TYPES[stored.dtype.name][0], "shape": list(stored.shape)}
    if _is_key(leaf):
        entry["key"] = str(leaf.dtype)
    entry.update({fact: True for fact, holds in more.items() if holds})
    return entry


def _tolerances(kinds, types, rtol, atol):
    """By element type of the results, what a comparison allows; what is given wins."""
    floats = [name for name in types.union(kinds) if TYPES.get(name, ("", None))[1] is not None]
    coarsest = min(floats, key=lambda name: TYPES[name][1], default="float32")
    found = {}
    for kind in kinds:
        if TYPES[kind][1] is not None:
            found[TYPES[kind][0]] = {"rtol": tolerance(kind, coarsest) if rtol is None else rtol}
            if atol is not None:
                found[TYPES[kind][0]]["atol"] = atol
    return found


def _donated(args, donate, static):
    """For each leaf of the arguments, whether it is given away."""
    import jax

    donate = {donate} if isinstance(donate, int) else set(donate)
    return [position in donate for position, arg in enumerate(args) if position not in static
            for _ in jax.tree_util.tree_leaves(arg)]


def export(fn, args, directory, in_shardings=None, out_shardings=None, donate_argnums=(), *, mesh=None,
           static_argnums=(), expected=True, rtol=None, atol=None):
    """Writes `fn`, applied to the tuple `args`, into the folder `directory`; returns what meta.json holds.

    in_shardings, out_shardings   as jax.jit takes them, of shardings or of PartitionSpecs on `mesh`; without
                                  in_shardings those of `args` count, where they are arrays on a mesh
    mesh                          of the PartitionSpecs (see host_mesh)
    donate_argnums, static_argnums  as jax.jit takes them
    expected                      whether to run it too, for expected/; a pytree of results is written in place of JAX's.
                                  With False, args may be shapes (jax.ShapeDtypeStruct): only the program is written
    rtol, atol                    what to allow in place of `tolerance`
    """
    import jax

    static = {static_argnums} if isinstance(static_argnums, int) else set(static_argnums)
    dynamic = tuple(arg for position, arg in enumerate(args) if position not in static)
    paths = _names(fn, args, static)
    leaves = jax.tree_util.tree_leaves(dynamic)
    shapes = any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in leaves)
    if shapes and expected is True:
        raise ValueError("some arguments are shapes without numbers: pass expected=False")
    inputs = [] if shapes else [_number(leaf, name) for leaf, name in zip(leaves, paths)]

    options = {"keep_unused": True, "donate_argnums": donate_argnums, "static_argnums": tuple(static)}
    for option, specs in (("in_shardings", in_shardings), ("out_shardings", out_shardings)):
        if specs is not None:
            options[option] = _placed(specs, mesh)
    types = [arg if position in static else jax.tree_util.tree_map(_abstract, arg) for position, arg in enumerate(args)]
    traced = jax.jit(fn, **options).trace(*types)
    lowered = traced.lower()
    text = lowered.as_text(debug_info=True)
    found = counts(text)
    results = jax.tree_util.tree_flatten_with_path(lowered.out_info)[0]
    if found != (len(leaves), len(results)):
        raise ValueError(f"@main has {found[0]} arguments and {found[1]} results, the function {len(leaves)} and "
                         f"{len(results)} arrays: values that JAX adds (tokens of ordered callbacks) cannot be exported")

    folder = pathlib.Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "program.mlir").write_text(text)
    if not shapes:
        _save(folder / "inputs", inputs)
    outputs = expected
    if expected is True:
        with jax.default_matmul_precision("highest"):
            outputs = jax.jit(fn, static_argnums=tuple(static))(*args)
    numbers = []
    if expected is not False:
        numbers = [_number(leaf, f"result {i}") for i, leaf in enumerate(jax.tree_util.tree_leaves(outputs))]
        _save(folder / "expected", numbers)

    unused, donated = _unused(traced.jaxpr.jaxpr), _donated(args, donate_argnums, static)
    axes, kinds = _mesh_of(mesh, text), [_stored(info).dtype.name for _, info in results]
    meta = {
        "name": getattr(fn, "__name__", folder.name),
        "jax": jax.__version__,
        "mesh": axes,
        "devices": math.prod(axis["size"] for axis in axes),
        "tolerances": _tolerances(kinds, _types(traced.jaxpr.jaxpr, set()), rtol, atol),
        "arguments": [_described(paths[i], leaf, unused=i in unused, donated=donated[i]) for i, leaf in enumerate(leaves)],
        "results": [_described("result" + jax.tree_util.keystr(path), info) for path, info in results],
    }
    (folder / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")
    print(f"{folder}: {len(leaves)} arguments, {len(results)} results; next: shardwright run {folder}", file=sys.stderr)
    return meta
