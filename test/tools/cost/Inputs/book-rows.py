"""usage: book-rows.py COST_EVAL DATA.jsonl PREDICTIONS.jsonl

Scores predictions with COST_EVAL and demands that every exact row is met. Rows that ask the same and want different
answers cannot all be met: of those, one must be.
"""
import collections
import importlib.util
import json
import sys


def main():
    spec = importlib.util.spec_from_file_location("cost_eval", sys.argv[1])
    cost_eval = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cost_eval)
    rows = cost_eval.load(sys.argv[2])
    answers = {answer["id"]: answer["value"] for answer in cost_eval.load(sys.argv[3])}
    asked = collections.defaultdict(list)
    for row in rows:
        asked[json.dumps([row["group"], row["quantity"], row["inputs"]], sort_keys=True)].append(row)
    missed = collections.Counter()
    groups = collections.Counter()
    for alike in asked.values():
        group = alike[0]["group"]
        if group == "measured":
            continue
        met = [cost_eval.matches(row, answers.get(row["id"])) for row in alike]
        values = {json.dumps(row["value"], sort_keys=True) for row in alike}
        good = all(met) if len(values) == 1 else any(met)
        groups[group] += 1
        missed[group] += not good
        if not good:
            print("missed", alike[0]["id"], json.dumps(answers.get(alike[0]["id"])))
    for group in sorted(groups):
        print(f"{group}: {groups[group]} asked, {missed[group]} missed")
    return 1 if sum(missed.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
