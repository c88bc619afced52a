"""Help, manual pages and completion know the same commands and options: each is asked for all of them."""
import re
import subprocess
import sys
import tempfile


def ask(*words):
    return subprocess.run(["shardwright", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def completions(*words):
    return [line.split("\t")[0] for line in ask("__complete", *words).splitlines() if not line.startswith(":")]


def commands(text):
    """Names in the list of a group's help; none in the help of a command, whose list has options."""
    return re.findall(r"^  ([a-z]\S*|QUANTITY)  ", text, re.M) if "COMMAND --help` lists" in text else []


def leaves(*words):
    names = commands(ask("help", *words))
    if not names:
        yield words
    for name in names:
        yield from leaves(*words, name)


with tempfile.TemporaryDirectory() as folder:
    ask("help", f"--man={folder}")
    with open(f"{folder}/shardwright.1", encoding="utf-8") as file:
        manual = file.read().replace("\\-", "-")
sections = dict(re.findall(r"^\.SS shardwright ((?:[a-z]+|QUANTITY)(?: (?:[a-z]+|QUANTITY))?)\b.*\n((?:(?!\.S[SH]).*\n)*)", manual, re.M))

failures, seen = [], 0
for words in leaves():
    helped = ask("help", *words)
    if "QUANTITY" not in words and ask(*words, "--help") != helped:
        failures.append(f"{words}: help and --help differ")
    options = re.findall(r"^  (--?[a-z-]+)[= ]", helped, re.M)
    offered = [word.rstrip("=") for word in completions(*words, "-")]
    described = re.findall(r"^\.B (--?[a-z-]+)", next((text for name, text in sections.items() if name == " ".join(words)), ""), re.M)
    for name, found in (("completion", offered), ("manual", described)):
        if found != options:
            failures.append(f"{words}: help has {options}, {name} has {found}")
    seen += len(options)
if seen < 60:
    failures.append(f"only {seen} options were compared")
print("\n".join(failures))
sys.exit(bool(failures))
