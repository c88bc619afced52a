"""usage: default.py PROGRAM...: what each device runs of each program is the same without --topology and with --topology=flat."""
import subprocess
import sys


def partitioned(program, *options):
    done = subprocess.run(["shardwright", "partition", program, *options], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{program} {' '.join(options)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def main():
    different = [program for program in sys.argv[1:] if partitioned(program) != partitioned(program, "--topology=flat")]
    print("\n".join(different))
    print(f"{len(sys.argv) - 1} programs, {len(different)} different")
    sys.exit(1 if different else 0)


main()
