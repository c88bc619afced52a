"""usage: trace.py TRACE.json: checks a trace as its viewers read it, and prints `track: event` once each."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
tracks = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
ends = {}
for event in events:
    assert event["ph"] in "MXC", event
    if event["ph"] == "C":
        assert event["args"]["bytes"] >= 0
    if event["ph"] != "X":
        continue
    # One thing after the other on each track.
    assert event["dur"] >= 0 and event["ts"] >= ends.get(event["tid"], 0) - 1e-6, event
    ends[event["tid"]] = event["ts"] + event["dur"]
assert any(event["ph"] == "C" for event in events), "no memory"
for line in dict.fromkeys(f"{tracks[event['tid']]}: {event['name']}" for event in events if event["ph"] == "X"):
    print(line)
