"""Stand-ins for the workers of orchestrator: they know nothing, and let it run without a model."""

import json
import sys


def orchestrator(name, view):
    brief = {"context": view["state"]["/goal"][:2000], "tools": [], "output": "A sentence.", "boundaries": "Nothing else."}
    return [
        {"op": "add", "path": f"/briefs/{n}", "value": {"objective": f"(demo) Look at part {n}.", **brief}} for n in (1, 2, 3)
    ]


def worker(name, view):
    return [{"op": "add", "path": f"/reports/{name[-1]}", "value": f"(demo) Did: {view['item']['value']['objective']}"}]


def synthesiser(name, view):
    briefs, reports = view["state"]["/briefs"], view["state"]["/reports"]
    failed = [number for number in briefs if number not in reports]
    return [{"op": "add", "path": "/answer", "value": {"text": f"(demo) {len(reports)} reports", "failed": failed}}]


for line in sys.stdin:
    invocation = json.loads(line)
    name = invocation["worker"]
    patch = {"orchestrator": orchestrator, "synthesiser": synthesiser}.get(name, worker)(name, invocation["view"])
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
