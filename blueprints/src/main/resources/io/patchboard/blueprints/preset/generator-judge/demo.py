"""Stand-ins for the workers of generator-judge: they know nothing, and let it run without a model."""

import json
import sys


def generator(view):
    before = [path for path in view["state"] if path.startswith("/drafts/")]
    return [{"op": "add", "path": "/drafts/-", "value": f"(demo) draft {len(before) + 1} of: {view['state']['/task']}"}]


def judge(view):
    number = int(view["item"]["path"].split("/")[2])
    score = [40, 90][min(number, 1)]
    verdict = {"verdict": "accept" if score >= 80 else "revise", "score": score, "feedback": [f"(demo) I gave {score}."]}
    return [{"op": "add", "path": "/verdicts/-", "value": verdict}, {"op": "copy", "from": f"/drafts/{number}", "path": "/best"}]


for line in sys.stdin:
    invocation = json.loads(line)
    patch = {"generator": generator, "judge": judge}[invocation["worker"]](invocation["view"])
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
