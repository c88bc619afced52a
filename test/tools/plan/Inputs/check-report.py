"""usage: check-report.py REPORT.json EXPLAIN.json

The step of a plan's report is that of explain on the program that was written; parts and bounds agree with each other."""
import json
import sys

report, explained = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
step, other = report["step"], explained["step"]
problems = []


def expect(good, what):
    if not good:
        problems.append(what)


expect(step["seconds"] == other["seconds"], f"a step takes {step['seconds']}, explain says {other['seconds']}")
expect(step["memory"]["peak"] == other["memory"]["peak"], f"it holds {step['memory']['peak']}, explain says {other['memory']['peak']}")
expect(report["mesh"] == explained["mesh"], f"the mesh is {report['mesh']}, explain says {explained['mesh']}")
executed = sum(each["executed"] for each in step["collectives"])
expect(executed == sum(each["executed"] for each in explained["collectives"]), f"{executed} collectives are executed")
expect(step["computing"] + step["exposed"] <= step["seconds"] * 1.0001, "parts are longer than the step")
bound = report["bound"]
expect(0 <= bound["lower_bound"] <= bound["seconds"], f"the bound is {bound}")
expect(abs(bound["gap"] - (bound["seconds"] / bound["lower_bound"] - 1)) < 1e-9, f"the gap is {bound}")
print("\n".join(problems) or "as explain says")
sys.exit(bool(problems))
