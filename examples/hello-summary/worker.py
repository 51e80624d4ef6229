"""Summarizes notes: reads invocations from stdin and answers on stdout, one line of JSON each."""

import json
import sys


def summarize(note):
    sentence = note.split(". ")[0].rstrip(".")
    return {"words": len(note.split()), "sentence": sentence}


for line in sys.stdin:
    invocation = json.loads(line)
    note = invocation["view"]["item"]["value"]
    patch = [{"op": "add", "path": "/summaries/-", "value": summarize(note)}]
    print(json.dumps({"patch": patch}), flush=True)
