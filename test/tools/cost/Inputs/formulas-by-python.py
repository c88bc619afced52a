"""usage: formulas-by-python.py QUANTITIES.jsonl

Every definition of a quantity is an expression that Python reads too: evaluates it there and by `shardwright cost eval`
on random inputs, several of each, and compares.
"""
import json
import math
import random
import subprocess
import sys

FUNCTIONS = {name: getattr(math, name) for name in ("ceil", "floor", "log2", "sqrt")}


def random_input(name, formula, rng):
    if name == "levels":
        return [[rng.randint(2, 9), rng.randint(2, 9), rng.uniform(1e9, 1e12)] for _ in range(3)]
    if name == "mesh":
        return {axis: rng.choice([2, 4, 8]) for axis in "XYZ"}
    if name in ("shape", "tile") or f"({name})" in formula and name == "axes":
        return [rng.randint(2, 50) for _ in range(2)]
    return rng.choice([rng.randint(2, 100), rng.uniform(0.5, 1e6), rng.randint(2, 10**12)])


def cases(path, rng):
    with open(path, encoding="utf-8") as file:
        quantities = [json.loads(line) for line in file]
    for quantity in quantities:
        for definition in quantity["definitions"]:
            for number in range(20):
                inputs = {name: random_input(name, definition["formula"], rng) for name in definition["inputs"]}
                try:
                    want = eval(definition["formula"], {"__builtins__": {}, "max": max, "min": min, "sum": sum,
                                                        "len": len, **FUNCTIONS, **inputs})
                except (ArithmeticError, ValueError):
                    continue
                if isinstance(want, complex):
                    continue
                if "op" in definition:
                    inputs["op"] = definition["op"]
                name = f"{quantity['group']}/{quantity['quantity']}/{definition.get('op')}/{number}"
                yield {"id": name, "group": quantity["group"], "quantity": quantity["quantity"], "inputs": inputs}, want


def agree(got, want):
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    return isinstance(got, (int, float)) and abs(got - want) <= 1e-9 * abs(want)


def main():
    rng = random.Random(7)
    expected, rows = {}, []
    for row, want in cases(sys.argv[1], rng):
        if row["id"] not in expected:
            expected[row["id"]] = want
            rows.append(row)
    done = subprocess.run(["shardwright", "cost", "eval", "-"], input="\n".join(map(json.dumps, rows)),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, encoding="utf-8")
    sys.stderr.write(done.stderr)
    answers = {answer["id"]: answer["value"] for answer in map(json.loads, done.stdout.splitlines())}
    wrong = [name for name, want in expected.items() if not agree(answers.get(name), want)]
    for name in wrong[:20]:
        print(f"{name}: {answers.get(name)}, but Python says {expected[name]}")
    asked = {name.rsplit("/", 2)[0] for name in expected}
    print(f"{len(asked)} quantities, {len(expected)} rows, {len(wrong)} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
