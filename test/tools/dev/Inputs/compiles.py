"""usage: compiles.py BUILD ROOT LIKE FILE...

Whether every FILE of the tree ROOT compiles as the folder of the file LIKE does in the build, whose presets may compile
several files of a folder as one, with ROOT's headers first.
"""
import json
import os
import shlex
import subprocess
import sys

build, root, like, *files = sys.argv[1:]
with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    entry = next(entry for entry in json.load(file) if f" -o {os.path.dirname(like)}/CMakeFiles/" in entry["command"])
words = shlex.split(entry["command"])
words = [word for word in words[:words.index("-o")] if not word.endswith("ccache")]
for path in files:
    command = [words[0], "-I" + root, *words[1:], "-fsyntax-only", os.path.join(root, path)]
    if subprocess.run(command, cwd=entry["directory"], check=False).returncode:
        sys.exit(f"{path} does not compile")
