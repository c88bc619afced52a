"""usage: check-author.py FOLDER TOPOLOGY RATIO PROGRAM.mlir ...

Plans programs anew in the memory of the machine, with time enough for a machine under load: a step takes at most RATIO of
that with their authors' annotations."""
import json
import os
import subprocess
import sys


def output(*command):
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


folder, topology, ratio, *programs = sys.argv[1:]
failed = 0
for program in programs:
    author = output("shardwright", "explain", program, f"--topology={topology}", "--json")["step"]
    plan = os.path.join(folder, "plan.json")
    subprocess.run(["shardwright", "plan", program, f"--topology={topology}", "--drop-annotations", "--budget=60",
                    f"--report={plan}", "-o", os.path.join(folder, "plan.mlir")],
                   stdout=subprocess.DEVNULL, check=True)
    with open(plan, encoding="utf-8") as file:
        report = json.load(file)
    step = report["step"]
    good = (step["seconds"] <= float(ratio) * author["seconds"] and step["memory"]["fits"]
            and report["author"]["seconds"] == author["seconds"])
    failed += not good
    print(f"{os.path.basename(program)}: {step['seconds']:.4f} s of {author['seconds']:.4f} s, "
          f"{step['memory']['peak']} bytes beside {author['memory']['peak']}, {report['bound']}")
sys.exit(failed)
