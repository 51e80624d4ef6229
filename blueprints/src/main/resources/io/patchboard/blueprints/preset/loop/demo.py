"""Stand-ins for the workers of loop: they know nothing, and let it run without a model."""

import json
import sys


def planner(state):
    number = state["/verdict"]["round"] + 1
    return [{"op": "replace", "path": "/plan", "value": {"round": number, "text": f"(demo) Round {number}."}}]


def maker(state):
    number = state["/plan"]["round"]
    return [{"op": "replace", "path": "/work", "value": {"round": number, "text": f"(demo) work {number} on: {state['/task'][:1000]}"}}]


def checker(state):
    number = state["/work"]["round"]
    return [{"op": "replace", "path": "/findings", "value": {"round": number, "text": "(demo) Not read."}}]


def judge(state):
    number, best = state["/work"]["round"], state["/best"]["score"]
    score = [50, 80, 60, 60][min(number, 4) - 1]
    flat = 0 if score >= best + 2 else state["/verdict"]["flat"] + 1
    patch = [{"op": "replace", "path": "/verdict", "value": {"round": number, "score": score, "flat": flat, "decision": "continue"}}]
    if score > best:
        patch.append({"op": "copy", "from": "/work/text", "path": "/best/text"})
        patch.append({"op": "replace", "path": "/best/score", "value": score})
    return patch


for line in sys.stdin:
    invocation = json.loads(line)
    view = invocation["view"]
    state = dict(view["state"])
    if "value" in view.get("item", {}):
        state[view["item"]["path"]] = view["item"]["value"]
    patch = {"planner": planner, "maker": maker, "checker": checker, "judge": judge}[invocation["worker"]](state)
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
