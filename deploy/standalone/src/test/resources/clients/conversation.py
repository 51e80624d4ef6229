"""Goes through what a client is for, and prints what it saw: URL of the server, folder of the client, a blueprint, and the
URL of a server with a long log."""
import json
import os
import sys
import threading
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[2])
from patchboard import PatchBoard, Problem, Rejected  # noqa: E402

NOTES = 20
ID = "from-python"
SERVED = "served-by-python"
board = PatchBoard(sys.argv[1], patience=240)
blueprint = json.loads(sys.argv[3])
seen = {"id": ID, "created": board.create(blueprint, board_id=ID)["version"], "followed": []}


def follow():
    for entry in board.follow(ID):
        seen["followed"].append(entry["sequence"])
        if entry["type"] == "BoardCompleted":
            return


following = threading.Thread(target=follow)
following.start()
try:
    board.create({"apiVersion": "patchboard/v1"})
except Rejected as rejected:
    seen["errors"] = len(rejected.errors)
for i in range(NOTES):
    board.propose(ID, "guest", [{"op": "add", "path": "/notes/-", "value": "n-%d" % i}])
try:
    board.propose(ID, "guest", [{"op": "remove", "path": "/notes/0"}])
except Rejected as rejected:
    seen["rejected"] = "%s %s" % (rejected.stage, rejected.code)
while "answered" not in seen:  # an invocation whose reply was lost comes again when its lease is over
    for invocation in board.poll("from-python", wait="PT10S", lease="PT3S"):
        seen["answered"] = board.answer(invocation, [{"op": "add", "path": "/notes/-", "value": "asked"}])["type"]


def serve():
    """A worker whose first answer is no JSON, whose second is no answer, and that then has nothing to say."""
    unfit = [[{"op": "add", "path": "/notes/-", "value": float("nan")}], {}, None]
    try:
        board.serve("from-python", lambda invocation: unfit[invocation["attempt"] - 1], lease="PT3S")
    except Exception:
        traceback.print_exc()
    os._exit(1)


threading.Thread(target=serve, daemon=True).start()
board.create(blueprint, board_id=SERVED)
board.wait(SERVED, ["PatchCommitted"])
seen["served"] = [entry["type"] for entry in board.log(SERVED) if entry["type"].startswith("Patch")]
seen["held"] = board.propose(ID, "guest", [{"op": "add", "path": "/end", "value": True}])["status"]
for item in board.inbox():
    if item["boardId"] == ID:
        seen["decided"] = board.approve(ID, item["item"], "it is the end")["option"]
seen["end"] = board.wait(ID)["type"]
following.join()
seen["log"] = [entry["sequence"] for entry in board.log(ID)]
seen["long"] = [entry["sequence"] for entry in PatchBoard(sys.argv[4]).log("long")]
seen["notes"] = board.state(ID)["notes"]
seen["phase"] = [one["phase"] for one in board.boards(q=ID)]
try:
    board.board("nobody-made-this")
except Problem as problem:
    seen["unknown"] = problem.status
print(json.dumps(seen))
