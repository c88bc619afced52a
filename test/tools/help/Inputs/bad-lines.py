"""Every command refuses wrong command lines alike: exit status 2, nothing on stdout, one line on stderr that begins with
the command and names what is wrong."""
import re
import subprocess
import sys

failures = []


def ask(*words):
    return subprocess.run(["shardwright", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


def refuse(message, *words):
    done = ask(*words)
    want = f"shardwright {words[0]}: {message}" if words[0] in tops else f"shardwright: {message}"
    lines = done.stderr.splitlines()
    if done.returncode != 2 or done.stdout or len(lines) != 1 or not re.fullmatch(want, lines[0]):
        failures.append(f"{words}: exit status {done.returncode}, {done.stdout[:80]!r}, {done.stderr[:200]!r}; expected {want}")


def leaves(*words):
    text = ask("help", *words).stdout
    names = re.findall(r"^  ([a-z]\S*|QUANTITY)  ", text, re.M) if "COMMAND --help` lists" in text else []
    if not names:
        yield words, text
    for name in names:
        yield from leaves(*words, name)


tops = re.findall(r"^  ([a-z]\S*)  ", ask("help").stdout, re.M)
for words, text in leaves():
    words = words[:-1] if words[-1] == "QUANTITY" else words
    refuse("unknown option '--frobnicate'; --help lists the options", *words, "--frobnicate")
    if words not in (("topology", "list"), ("topology", "calibrate"), ("cost", "list"), ("help",)):
        refuse("(expected |option '--?[a-z-]+' (or '--[a-z]+' )?is missing|where to).*", *words)
    for option, value in re.findall(r"^  (--[a-z-]+)(=\S+)?  ", text, re.M):
        if value:
            refuse(f"option '{option}' needs a value: .*", *words, option)
            refuse(f"option '{option}' is given twice", *words, f"{option}=1", f"{option}=1")
        else:
            refuse(f"option '{option}' takes no value", *words, f"{option}=1")
refuse("expected a quantity; .*", "cost", "--json")
refuse("unknown command 'x'; the commands are run, .*", "x")
print("\n".join(failures))
sys.exit(bool(failures))
