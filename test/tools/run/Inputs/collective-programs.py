"""usage: collective-programs.py DEVICES TYPE > program.mlir

A program of every collective and every reduction that is defined on the element type, along each dimension, padded and cut,
between groups of one axis and of several, in the order of the mesh and in another one. What it returns differs on each device.
"""
import sys

MESHES = {"2": [("x", 2)], "8": [("x", 2), ("y", 2), ("z", 2)]}
GROUPS = {"2": [["x"]], "8": [["x"], ["z"], ["z", "x"], ["x", "y", "z"]]}
ROWS, COLUMNS = 3, 6


def reductions(element):
    if element.startswith("complex"):
        return ["sum"]  # which is all that programs ask for
    if element[0] in "iu":
        return ["sum", "product", "max", "min", "and", "or", "xor"]
    return ["sum", "product", "max", "min"]


def main():
    devices, element = sys.argv[1:]
    mesh = MESHES[devices]
    every = "{" + ",".join(name for name, _ in mesh) + "}"
    body, results = [], []

    def add(text, rows, columns):
        body.append(f"  %{len(results)} = {text}")
        results.append((rows, columns))

    def tensor(rows, columns):
        return f"tensor<{rows}x{columns}x{element}>"

    whole = tensor(ROWS, COLUMNS)
    for axes in GROUPS[devices]:
        n = 2 ** len(axes)
        over = "over {" + ", ".join(axes) + "} on @m"
        up = lambda length: -(-length // n)
        for kind in reductions(element):
            add(f"spmd.all_reduce {kind} %a {over} : {whole}", ROWS, COLUMNS)
            for dim, shape in ((0, (up(ROWS), COLUMNS)), (1, (ROWS, up(COLUMNS)))):
                add(f"spmd.reduce_scatter {kind} %a dim {dim} {over} : ({whole}) -> {tensor(*shape)}", *shape)
        for dim, shape in ((0, (ROWS * n, COLUMNS)), (0, (ROWS * n - 1, COLUMNS)), (1, (ROWS, COLUMNS * n)),
                           (1, (ROWS, COLUMNS * n - 1))):
            add(f"spmd.all_gather %a dim {dim} {over} : ({whole}) -> {tensor(*shape)}", *shape)
        for split, concat, shape in ((1, 0, (ROWS * n, up(COLUMNS))), (0, 1, (up(ROWS), COLUMNS * n)),
                                     (0, 1, (up(ROWS), COLUMNS * n - 1))):
            add(f"spmd.all_to_all %a split {split} concat {concat} {over} : ({whole}) -> {tensor(*shape)}", *shape)
        pairs = [[i, i + 1] for i in range(n - 1)]
        add(f"spmd.collective_permute %a pairs {pairs} {over} : {whole}", ROWS, COLUMNS)
        add(f"spmd.collective_permute %a pairs {pairs + [[n - 1, 0]]} {over} : {whole}", ROWS, COLUMNS)

    def interface(rows, columns):
        spec = f"[_{every}, _]" if len(mesh) > 1 else f"[_{mesh[0][0]}, _]"
        return (f"{tensor(rows, columns)} {{sharding.spec = #sharding.spec<@m, {spec}>, "
                f"spmd.global_type = {tensor(rows * int(devices), columns)}}}")

    print(f"sharding.mesh @m = <{', '.join(f'{name}={size}' for name, size in mesh)}>")
    print(f"func.func @main(%a: {interface(ROWS, COLUMNS)}) -> ({', '.join(interface(*shape) for shape in results)}) {{")
    print("\n".join(body))
    print("  return", ", ".join(f"%{i}" for i in range(len(results))), ":", ", ".join(tensor(*s) for s in results))
    print("}")


main()
