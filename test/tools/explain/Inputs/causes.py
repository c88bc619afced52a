"""usage: causes.py EXPLANATION.json: fails where a collective does not say why it is there and what else there is."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    facts = json.load(file)
for number, collective in enumerate(facts["collectives"]):
    what = f"collective {number} ({collective['op']})"
    assert collective["causes"], f"{what}: no cause"
    for cause in collective["causes"]:
        assert cause["place"].get("line") or cause["place"].get("author"), f"{what}: no line"
        assert cause["value"].get("place"), f"{what}: no line of the value"
        assert ("next_best" in cause) != ("asked" in cause), f"{what}: what else?"
        if "next_best" in cause:
            assert cause["next_best"]["placement"] and cause["placement"], f"{what}: runs how?"
print(f"{len(facts['collectives'])} collectives, each with a cause at a line, and what else could be done")
