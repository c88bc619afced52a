"""The peer's virtual environment: build/benchmark-venv, made once."""
import os
import subprocess
import sys

from harness.programs import ROOT

FOLDER = os.path.join(ROOT, "build", "benchmark-venv")
PACKAGES = ["jax==0.10.2", "numpy"]


def python():
    """The interpreter that can import the peer; installs it where it is missing."""
    interpreter, complete = os.path.join(FOLDER, "bin", "python"), os.path.join(FOLDER, "installed")
    wanted = "\n".join(PACKAGES)
    if os.path.exists(complete):
        with open(complete, encoding="utf-8") as file:
            if file.read() == wanted:
                return interpreter
    print(f"installing {' and '.join(PACKAGES)} into {os.path.relpath(FOLDER, ROOT)}", file=sys.stderr)
    for command in ([sys.executable, "-m", "venv", "--clear", FOLDER],
                    [interpreter, "-m", "pip", "install", "--quiet", "--only-binary=:all:", *PACKAGES]):
        if subprocess.run(command, check=False).returncode:
            raise SystemExit(f"the peer could not be installed: {' '.join(command)} (--no-peer measures our side alone)")
    with open(complete, "w", encoding="utf-8") as file:
        file.write(wanted)
    return interpreter
