"""Makes headlines: reads invocations from stdin and answers on stdout, one line of JSON each."""

import json
import sys


def headline(view):
    note = view["item"]["value"]
    if view.get("rejections"):  # it was too long, as view["rejections"][0]["message"] says
        return note[:40]
    return note.split(". ")[0].rstrip(".")


for line in sys.stdin:
    invocation = json.loads(line)
    answer = {"invocationId": invocation["invocationId"]}
    try:
        answer["patch"] = [{"op": "add", "path": "/headlines/-", "value": headline(invocation["view"])}]
    except Exception as e:
        answer["error"] = f"Expected a note, but: {e!r}"
    print(json.dumps(answer), flush=True)
