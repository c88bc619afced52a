"""Rows of figures: as a table on standard output, as JSON in a file."""
import datetime
import json
import math
import os
import re
import statistics

from harness.programs import ROOT


def geometric_mean(values):
    """Of the positive ones; None where there are none."""
    logs = [math.log(value) for value in values if value]
    return math.exp(statistics.fmean(logs)) if logs else None


def ratio(ours, theirs):
    """ours / theirs; None where one of them is missing or theirs is nothing."""
    return ours / theirs if ours is not None and theirs else None


def median(values):
    return statistics.median(values)


def medians(turns):
    """{key: median} over the turns."""
    return {key: median(turn[key] for turn in turns) for key in turns[0]}


def median_ratio(turns, ours, theirs):
    """Median of ours / theirs, each within its turn: what slows the machine down for a while slows both."""
    ratios = [ratio(turn.get(ours), turn.get(theirs)) for turn in turns]
    return None if None in ratios else median(ratios)


def shown(value):
    if value is None:
        return "-"
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else str(value)
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}" if digits <= 5 else f"{value:.1e}"


def table(rows, columns):
    """Markdown that is also aligned; COLUMNS are (key, heading)."""
    cells = [[heading for _, heading in columns]]
    cells += [[shown(row.get(key)) for key, _ in columns] for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    out = []
    for number, line in enumerate(cells):
        padded = [cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths))]
        out.append("| " + " | ".join(padded) + " |")
        if number == 0:
            out.append("|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|")
    return "\n".join(out)


def machine():
    """The kind of machine, in words: what figures of different runs may be compared by."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    flags = re.search(r"^flags\s*:(.*)$", text, re.M)
    flags = flags.group(1).split() if flags else []
    names = [("amx_bf16", "AVX-512 and AMX"), ("avx512_bf16", "AVX-512 with bf16"), ("avx512f", "AVX-512"), ("avx2", "AVX2")]
    units = next((name for flag, name in names if flag in flags), "no AVX2")
    vendors = {"AuthenticAMD": "AMD ", "GenuineIntel": "Intel "}
    vendor = next((name for key, name in vendors.items() if re.search(rf"^vendor_id\s*: {key}$", text, re.M)), "")
    cores = len(os.sched_getaffinity(0))
    return f"{cores} {vendor}cores, {units}"


def markdown(report):
    """A report as text: its table, what could not be measured, what it comes to."""
    lines = [table(report["rows"], report["columns"]), ""]
    lines += [f"- {row['name']}: {value}" for row in report["rows"] for key, value in row.items()
              if key.startswith("failure")]
    lines += [f"- {key}: {shown(value)}" for key, value in report["summary"].items()]
    return "\n".join(lines).rstrip() + "\n"


def finish(name, rows, columns, summary, out=None, where=None):
    """Prints the report and writes it to OUT as JSON; WHERE: the machine that was measured (default: this one)."""
    report = {"benchmark": name, "date": datetime.date.today().isoformat(), "machine": where or machine(),
              "columns": columns, "rows": rows, "summary": summary}
    print(markdown(report), end="")
    out = out or os.path.join(ROOT, "build", "benchmark", name + ".json")
    os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(report, file, indent=1)
        file.write("\n")
