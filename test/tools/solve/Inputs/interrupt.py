"""usage: interrupt.py FOLDER

Interrupts a search that would go on for minutes, and reads what it then has written and printed."""
import json
import os
import random
import signal
import subprocess
import sys
import time

NODES, CHOICES = 3000, 8
random.seed(1)


def costs(count):
    return [random.randrange(1000000) for _ in range(count)]


folder = sys.argv[1]
problem, answer = os.path.join(folder, "large.json"), os.path.join(folder, "answer.json")
pairs = [random.sample(range(NODES), 2) for _ in range(3 * NODES)]
tables = [costs(CHOICES * CHOICES) for _ in pairs]
nodes = [costs(CHOICES) for _ in range(NODES)]
with open(problem, "w", encoding="utf-8") as file:
    json.dump({"problem": {"nodes": {"intervals": [[0, 0]] * NODES, "costs": nodes, "usages": [[0] * CHOICES] * NODES},
                           "edges": {"nodes": pairs, "costs": tables}}}, file)
begin = time.monotonic()
search = subprocess.Popen(["shardwright", "solve", problem, "--time-limit=300", "--json", "-o", answer],
                          stdout=subprocess.PIPE, text=True)
try:
    search.wait(2)
except subprocess.TimeoutExpired:
    search.send_signal(signal.SIGINT)
output, _ = search.communicate(timeout=120)
seconds = time.monotonic() - begin
with open(answer, encoding="utf-8") as file:
    found = json.load(file)
chosen = found["strategies"]
cost = sum(row[choice] for row, choice in zip(nodes, chosen)) + sum(
    table[chosen[one] * CHOICES + chosen[other]] for (one, other), table in zip(pairs, tables))
printed = json.loads(output)
good = (search.returncode == 0 and len(chosen) == NODES and found["cost"] == cost == printed["cost"]
        and 0 <= found["lower_bound"] == printed["lower_bound"] <= cost and seconds < 60)
print(f"exit status {search.returncode}, {seconds:.1f} s, cost {found['cost']} of {cost}, {printed}")
sys.exit(not good)
