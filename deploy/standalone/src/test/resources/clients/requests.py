"""Asks servers that fail, and prints what came of it: folder of the client, and the URL below which the servers are."""
import json
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import patchboard  # noqa: E402
from patchboard import PatchBoard  # noqa: E402

seen = {}


def server(name, **more):
    return PatchBoard(sys.argv[2] + "/" + name, **more)


def failed(work):
    try:
        work()
    except Exception as failure:
        return failure
    raise AssertionError("It was done.")


cut = server("cut")
cut.create({}, commandId=None)
cut.propose("b", "guest", [], proposalId=None)
cut.command("b", "pause", commandId=None)
cut.decide("b", 7, "approve", "r", commandId=None)
usual, patchboard.ATTEMPT_SECONDS = patchboard.ATTEMPT_SECONDS, 5.0
seen["hung"] = server("hung", patience=0.5).propose("b", "guest", [])["type"]
patchboard.ATTEMPT_SECONDS = usual
unsure = server("unsure", patience=0)
failure = failed(lambda: unsure.propose("b", "guest", []))
failed(lambda: unsure.propose("b", "guest", [], **failure.ids))
failure = failed(lambda: unsure.command("b", "pause"))
failed(lambda: unsure.command("b", "pause", **failure.ids))
seen["broken"] = server("broken").propose("b", "guest", [])["type"]
moved = failed(lambda: server("moved").create({}))
seen["moved"] = [moved.status, str(moved)]
seen["served"] = failed(lambda: server("scoped").serve("notes", lambda invocation: None)).status
late = server("late")
asked = {"boardId": "b", "worker": "scribe"}
seen["late"] = [late.answer({**asked, "invocationId": "in-time"}, error="no")["stage"],
                failed(lambda: late.answer({**asked, "invocationId": "too-late"}, error="no")).stage,
                failed(lambda: late.answer({**asked, "invocationId": "unfit"}, [], error=None)).stage]
began = time.monotonic()
seen["unsendable"] = [type(failed(work)).__name__ for work in (
    lambda: PatchBoard("localhost:8080").board("b"),
    lambda: server("cut").board("\ud800"),
    lambda: server("cut").propose("b", "guest", [{"op": "add", "path": "/n", "value": float("nan")}]))]
seen["damaged"] = failed(lambda: server("damaged").board("b")).status
seen["atOnce"] = time.monotonic() - began < 10
print(json.dumps(seen))
