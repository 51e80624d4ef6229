"""Counts words: a server of the Model Context Protocol over stdin and stdout, with one tool."""

import json
import sys

TOOL = {
    "name": "count_words",
    "description": "Counts the words of a text. Models miscount; this does not.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    },
    "outputSchema": {"type": "object", "properties": {"words": {"type": "integer"}}, "required": ["words"]},
}


def result(method, params):
    if method == "initialize":
        info = {"name": "words", "version": "1"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        counted = {"words": len(params["arguments"]["text"].split())}
        return {"content": [{"type": "text", "text": json.dumps(counted)}], "structuredContent": counted}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:  # a notification, which nobody answers
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    found = result(message["method"], message.get("params", {}))
    if found is None:
        answer["error"] = {"code": -32601, "message": "There is no method " + message["method"] + "."}
    else:
        answer["result"] = found
    print(json.dumps(answer), flush=True)
