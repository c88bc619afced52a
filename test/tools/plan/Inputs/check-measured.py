"""Of everything that was run, the plan that was written is the quickest: REPORT.json LEAST, how many there are at least."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
plan = report["step"]["measured_seconds"]
others = [other["measured_seconds"] for other in [*report["alternatives"], report["author"] or {}] if other.get("measured_seconds")]
assert plan > 0, plan
assert len(others) + 1 >= int(sys.argv[2]), (plan, others)
assert min(others) >= plan, (plan, others)
