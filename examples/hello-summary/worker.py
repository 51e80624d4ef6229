"""Summarizes notes: reads invocations from stdin and answers on stdout, one line of JSON each."""

import json
import sys


def summarize(note):
    sentence = note.split(". ")[0].rstrip(".")
    return {"words": len(note.split()), "sentence": sentence}


def answer(invocation):
    note = invocation["view"]["item"]["value"]
    return {"invocationId": invocation["invocationId"], "patch": [{"op": "add", "path": "/summaries/-", "value": summarize(note)}]}


for line in sys.stdin:
    try:
        said = answer(json.loads(line))
    except Exception as problem:
        said = {"error": f"Expected an invocation with a note, but: {problem!r}"}
    print(json.dumps(said), flush=True)
