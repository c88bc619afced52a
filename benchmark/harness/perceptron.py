"""One model under many shardings: what an author could write, from the sensible to the wasteful."""
import itertools

MESH = {"x": 2, "y": 4}
BATCH, WIDTH, HIDDEN, LAYERS = 256, 256, 1024, 4
BATCHES = ([], ["x"], ["y"], ["x", "y"])
# How the weights up and down lie: whole, columns then rows over an axis, rows of both over x, both.
WEIGHTS = {"whole": ([[], []], [[], []]), "tensor over y": ([[], ["y"]], [["y"], []]),
           "tensor over x": ([[], ["x"]], [["x"], []]), "stored over x": ([["x"], []], [["x"], []]),
           "both": ([["x"], ["y"]], [["y"], ["x"]])}


def type_of(rows, columns):
    return f"tensor<{rows}x{columns}xf32>"


def argument(name, kind, at):
    dims = ", ".join("{" + ", ".join(f'"{axis}"' for axis in axes) + "}" for axes in at)
    return f"{name}: {kind} {{sdy.sharding = #sdy.sharding<@mesh, [{dims}]>}}"


def text(batch, weights):
    """A stack of perceptrons with residuals, in StableHLO."""
    x, up, down = type_of(BATCH, WIDTH), type_of(WIDTH, HIDDEN), type_of(HIDDEN, WIDTH)
    inner = type_of(BATCH, HIDDEN)
    arguments = [argument("%x", x, [batch, []])]
    for layer in range(LAYERS):
        arguments += [argument(f"%up{layer}", up, weights[0]), argument(f"%down{layer}", down, weights[1])]
    lines = ["module {", "sdy.mesh @mesh = <[%s]>" % ", ".join(f'"{axis}"={size}' for axis, size in MESH.items()),
             f"func.func public @main({', '.join(arguments)}) -> {x} {{"]
    value = "%x"
    for layer in range(LAYERS):
        lines += [f"%a{layer} = stablehlo.dot_general {value}, %up{layer}, contracting_dims = [1] x [0] : "
                  f"({x}, {up}) -> {inner}",
                  f"%b{layer} = stablehlo.tanh %a{layer} : {inner}",
                  f"%c{layer} = stablehlo.dot_general %b{layer}, %down{layer}, contracting_dims = [1] x [0] : "
                  f"({inner}, {down}) -> {x}",
                  f"%d{layer} = stablehlo.add {value}, %c{layer} : {x}"]
        value = f"%d{layer}"
    return "\n".join(lines + [f"return {value} : {x}", "}", "}"]) + "\n"


def shardings():
    """(name, text) of each."""
    for batch, (name, weights) in itertools.product(BATCHES, WEIGHTS.items()):
        yield f"batch over {' '.join(batch) or 'nothing'}, weights {name}", text(batch, weights)
