"""usage: check-pipelines.py REPORT.json LAYERS

Pipelines of a plan's report have all layers, stages of equal meshes on all devices, and bubbles that are no longer than those of
stages that take turns."""
import json
import math
import sys

report, layers = json.load(open(sys.argv[1], encoding="utf-8")), int(sys.argv[2])
pipelines, devices = report["pipelines"], report["devices"]
problems = [] if pipelines else ["there are none"]
for each in pipelines:
    stages, microbatches, chunks = each["stages"], each["microbatches"], each["chunks"]
    here = len(problems)
    if sum(each["layers"]) != layers or len(each["layers"]) != stages * chunks:
        problems.append(f"layers {each['layers']}")
    if stages * each["devices"] != devices or math.prod(axis["size"] for axis in each["mesh"]) != each["devices"]:
        problems.append(f"{each['devices']} devices")
    if len(each["drawing"]) != (stages if stages > 1 else 0) or len({len(line) for line in each["drawing"]}) > 1:
        problems.append(f"drawing {each['drawing']}")
    if chunks > 1 and microbatches % stages:
        problems.append("interleaved")
    if not 0 <= each["bubble"] <= (stages - 1) / stages + 1e-9:
        problems.append(f"bubble {each['bubble']}")
    if each["peak_bytes"] <= 0 or each["seconds"] <= 0 or "not written" not in each["reason"]:
        problems.append(f"{each['peak_bytes']} bytes, {each['seconds']} s: {each['reason']}")
    problems[here:] = [f"{each['name']}: {problem}" for problem in problems[here:]]
exact = [each for each in pipelines if not each["rough"]]
if len(exact) not in (1, 2):
    problems.append(f"{len(exact)} are priced on their own mesh")
print("\n".join(problems) or f"{len(pipelines)} pipelines")
sys.exit(bool(problems))
