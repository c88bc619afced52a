"""alternatives.py [--all] TOPOLOGIES PROGRAM...: what `explain` shows beside a choice is never cheaper than the choice.

Of every program on every shipped machine that holds its mesh; without --all, on every seventh pair, so that each machine meets
each kind of program over the list.
"""
import json
import os
import subprocess
import sys


def main():
    words = [word for word in sys.argv[1:] if word != "--all"]
    step = 1 if len(words) < len(sys.argv) - 1 else 7
    folder, *programs = words
    machines = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".json"))
    pairs = [(program, machine) for program in programs for machine in machines][::step]
    explained, alternatives, problems = 0, 0, []
    for program, machine in pairs:
        done = subprocess.run(["shardwright", "explain", program, "--json", f"--topology={machine}"],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            if "option '--topology'" not in done.stderr:
                problems.append(f"{program} on {machine}: {done.stderr}")
            continue
        explained += 1
        for row in json.loads(done.stdout)["collectives"]:
            for cause in row["causes"]:
                if "next_best" in cause:
                    alternatives += 1
                    if cause["next_best"]["seconds"] < 0:
                        problems.append(f"{program} on {machine}: {cause}")
    print("\n".join(problems))
    print(f"{explained} explained, {alternatives} alternatives, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
