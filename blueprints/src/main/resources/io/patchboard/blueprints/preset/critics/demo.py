"""Stand-ins for the workers of critics: they know nothing, and let it run without a model."""

import json
import sys


def criticise(name, view):
    finding = {"severity": "minor", "quote": view["state"]["/document"][:20], "problem": f"(demo) Looked at for {name}."}
    return [{"op": "add", "path": f"/critiques/{name}", "value": {"findings": [finding]}}]


def synthesise(view):
    critiques = view["state"]["/critiques"]
    report = {
        "grades": [{"critic": name, "grade": 5, "because": "(demo)"} for name in critiques],
        "conflicts": [],
        "missing": [name for name in ("correctness", "completeness", "clarity") if name not in critiques],
        "summary": f"(demo) {len(critiques)} critiques",
    }
    return [{"op": "add", "path": "/report", "value": report}]


for line in sys.stdin:
    invocation = json.loads(line)
    name, view = invocation["worker"], invocation["view"]
    patch = synthesise(view) if name == "synthesiser" else criticise(name, view)
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
