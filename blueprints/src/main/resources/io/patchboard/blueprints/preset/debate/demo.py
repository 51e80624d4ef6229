"""Stand-ins for the workers of debate: they know nothing, and let it run without a model."""

import json
import sys


def answer(name, view):
    state = view["state"]
    if name == "synthesiser":
        count = len(state["/pro"]) + len(state["/contra"])
        return [{"op": "add", "path": "/conclusion", "value": f"(demo) {count} speeches about: {state['/motion']}"}]
    number = len(state.get("/" + name, [])) + 1
    speech = {"speech": f"(demo) speech {number}, {name}", "new": number == 1}
    return [{"op": "add", "path": f"/{name}/-", "value": speech}]


for line in sys.stdin:
    invocation = json.loads(line)
    patch = answer(invocation["worker"], invocation["view"])
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
