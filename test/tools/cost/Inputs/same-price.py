"""usage: same-price.py SHARDWRIGHT FOLDER THREE_NODES.json [COLLECTIVES [ASKED]]

Random collectives, so many on each of seven machines: `cost step --json`, `explain --json` and, of the first ASKED,
`cost collective --json` must print the same digits for each. Files go to FOLDER. Prints its seed, and what differs.
"""
import json
import random
import subprocess
import sys

SEED = 73
TYPES = {"f32": ("f32", 4), "bf16": ("bf16", 2), "i8": ("int8", 1)}


def run(*command):
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def parts(name, size):
    """The axis and its parts, as (text, devices)."""
    found = [(name, size)]
    for pre in range(1, size):
        for of in range(2, size // pre + 1):
            if size % pre == 0 and size // pre % of == 0 and of < size:
                found.append((f"{name}:({pre}){of}", of))
    return found


def collective(rng, mesh):
    """(what cost collective is asked, line of the program, type of the argument, type of the result)."""
    axes = [rng.choice(parts(*axis)) for axis in rng.sample(mesh, rng.randint(1, min(3, len(mesh))))]
    members = 1
    for _, size in axes:
        members *= size
    element = rng.choice(list(TYPES))
    name, width = TYPES[element]
    rows, columns = round(2 ** rng.uniform(0, 12)), round(2 ** rng.uniform(0, 20))
    block = -(-rows // members)
    whole, own = f"tensor<{rows}x{columns}x{element}>", f"tensor<{block}x{columns}x{element}>"
    op = rng.choice(["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute"])
    before, bytes_, pattern, argument, result = "", members * block * columns * width, None, whole, own
    if op == "all_reduce":
        before, bytes_, result = "sum ", rows * columns * width, whole
    elif op == "all_gather":
        argument, result = own, whole
    elif op == "reduce_scatter":
        before = "sum "
    elif op == "all_to_all":
        result = f"tensor<{block}x{columns * members}x{element}>"
    else:
        bytes_, result = rows * columns * width, whole
        swaps = rng.random() < 0.5
        pattern = "mutual_pairs" if swaps or members == 2 else "ring_shift"
        pairs = [[i, members - 1 - i if swaps else (i + 1) % members] for i in range(members)]
    after = {"all_gather": " dim 0", "reduce_scatter": " dim 0", "all_to_all": " split 0 concat 1"}.get(op, "")
    if pattern:
        after = f" pairs {pairs}"
    names = ", ".join(text for text, _ in axes)
    alike = op in ("all_reduce", "collective_permute")
    types = whole if alike else f"({argument}) -> {result}"
    asked = [f"--op={op}", f"--bytes={bytes_}", f"--axes={names.replace(' ', '')}", f"--type={name}"]
    if pattern:
        asked.append(f"--pattern={pattern}")
    return asked, f"spmd.{op} {before}%a@{after} over {{{names}}} on @mesh : {types}", argument, result


def main():
    tool, folder, three_nodes, *numbers = sys.argv[1:]
    collectives, asked, *_ = [int(number) for number in numbers] + [60, 9][len(numbers):]
    rng = random.Random(SEED)
    print("seed", SEED)
    wrong = compared = 0
    for number, (machine, mesh) in enumerate((
            ("h200-8", [("x", 2), ("y", 4)]), ("h100-superpod", [("x", 4), ("y", 2), ("z", 8)]),
            ("tpu-v5e", [("x", 16), ("y", 16)]), ("tpu-v4-twisted", [("x", 4), ("y", 4), ("z", 8)]),
            ("tpu-v5e-multislice", [("x", 4), ("y", 16), ("z", 16)]), (three_nodes, [("x", 18)]),
            ("flat", [("x", 2), ("y", 4), ("z", 3)]))):
        text = ", ".join(f"{name}={size}" for name, size in mesh)
        made = [collective(rng, mesh) for _ in range(collectives)]
        path = f"{folder}/machine{number}.mlir"
        with open(path, "w", encoding="utf-8") as file:
            arguments = ", ".join(f"%a{i}: {each[2]}" for i, each in enumerate(made))
            results = ", ".join(each[3] for each in made)
            file.write(f"sharding.mesh @mesh = <{text}>\nfunc.func @main({arguments}) -> ({results}) {{\n")
            for i, each in enumerate(made):
                file.write(f"  %r{i} = {each[1].replace('%a@', f'%a{i}')}\n")
            values = ", ".join(f"%r{i}" for i in range(len(made)))
            file.write(f"  return {values} : {results}\n}}\n")
        options = [path, f"--topology={machine}", "--disable=combine-collectives", "--json"]
        step, explained = run(tool, "cost", "step", *options), run(tool, "explain", *options)
        by_line = {int(op["location"].split(":")[-2]): op["seconds"] for op in step["ops"]}
        seconds = [each["seconds"] for each in explained["collectives"]]
        assert len(seconds) == len(made) == len(by_line), (len(seconds), len(by_line))
        for i in range(len(made)):
            found = {"step": by_line[i + 3], "explain": seconds[i]}
            if i < asked:
                answer = run(tool, "cost", "collective", f"--topology={machine}", f"--mesh={text.replace(' ', '')}",
                             "--json", *made[i][0])
                found["collective"] = answer["seconds"]
            compared += 1
            if len(set(found.values())) > 1:
                wrong += 1
                print(f"{path}:{i + 3}: on {machine}, {' '.join(made[i][0])}: {found}")
    print(f"{compared} collectives, {wrong} with different prices")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
