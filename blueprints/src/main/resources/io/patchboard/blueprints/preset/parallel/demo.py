"""Stand-ins for the workers of parallel: they know nothing, and let it run without a model."""

import json
import sys


def mapper(view):
    path = view["item"]["path"]
    return [{"op": "add", "path": path + "/result", "value": f"(demo) {len(view['state'][path + '/text'])} characters"}]


def aggregator(view):
    pieces = view["state"]["/pieces"]
    failed = [number for number, piece in enumerate(pieces) if "result" not in piece]
    done = len(pieces) - len(failed)
    return [{"op": "add", "path": "/report", "value": {"text": f"(demo) {done} of {len(pieces)} pieces", "failed": failed}}]


for line in sys.stdin:
    invocation = json.loads(line)
    patch = {"mapper": mapper, "aggregator": aggregator}[invocation["worker"]](invocation["view"])
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
