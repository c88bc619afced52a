"""usage: quicker.py PROGRAM [--at-most=RATIO] [OPTIONS of the machine...]

Partitions the program by bytes and for the machine, prints both plans, plays both on the machine (`cost step`), and
fails where the machine's plan takes more than RATIO (default: 0.999) of the other's time:

    by bytes: 1 x all_to_all {y, x} 3932160 bytes; 3932160 bytes
    on the machine: 1 x all_to_all {y} 7340032 bytes; 7340032 bytes
    quicker
"""
import json
import os
import subprocess
import sys
import tempfile


def tool(*words):
    done = subprocess.run(["shardwright", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"shardwright {' '.join(words)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def plan(name, program, machine, options):
    """The seconds of the plan on the machine."""
    summary = json.loads(tool("partition", program, "--summary", "--json", *options))
    rows = [f"{row['executed']} x {row['op']} {{{', '.join(row['axes'])}}} {row['bytes_per_device']} bytes"
            for row in summary["collectives"]]
    print(f"{name}: {', '.join(rows)}; {summary['bytes_per_device']} bytes, {summary['flops_per_device']} flops")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plan.mlir")
        tool("partition", program, "-o", path, *options)
        return json.loads(tool("cost", "step", path, "--json", *machine))["seconds"]


def main():
    program, *machine = sys.argv[1:]
    most = 0.999
    for word in [word for word in machine if word.startswith("--at-most=")]:
        machine.remove(word)
        most = float(word.split("=")[1])
    by_bytes = plan("by bytes", program, machine, [])
    chosen = plan("on the machine", program, machine, machine)
    if chosen > most * by_bytes:
        sys.exit(f"the machine's plan takes {chosen * 1e6:.2f} us, {chosen / by_bytes:.3f} of {by_bytes * 1e6:.2f} us; "
                 f"at most {most} is wanted")
    print("quicker")


main()
