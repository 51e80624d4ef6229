"""PatchBoard over HTTP. One file without dependencies, for Python 3.9 or newer: copy it beside your program.

    from patchboard import PatchBoard, Rejected

    board = PatchBoard("http://127.0.0.1:8080")
    board.create(blueprint, board_id="notes-1")
    board.propose("notes-1", "guest", [{"op": "add", "path": "/notes/-", "value": "Milk"}])
    for entry in board.follow("notes-1"):
        print(entry["sequence"], entry["type"])

Every request that changes something has an id of its own, so that it is sent again without harm while the server is away:
for `patience` seconds from the first failure, after which the last one is raised. It may be done by then: `ids` of what is
raised has the id, and with it (`propose(..., **failure.ids)`) it is the same request. Whatever is not decided at once is waited
for as long. Values are those of the json module; entries are as docs/log-and-hashes.md has them.
"""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

AWAY = (408, 429, 502, 503, 504)
UNKNOWN = 500  # whether it was done
TOO_LARGE = 507
REFUSED = (400, 413, 422)
LOST = (403, 404, 409, 410)
ENDS = ("BoardCompleted", "BoardHalted", "BoardCancelled")
ATTEMPT_SECONDS = 75.0


class Problem(Exception):
    """The server did not do it. `document` is its problem document (RFC 9457), `status` that of HTTP."""

    ids = {}

    def __init__(self, status, document):
        super().__init__(document.get("detail") or document.get("title") or "HTTP %d" % status)
        self.status = status
        self.document = document


class Rejected(Problem):
    """The kernel refused it. `stage`, `code` and `pointer` say where and why, the message what would be right."""

    def __init__(self, status, document):
        super().__init__(status, document)
        self.stage = document.get("stage")
        self.code = document.get("code")
        self.pointer = document.get("pointer")
        self.errors = document.get("errors", [])


class PatchBoard:
    """A server of PatchBoard. Safe for use by several threads.

    `opener` is one of urllib's, for certificates or a proxy of your own; it decides about redirects, then."""

    def __init__(self, url="http://127.0.0.1:8080", token=None, patience=60.0, opener=None):
        if not url.lower().startswith(("http://", "https://")):
            raise ValueError("Expected a URL such as http://127.0.0.1:8080, but got %s." % url)
        self.url = url.rstrip("/")
        self.token = token
        self.patience = patience
        self.opener = opener or urllib.request.build_opener(_Unfollowed)

    # Boards

    def create(self, blueprint, board_id=None, input=None, labels=None, **more):
        """Makes a board, and returns what was made: boardId (the server's where none is given), sequence, version.
        Rejected.errors has all that is wrong. `more` is what docs/http.md has beside: a signature, say, with the commandId
        that was signed."""
        body = _present(boardId=board_id, blueprint=blueprint, input=input, labels=labels)
        return self._decided("POST", "/v1/boards", {}, _identified("commandId", {**body, **more}))

    def boards(self, **filters):
        """All boards, in parts as they are asked for. Filters: phase, blueprint, worker, label, index, degraded, q, order, needsPerson, limit."""
        cursor = None
        while True:
            part = self._get("/v1/boards", {}, **filters, cursor=cursor)
            yield from part["boards"]
            cursor = part.get("next")
            if not cursor:
                return

    def board(self, board_id):
        """Phase, version, what it waits for, what it used."""
        return self._get("/v1/boards/{id}", {"id": board_id})

    def state(self, board_id, version=None, min_sequence=None):
        """The state, or that of a version. `min_sequence` waits until the server knows the log that far."""
        return self._get("/v1/boards/{id}/state", {"id": board_id}, version=version, minSequence=min_sequence)

    def diff(self, board_id, since, until=None):
        """The patch that leads from one version to another, and its steps with the old values."""
        return self._get("/v1/boards/{id}/diff", {"id": board_id}, **{"from": since, "to": until})

    def log(self, board_id, kind=None):
        """The entries so far, in parts as they are asked for: of 1,000, or of fewer where those are too large together."""
        after, limit = "0", 1000
        while after:  # of a rare kind a part may be empty, and is not the last
            query = {"from": int(after) + 1, "kind": kind, "limit": limit}
            try:
                _, part, headers = self._again("GET", "/v1/boards/{id}/log", {"id": board_id}, None, query)
            except Problem as problem:
                if problem.status != TOO_LARGE or limit == 1:
                    raise
                limit //= 2
                continue
            yield from part
            after = headers.get("PatchBoard-As-Of")

    def entry(self, board_id, sequence):
        """One entry, with the view that its worker was shown."""
        return self._get("/v1/boards/{id}/entries/{sequence}", {"id": board_id, "sequence": sequence})

    def why(self, board_id, sequence):
        """The entries that led to this one, and those that it led to."""
        return self._get("/v1/boards/{id}/causes/{sequence}", {"id": board_id, "sequence": sequence})

    def follow(self, board_id, after=0):
        """The entries behind the sequence `after`, and then each as it comes, without end. A server that went away is asked
        again from where it was: no entry is left out or comes twice."""
        lost = None
        while True:
            try:
                with self._open("GET", "/v1/boards/{id}/log", {"id": board_id}, None, {}, 45.0,
                                {"Accept": "text/event-stream", "Last-Event-ID": str(after)}) as stream:
                    data = []
                    for line in stream:
                        lost = None
                        line = line.decode("utf-8").rstrip("\r\n")
                        if line.startswith("data:"):
                            data.append(line[5:].lstrip(" "))
                        elif not line and data:
                            entry = json.loads("\n".join(data))
                            data = []
                            if entry["sequence"] > after:
                                after = entry["sequence"]
                                yield entry
            except Problem as problem:
                if problem.status not in AWAY:
                    raise
                failure = problem
            except (OSError, http.client.HTTPException) as broken:
                failure = broken
            else:
                failure = ConnectionError("The stream has ended.")
            lost = lost or time.monotonic()
            if time.monotonic() - lost > self.patience:
                raise failure
            time.sleep(0.5)

    def wait(self, board_id, types=ENDS, after=0):
        """The first entry of these types behind the sequence `after`, waited for however long it takes: the board's end."""
        for entry in self.follow(board_id, after):
            if entry["type"] in types:
                return entry

    def command(self, board_id, verb, **body):
        """`pause`, `resume`, `cancel`, `reopen`, `edit`, `marks`, `restore`, `fork`, `blueprint`: with what docs/http.md has
        for each, such as reason. Returns the entry of the log."""
        if verb not in VERBS:
            raise ValueError("Expected one of %s, but got %s." % (", ".join(sorted(VERBS)), verb))
        return self._decided("POST", VERBS[verb], {"id": board_id}, _identified("commandId", body))

    # Proposals

    def propose(self, board_id, worker, patch, view_hash=None, invocation_id=None, usage=None, **more):
        """Proposes a patch in a worker's name, and returns the PatchCommitted entry, or raises Rejected. Where a gate holds
        it for a person, the reply has `status: held`. `more` is, say, a signature with the proposalId that was signed."""
        body = _present(worker=worker, patch=patch, viewHash=view_hash, invocationId=invocation_id, usage=usage)
        return self._decided("POST", "/v1/boards/{id}/proposals", {"id": board_id}, _identified("proposalId", {**body, **more}))

    def dry_run(self, board_id, worker, patch):
        """What would become of a patch; nothing is sent to the board."""
        return self._decided("POST", "/v1/boards/{id}/proposals", {"id": board_id}, {"worker": worker, "patch": patch}, dryRun="true")

    def what_if(self, blueprint, boards, mode="each"):
        """What other boards' proposals would have come to under another blueprint."""
        return self._decided("POST", "/v1/what-if", {}, {"blueprint": blueprint, "boards": boards, "mode": mode})

    # Work

    def poll(self, queue, wait="PT30S", max=1, lease=None, workers=None, checkpoints=None):
        """Takes invocations of a queue, waiting for the first. Each is yours until its leaseUntil. With `checkpoints` it has
        the `checkpoint` where an earlier attempt had come."""
        body = _present(wait=wait, max=max, lease=lease, workers=workers, checkpoints=checkpoints)
        return self._decided("POST", "/v1/queues/{queue}/poll", {"queue": queue}, body)["invocations"]

    def answer(self, invocation, patch=None, usage=None, error=None, failure=None, proposalId=None, signature=None):
        """Answers an invocation with a patch, or says why not. Returns the entry on record, or raises Rejected: the kernel
        then invites anew, with the reason in the view, as long as attempts are left. A worker that signs gives both of the
        last, over the answer as it is here."""
        body = _present(patch=patch, usage=usage, error=error, failure=failure, proposalId=proposalId, signature=signature)
        return self._decided("POST", "/v1/invocations/{id}/answer", {"id": invocation["invocationId"]}, body,
                             boardId=invocation["boardId"], worker=invocation["worker"])

    def progress(self, invocation, words=None, checkpoint=None):
        """Says how far you are, and has the invocation for as long once more. The next attempt is given the checkpoint."""
        return self._decided("POST", "/v1/invocations/{id}/progress", {"id": invocation["invocationId"]},
                             _present(progress=words, checkpoint=checkpoint))

    def serve(self, queue, worker, lease=None, workers=None):
        """Polls a queue and answers with what `worker(invocation)` returns: a patch, None for no change, or an answer as a
        dict with what `answer` takes. What it raises is the answer's error, and so is why its answer cannot be one. An answer
        that is not taken any more, or not by this server, is passed over. Ends with the process."""
        while True:
            for invocation in self.poll(queue, lease=lease, workers=workers):
                try:
                    said = worker(invocation)
                    said = said if isinstance(said, dict) else {"patch": [] if said is None else said}
                except Exception as e:  # whatever it is, the board has to hear of it
                    said = _failed(e)
                try:
                    try:
                        self.answer(invocation, **said)
                    except (TypeError, ValueError, RecursionError, Problem) as e:
                        if isinstance(e, Problem) and (isinstance(e, Rejected) or e.status not in REFUSED):
                            raise
                        self.answer(invocation, **_failed(e))
                except Problem as e:
                    if not isinstance(e, Rejected) and e.status not in LOST:
                        raise  # else the log has the reason, and so has the next view; or the invocation is lent again

    # People

    def inbox(self, **filters):
        """All that waits for a person."""
        cursor = None
        while True:
            part = self._get("/v1/inbox", {}, **filters, cursor=cursor)
            yield from part["items"]
            cursor = part.get("next")
            if not cursor:
                return

    def decide(self, board_id, item, option, reason, **more):
        """Decides what waits: `option` is one of the item's options; `modify` goes with patch, `worker` with worker,
        `raise` with raised. Returns the Decided entry; Rejected where somebody was quicker."""
        body = _identified("commandId", {"option": option, "reason": reason, **more})
        return self._decided("POST", "/v1/inbox/{id}/{item}", {"id": board_id, "item": item}, body)

    def approve(self, board_id, item, reason):
        """Allows the patch that a gate holds."""
        return self.decide(board_id, item, "approve", reason)

    # HTTP

    def _get(self, path, names, **query):
        return self._again("GET", path, names, None, query)[1]

    def _decided(self, method, path, names, body, **query):
        try:
            return self._outcome(method, path, names, body, query)
        except Exception as failure:
            failure.ids = {name: body[name] for name in ("commandId", "proposalId") if name in body}
            raise

    def _outcome(self, method, path, names, body, query):
        """The decision itself, however long it takes within the patience."""
        status, document, headers = self._again(method, path, names, body, query)
        place = headers.get("Location")
        until = time.monotonic() + self.patience
        while status == 202 and document.get("status") != "held" and place:
            if time.monotonic() > until:
                raise Problem(202, {"detail": "It is sent, and not decided yet; ask again at %s." % place})
            time.sleep(0.2)
            try:
                status, document, _ = self._again("GET", place, {}, None, {})
            except Problem as problem:
                if problem.status != 404:
                    raise
        reports = body.get("error") is not None or body.get("failure") is not None
        if document.get("type") in ("PatchRejected", "CommandRejected") and not (reports and document.get("stage") == "WORKER"):
            raise Rejected(status, {**document, "detail": document.get("message")})
        return document

    def _again(self, method, path, names, body, query):
        lost = None
        pause = 0.1
        while True:
            try:
                with self._open(method, path, names, body, query, ATTEMPT_SECONDS, {}) as response:
                    text = response.read()
                    return response.status, json.loads(text) if text else {}, response.headers
            except Problem as problem:
                if problem.status not in AWAY and (problem.status != UNKNOWN or method == "GET"):
                    raise
                failure = problem
                pause = max(pause, min(5.0, float(problem.document.get("retryAfter", 0))))
            except (OSError, http.client.HTTPException) as broken:
                failure = broken
            lost = lost or time.monotonic()
            if time.monotonic() - lost >= self.patience:
                raise failure
            time.sleep(pause)
            pause = min(2.0, pause * 2)

    def _open(self, method, path, names, body, query, timeout, headers):
        for name, value in names.items():
            path = path.replace("{%s}" % name, urllib.parse.quote(str(value), safe=""))
        query = urllib.parse.urlencode({name: _text(value) for name, value in query.items() if value is not None})
        url = self.url + path + ("?" + query if query else "")
        headers = {"Accept": "application/json", **headers}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode("utf-8")
            headers["Content-Type"] = "application/json"
        try:
            return self.opener.open(urllib.request.Request(url, data, headers, method=method), timeout=timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None


class _Unfollowed(urllib.request.HTTPRedirectHandler):
    """A redirect would make a GET of a POST, and take the token elsewhere."""

    def redirect_request(self, *redirect):
        return None


def _problem(error):
    text = error.read()  # where that breaks off, it is asked again
    try:
        document = json.loads(text)
    except ValueError:
        document = {"title": "HTTP %d" % error.code}
    if error.code // 100 == 3:
        document["detail"] = "Expected the server itself, but got a redirect to %s. Name that." % error.headers.get("Location")
    after = error.headers.get("Retry-After", "")
    if after.isdigit():
        document["retryAfter"] = int(after)
    return (Rejected if "stage" in document else Problem)(error.code, document)


def _failed(exception):
    return {"error": "%s: %s" % (type(exception).__name__, exception)}


def _present(**members):
    return {name: value for name, value in members.items() if value is not None}


def _text(value):
    return str(value).lower() if isinstance(value, bool) else value


def _identified(name, body):
    """Under the id that the caller has given, if it is one."""
    return {**body, name: body.get(name) or "%s-%s" % (name[0], uuid.uuid4())}


VERBS = {
    "pause": "/v1/boards/{id}/pause",
    "resume": "/v1/boards/{id}/resume",
    "cancel": "/v1/boards/{id}/cancel",
    "reopen": "/v1/boards/{id}/reopen",
    "edit": "/v1/boards/{id}/edit",
    "marks": "/v1/boards/{id}/marks",
    "restore": "/v1/boards/{id}/restore",
    "fork": "/v1/boards/{id}/fork",
    "blueprint": "/v1/boards/{id}/blueprint",
}
