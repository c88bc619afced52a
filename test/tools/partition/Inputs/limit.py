"""usage: limit.py SHARDWRIGHT FILE...

Partitions each program under memory limits: one that it keeps anyway, one byte below what it holds without a limit, and
one that nothing keeps. Where a limit is said to be kept, the summary must agree; its price must be said, and on a machine be what
`cost step` says of both plans.
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def partition(tool, file, *options):
    result = subprocess.run([tool, "partition", file, "--summary", "--json", *options], capture_output=True, text=True,
                            check=False)
    summary = json.loads(result.stdout) if result.returncode == 0 else None
    if summary:
        summary.pop("seconds")
    return result.returncode, summary, result.stderr


def microseconds(tool, file, machine, *options):
    """What a step of the plan takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plan.mlir")
        subprocess.run([tool, "partition", file, "-o", path, machine, *options], stderr=subprocess.DEVNULL, check=True)
        step = subprocess.run([tool, "cost", "step", path, "--json", machine], capture_output=True, text=True, check=True)
        return json.loads(step.stdout)["seconds"] * 1e6


def main():
    tool, *files = sys.argv[1:]
    bound = 0
    for file in files:
        for machine in [], ["--topology=h100-8"]:
            _, free, _ = partition(tool, file, *machine)
            peak = free["peak_bytes_per_device"]
            code, within, said = partition(tool, file, f"--memory={peak}", *machine)
            assert (code, within, said) == (0, free, ""), f"{file}: a limit that it keeps changes the program: {said}"
            code, within, said = partition(tool, file, f"--memory={peak - 1}", *machine)
            numbers = [int(number) for number in re.findall(r"(\d+) bytes", said)]
            if code == 0:
                bound += 1
                kept = within["peak_bytes_per_device"]
                assert kept < peak, f"{file}: holds {kept} bytes with a limit of {peak - 1}"
                assert numbers[:2] == [peak - 1, kept] and str(peak) in said, f"{file}: {said}"
                assert ("us a step" if machine else "sends") in said, f"{file}: {said}"
                if machine:
                    price = [float(us) for us in re.search(r"([\d.]+) us a step instead of ([\d.]+) us", said).groups()]
                    takes = [microseconds(tool, file, *machine, f"--memory={peak - 1}"), microseconds(tool, file, *machine)]
                    assert all(abs(a - b) <= 0.006 for a, b in zip(price, takes)), f"{file}: {said} but {takes}"
            else:
                assert code == 2 and numbers[0] == peak - 1 and f"needs {peak}" in said, f"{file}: {said}"
            code, _, said = partition(tool, file, "--memory=1", *machine)
            assert code == 2 and "option '--memory': 1 bytes" in said, f"{file}: {said}"
    assert bound, "no limit was ever kept by another plan"
    print(f"{bound} limits kept by another plan")


main()
