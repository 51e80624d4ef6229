"""Stand-ins for the workers of chain: they know nothing, and let it run without a model."""

import json
import sys


def value(name, view):
    shown = {**view["state"], **({view["item"]["path"]: view["item"]["value"]} if "value" in view.get("item", {}) else {})}
    if name == "reader":
        return "/facts", [{"id": "f1", "statement": "(demo) It begins so.", "quote": shown["/document"][:50]}]
    if name == "outliner":
        return "/outline", [{"heading": "(demo) All", "facts": [fact["id"] for fact in shown["/facts"]]}]
    return "/text", "\n".join(f"{part['heading']}: {len(part['facts'])} facts" for part in shown["/outline"])


for line in sys.stdin:
    invocation = json.loads(line)
    path, made = value(invocation["worker"], invocation["view"])
    patch = [{"op": "add", "path": path, "value": made}]
    print(json.dumps({"invocationId": invocation["invocationId"], "patch": patch}), flush=True)
