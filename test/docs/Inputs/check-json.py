"""usage: check-json.py FILE.md

Runs the commands of a page's blocks ```json command="..." in a folder with the page's titled files, and compares what they
print with the shape that the block shows. Blocks ```json file="..." are about a file of the repository.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
KINDS = {"integer": int, "number": (int, float), "string": str, "boolean": bool}


def differences(shape, value, where):
    if isinstance(shape, str):
        kind, _, null = shape.partition(" or ")
        good = value is None if value is None and null else isinstance(value, KINDS[kind])
        if not good or isinstance(value, bool) != (kind == "boolean"):
            yield f"{where} is {json.dumps(value)[:60]}, the page says {shape}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where} is {json.dumps(value)[:60]}, the page says a list"
        else:
            for number, each in enumerate(value):
                yield from differences(shape[0], each, f"{where}[{number}]")
    elif not isinstance(value, dict):
        yield f"{where} is {json.dumps(value)[:60]}, the page says an object"
    elif "*" in shape:
        for name, each in value.items():
            yield from differences(shape["*"], each, f"{where}.{name}")
    else:
        for name in shape.keys() - value.keys() - {"..."}:
            yield f"{where} has no '{name}'"
        if "..." not in shape:
            for name in value.keys() - shape.keys():
                yield f"{where} has '{name}', which the page does not name"
        for name in shape.keys() & value.keys():
            yield from differences(shape[name], value[name], f"{where}.{name}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    count, found = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for title, text in re.findall(r"^```\w+ title=(\S+)\n(.*?)^```", page, re.S | re.M):
            with open(os.path.join(folder, title), "w", encoding="utf-8") as file:
                file.write(text)
        for kind, what, shape in re.findall(r'^```json (command|file)="([^\n]*)"\n(.*?)^```', page, re.S | re.M):
            command = what if kind == "command" else f"cat '{os.path.join(ROOT, what)}'"
            done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, check=True)
            found += [f"{what}: {line}" for line in differences(json.loads(shape), json.loads(done.stdout), "it")]
            count += 1
    print("\n".join(found + [f"{count} kinds of JSON, {len(found)} differences"]))
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
