"""usage: options.py COLUMNS.mlir NODES.json SCRATCH

What --topology, --order and --memory change on each command that takes them. Rows become columns: by bytes over both axes of the
mesh; on the machine inside its nodes alone, at the price of more bytes; with the axes the other way round over both again. A limit
of one byte is refused, and so is what names no machine and no axis.
"""
import json
import os
import subprocess
import sys


def run(*words):
    return subprocess.run(["shardwright", *words], capture_output=True, text=True, check=False)


def bytes_of_report(report):
    with open(report, encoding="utf-8") as file:
        return json.load(file)["bytes_per_device"]


def commands(program, scratch):
    """(name, words, the bytes that a device sends by what it printed or wrote)."""
    report, executable = os.path.join(scratch, "report.json"), os.path.join(scratch, "columns.swx")

    def printed(done):
        return json.loads(done.stdout)["bytes_per_device"]

    def of_executable(_):
        done = run("run", executable, f"--report={report}")
        assert done.returncode == 0, done.stderr
        return bytes_of_report(report)

    yield "partition", ["partition", program, "--summary", "--json"], printed
    yield "compile", ["compile", program, "-o", executable], of_executable
    yield "run", ["run", program, f"--report={report}"], lambda _: bytes_of_report(report)
    yield "reshard", ["reshard", "--mesh=x=2,y=8", "--type=64x64xf32", "--from=[I_y, J]", "--to=[I, J_{y,x}]", "--json"], printed
    yield "explain", ["explain", program, "--json"], printed


def main():
    program, nodes, scratch = sys.argv[1:]
    machine = f"--topology={nodes}"
    for name, words, sent in commands(program, scratch):
        found = []
        for options in [], ["--topology=flat"], [machine], [machine, "--order=y,x"], [machine, "--memory=1GiB"]:
            done = run(*words, *options)
            assert done.returncode == 0, done.stderr
            found.append(sent(done))
        refused = []
        for options in ["--topology=node"], [machine, "--order=y,z"], [machine, "--memory=1"]:
            done = run(*words, *options)
            assert done.returncode == 2, (name, options, done)
            refused.append(done.stderr.strip().split("; the names are")[0])
        print(f"{name}: {' '.join(map(str, found))} bytes; {'; '.join(refused)}")


main()
