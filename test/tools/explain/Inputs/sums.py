"""sums.py [--run] PROGRAM...: checks that what explain says of a program agrees with itself and with other commands.

    tables and header    seconds of kernels and of collectives, bytes, FLOPs and memory add up
    partition --summary  the same bytes, FLOPs, peak and numbers of executions
    run --report         (--run) the same peak, and the same bytes: where the program alone decides how often a
                         collective runs, blocks are even, and no permute moves the blocks of some devices only; else
                         no more. On `flat`, whose kernels are as large as the host's
"""

import json
import math
import re
import subprocess
import sys
import tempfile


def tool(*words):
    done = subprocess.run(["shardwright", *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"shardwright {' '.join(words)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def isUneven(facts):
    """Whether a value is split into blocks of different sizes."""
    sizes = {axis["axis"]: axis["size"] for axis in facts["mesh"]}
    for value in facts["values"]:
        dims = re.match(r"tensor<((?:\d+x)*)", value["type"]).group(1).split("x")[:-1]
        for sharding in (value["sharding"], value.get("computed", "")):
            for dim, axes in zip(dims, re.findall(r"_(?:\{[^}]*\}|[\w:()]*)", sharding.split("]")[0])):
                parts = math.prod(sizes.get(axis, 1) for axis in re.findall(r"\w+", axes.lstrip("_")))
                if ":" in axes or int(dim) % parts:
                    return True
    return False


def check(program, run):
    summary = json.loads(tool("partition", program, "--summary", "--json"))
    machine = "h100-8" if summary["devices"] <= 8 else "h100-superpod"
    # What is decided for a machine is another program.
    summary = json.loads(tool("partition", program, "--summary", "--json", f"--topology={machine}"))
    facts = json.loads(tool("explain", program, "--json", f"--topology={machine}"))
    step, problems = facts["step"], []

    def same(what, got, want, tolerance=1e-9):
        if not math.isclose(got, want, rel_tol=tolerance, abs_tol=1e-15):
            problems.append(f"{what}: {got} is not {want}")

    def total(rows, value):
        return sum(value(row) * row["executed"] for row in rows)

    rows = [row for row in step["ops"] if not row.get("loop")]
    kernels = [row for row in rows if not row.get("collective")]
    collectives = [row for row in rows if row.get("collective")]
    same("seconds of kernels", total(kernels, lambda row: row["seconds"]), step["computing_seconds"])
    same("seconds of collectives", total(collectives, lambda row: row["seconds"]), step["communication_seconds"])
    same("seconds in the table of collectives", total(facts["collectives"], lambda row: row["seconds"]),
         step["communication_seconds"])
    same("computing and exposed communication", step["computing_seconds"] + step["exposed_seconds"], step["seconds"])
    same("bytes of collectives", total(facts["collectives"], lambda row: row["bytes_per_device"]),
         facts["bytes_per_device"])
    same("bytes of rows", total(rows, lambda row: row["bytes_sent"]), facts["bytes_per_device"])
    same("FLOPs of rows", total(rows, lambda row: row["flops"]), facts["flops_per_device"])
    same("executions", sum(row["executed"] for row in collectives), sum(row["executed"] for row in facts["collectives"]))
    memory = step["memory"]
    same("peak of the curve", max(bytes for _, bytes in memory["points"]), memory["peak"])
    same("peak", memory["peak"], facts["peak_bytes_per_device"])
    if memory["culprits"]:
        same("bytes at the peak", sum(each["bytes"] for each in memory["culprits"]), memory["peak"])
    same("MFU", step["mfu"], step["model_flops"] / (facts["devices"] * step["peak_flops_per_s"] * step["seconds"]))
    same("HFU", step["hfu"], step["hardware_flops"] / (facts["devices"] * step["peak_flops_per_s"] * step["seconds"]))

    for key in ("bytes_per_device", "flops_per_device", "peak_bytes_per_device"):
        same(f"{key} of explain and of the summary", facts[key], summary[key])
    same("executions in explain and in the summary", sum(row["executed"] for row in facts["collectives"]),
         sum(row["executed"] for row in summary["collectives"]))
    same("bytes in the summary", sum(row["bytes_per_device"] for row in summary["collectives"]),
         summary["bytes_per_device"])

    if run:
        facts = json.loads(tool("explain", program, "--json", "--topology=flat"))
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/report.json"
            tool("run", program, "--topology=flat", f"--report={path}")
            with open(path) as file:
                report = json.load(file)
        same("peak of explain and of the run", facts["peak_bytes_per_device"], report["peak_bytes_per_device"])
        permutes = any(row["op"] == "collective_permute" for row in facts["collectives"])
        if any("trip count" in note or "branch" in note for note in facts["step"]["notes"]):
            pass
        elif not permutes and not isUneven(facts):
            same("bytes of explain and of the run", facts["bytes_per_device"], report["bytes_per_device"])
        elif report["bytes_per_device"] > facts["bytes_per_device"]:
            problems.append(f"a run sends {report['bytes_per_device']} bytes, explain says {facts['bytes_per_device']}")
    return [f"{program}: {problem}" for problem in problems]


def main():
    arguments = sys.argv[1:]
    run = "--run" in arguments
    programs = [each for each in arguments if each != "--run"]
    problems = [problem for program in programs for problem in check(program, run)]
    print("\n".join(problems))
    print(f"{len(programs)} programs, {len(problems)} disagreements")
    sys.exit(1 if problems else 0)


main()
