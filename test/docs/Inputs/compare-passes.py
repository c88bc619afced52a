"""usage: compare-passes.py REFERENCE.md < the text of `shardwright-opt --help`

Prints every pass, pipeline and option that one of the two has and the other has not.
"""
import re
import sys


def registered(text):
    """{pass: its options}, from the part of the help that lists them: passes two columns in, options four."""
    found, last = {}, None
    for line in re.search(r"^Pipelines:\n(.*)", text, re.S | re.M).group(1).split("\n"):
        if name := re.match(r" {2}(--[\w-]+)", line):
            last = found.setdefault(name.group(1), set())
        elif option := re.match(r" {4}--([\w-]+)", line):
            last.add(option.group(1))
    return found


def described(text):
    """The same from the reference: headings, and list items that begin with the option."""
    found, last = {}, set()
    for line in text.split("\n"):
        if line.startswith("### "):
            last = set()
            found.update({name: last for name in re.findall(r"`(--[\w-]+)`", line)})
        elif option := re.match(r"- `([\w-]+)", line):
            last.add(option.group(1))
    return found


def main():
    have = registered(sys.stdin.read())
    with open(sys.argv[1], encoding="utf-8") as file:
        said = described(file.read())
    # MLIR's own share a heading that describes no options.
    shared = [name for name in said if sum(options is said[name] for options in said.values()) > 1]
    differing = [f"{name} is not described" for name in have if name not in said]
    differing += [f"{name} does not exist" for name in said if name not in have]
    for name in set(have) & set(said) - set(shared):
        differing += [f"{name}: option {option}" for option in have[name] ^ said[name]]
    print("\n".join(sorted(differing) + [f"{len(have)} passes"]))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
