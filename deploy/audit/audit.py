import base64, copy, hashlib, json, re, sys
from datetime import datetime, timedelta
from decimal import Decimal, getcontext

getcontext().prec = 5000                         # digits are never rounded: a number has at most 1,000

def number(x):                                   # see the table above
    sign, digits, exp = Decimal(x).normalize().as_tuple()
    s = "".join(map(str, digits)); k = len(s); n = k + exp
    if s == "0": return "0"
    if k <= n <= 21: t = s + "0" * (n - k)
    elif 0 < n <= 21: t = s[:n] + "." + s[n:]
    elif -6 < n <= 0: t = "0." + "0" * -n + s
    else: t = s[0] + ("." + s[1:] if k > 1 else "") + "e%+d" % (n - 1)
    return "-" + t if sign else t

def canonical(v):
    if isinstance(v, dict):
        keys = sorted(v, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(k) + ":" + canonical(v[k]) for k in keys) + "}"
    if isinstance(v, list): return "[" + ",".join(map(canonical, v)) + "]"
    if isinstance(v, Decimal): return number(v)
    return json.dumps(v, ensure_ascii=False)     # strings, true, false, null

def text(v):                                     # see the hash of a state
    if isinstance(v, list): return runs(b"[", b"]", [(part(x, d := digest(x)), d) for x in v])
    if isinstance(v, dict):
        names = sorted(v, key=lambda name: name.encode("utf-16-be"))
        return runs(b"{", b"}", [(canonical(n).encode() + b":" + part(v[n]), digest(n)) for n in names])
    return canonical(v).encode()

def part(v, known=None):                         # hashed once, or nested lists would take twice as long at each level
    whole = canonical(v).encode()
    return whole if len(whole) <= 64 else b"#" + (known or digest(v))

def runs(opening, closing, children):
    row = [(t, len(d.hex()) - len(d.hex().lstrip("0"))) for t, d in children]; height = 0
    while len(row) > (1 if height else 32):
        higher, run = [], []
        for i, (t, zeros) in enumerate(row):
            run.append(t)
            if len(run) == 64 or len(run) >= 4 and zeros > height or i == len(row) - 1:
                higher.append((opening + b",".join(run) + closing, zeros)); run = []
        if len(higher) == 1: return higher[0][0]
        row = [(b"*" + hashlib.sha256(t).digest(), zeros) for t, zeros in higher]; height += 1
    return opening + b",".join(t for t, _ in row) + closing

digest = lambda v: hashlib.sha256(text(v)).digest()
sha = lambda v: hashlib.sha256(canonical(v).encode()).hexdigest()
state_hash = {1: lambda v: digest(v).hex()}

P, L = 2 ** 255 - 19, 2 ** 252 + 27742317777372353535851937790883648493         # Ed25519 (RFC 8032)
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)

def plus(p, q):                                  # points as (X, Y, Z, T)
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, p):
    product = 0, 1, 1, 0
    while n:
        if n & 1: product = plus(product, p)
        p, n = plus(p, p), n >> 1
    return product

def point(code):
    number = int.from_bytes(code, "little"); y, odd = number % 2 ** 255, number >> 255
    u, v = y * y - 1, D * y * y + 1
    x = u * v ** 3 * pow(u * v ** 7, (P - 5) // 8, P) % P
    if (v * x * x - u) % P: x = x * ROOT % P
    assert y < P and (v * x * x - u) % P == 0, "no point"
    if x % 2 != odd: x = -x % P
    return x, y, 1, x * y % P

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def signed(key, value, said):
    key, value = (base64.urlsafe_b64decode(text + "==") for text in (key, value))
    r, s = value[:32], int.from_bytes(value[32:], "little")
    h = int.from_bytes(hashlib.sha512(r + key + said).digest(), "little") % L
    p, q = times(s, BASE), plus(point(r), times(h, point(key)))
    return len(key) == 32 and len(value) == 64 and s < L and all((p[i] * q[2] - q[i] * p[2]) % P == 0 for i in (0, 1))

def steps(pointer):                              # RFC 6901
    assert re.fullmatch("(/([^~/]|~[01])*)*", pointer), ("no JSON Pointer", pointer)
    return [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]

def index(token, most):                          # so no "-": the log has the index that it got
    assert re.fullmatch("0|[1-9][0-9]*", token) and int(token) <= most, ("no index up to", most, token)
    return int(token)

def at(document, path):
    for token in path: document = document[index(token, len(document) - 1) if isinstance(document, list) else token]
    return document

def put(document, path, value):                  # RFC 6902 section 4.1
    if not path: return value
    parent = at(document, path[:-1])
    if isinstance(parent, list): parent.insert(index(path[-1], len(parent)), value)
    else: parent[path[-1]] = value
    return document

def take(document, path):
    parent = at(document, path[:-1])
    return parent.pop(index(path[-1], len(parent) - 1) if isinstance(parent, list) else path[-1])

ARGUMENT = {**dict.fromkeys(["add", "replace", "test"], "value"), **dict.fromkeys(["copy", "move"], "from")}

def patched(document, patch):
    document = copy.deepcopy(document)
    for operation in copy.deepcopy(patch):
        op, path = operation["op"], steps(operation["path"])
        assert set(operation) <= {"op", "path", ARGUMENT.get(op)}, ("another member", operation)
        if op == "add": document = put(document, path, operation["value"])
        elif op == "remove": take(document, path)
        elif op == "replace":
            if path: take(document, path)
            document = put(document, path, operation["value"])
        elif op == "test": assert canonical(at(document, path)) == canonical(operation["value"]), ("test", operation)
        elif op == "copy": document = put(document, path, copy.deepcopy(at(document, steps(operation["from"]))))
        elif op == "move":
            origin = steps(operation["from"])
            assert path == origin or path[:len(origin)] != origin, ("moved into itself", operation)
            at(document, origin)
            if path != origin: document = put(document, path, take(document, origin))
        else: raise AssertionError(("no operation", operation))
    return document

def became(sent, patch, followed):               # the operations that were signed; followed from a view, their places may be any
    def request(o): return any(steps(o.get(name, ""))[:1] == ["$expand"] for name in ("path", "from"))
    def place(a, b): return followed or a == b or steps(a)[-1:] == ["-"] and steps(a)[:-1] == steps(b)[:-1]
    sent = [o for o in sent if not request(o)]
    return len(sent) == len(patch) and all(
        a["op"] == b["op"] and canonical(a.get("value")) == canonical(b.get("value"))
        and place(a["path"], b["path"]) and place(a.get("from", ""), b.get("from", "")) for a, b in zip(sent, patch))

def moment(text):                                # in milliseconds; a calendar repeats itself after 400 years
    year, rest = re.fullmatch(TIME, text, re.ASCII).groups()
    cycles, year = divmod(int(year), 400)
    since = datetime.strptime("%04d-%s" % (year + 400, rest), "%Y-%m-%dT%H:%M:%S.%fZ") - datetime.min
    return since // timedelta(milliseconds=1) + cycles * 146097 * 86400000

def span(text):                                  # PT1M30S or 1m30s
    seconds = {"D": 86400, "H": 3600, "M": 60, "S": 1}
    return int(sum(Decimal(n) * seconds[u] * 1000 for n, u in re.findall(r"([\d.]+)([DHMS])", text.upper())))

def filled(part, given):                         # a first state
    if isinstance(part, dict) and list(part) == ["$input"] and isinstance(part["$input"], str): return at(given, steps(part["$input"]))
    if isinstance(part, dict): return {name: filled(value, given) for name, value in part.items()}
    return [filled(item, given) for item in part] if isinstance(part, list) else part

# The command that an entry is the outcome of, and its members beside the header.
COMMAND = {"BoardCreated": ("CreateBoard", "blueprint input usage labels origin parent"), "BoardPaused": ("PauseBoard", ""),
           "BoardResumed": ("ResumeBoard", ""), "BoardCancelled": ("CancelBoard", ""), "CompensationStarted": ("CancelBoard", ""),
           "BoardReopened": ("ReopenBoard", "raised"), "Decided": ("Decide", "item option worker raised patch"),
           "BoardEdited": ("EditBoard", "patch"), "BoardMarked": ("MarkBoard", "name"), "BoardRestored": ("RestoreBoard", "mark"),
           "BlueprintAmended": ("AmendBlueprint", "blueprint open")}
HEADER = ("commandId", "boardId", "by", "reason", "expectedSequence")

IN = {"BoardCreated": ["absent"], "PatchCommitted": ["open", "compensating"], "PatchHeld": ["open"], "WorkerInvoked": ["open", "compensating"],
      "BoardPaused": ["open"], "BoardResumed": ["paused"], "BoardReopened": ["ended"]}
IN.update((kind, ["absent", "open", "paused", "compensating", "ended"]) for kind in ["PatchRejected", "CommandRejected"])
IN.update((kind, ["open", "paused"]) for kind in ["TriggerHeld", "CircuitTripped", "BudgetWarning", "NeedsPerson", "Decided",
                                                  "BoardEdited", "BoardMarked", "BoardRestored", "BlueprintAmended",
                                                  "BoardCompleted", "CompensationStarted"])
IN.update((kind, ["open", "paused", "compensating"]) for kind in ["BranchStopped", "BoardHalted", "BoardCancelled"])
PHASE = {"BoardCreated": "open", "BoardResumed": "open", "BoardReopened": "open", "BoardPaused": "paused",
         "CompensationStarted": "compensating",
         "BoardCompleted": "ended", "BoardHalted": "ended", "BoardCancelled": "ended"}

ALWAYS = ("BoardCreated", "PatchCommitted", "BoardEdited", "BoardMarked", "BoardRestored")

TIME = r"(\d{4}|\+[1-9]\d{4,8})-(\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"

# What entries, what was sent, and the objects in them have always, beside what every entry has, and what members are,
# whatever they are in. They may have more.
MUST = {"BoardCreated": "commandId blueprint blueprintHash input state", "PatchCommitted": "proposalId worker patch",
        "PatchHeld": "proposalId worker patch card", "PatchRejected": "stage code pointer message",
        "CommandRejected": "stage code pointer message errors", "TriggerHeld": "trigger reason",
        "WorkerInvoked": "invocationId worker queue attempt deadline baseVersion trigger instruction view viewHash writes",
        "BranchStopped": "trigger reason message", "CircuitTripped": "detector scope action message evidence",
        "BudgetWarning": "budget used limit message", "BoardPaused": "commandId", "BoardResumed": "commandId",
        "NeedsPerson": "kind reason detail holds message options", "Decided": "item option raised invites",
        "BoardEdited": "commandId patch", "BoardMarked": "commandId name", "BoardReopened": "commandId raised invites",
        "BoardRestored": "restoredVersion patch superseded invites",
        "BlueprintAmended": "commandId blueprint blueprintHash previousBlueprintHash open superseded invites",
        "CompensationStarted": "undoes abandonedInvocations", "BoardCompleted": "result abandonedInvocations",
        "BoardHalted": "reason detail message abandonedInvocations", "BoardCancelled": "commandId abandonedInvocations"}
SENT = {"PatchRejected": "proposalId boardId worker", "CommandRejected": "type commandId boardId"}
PART = {"trigger": "rule sequence", "cause": "action sequence", "usage": "inputTokens outputTokens", "told": "pointer message",
        "failure": "class message", "signature": "audience key value", "source": "topic partition offset",
        "card": "title changes shown", "gate": "held approvers escalation onTimeout excluded", "halt": "reason detail message",
        "compensation": "started left", "origin": "boardId sequence hash stateHash stateHashScheme", "repeats": "sequence",
        "parent": "boardId invocationId worker path depth", "child": "blueprint path depth", "replaced": "worker",
        "insteadOf": "worker trigger", "neighbourhood": "radius places"}
EACH = {"raised": "budget most", "invites": "worker trigger", "errors": "pointer message", "marked": "path"}
TEXT = """type boardId hash previousHash commandId by reason mark name blueprintHash previousBlueprintHash open detail message worker
    proposalId invocationId queue instruction viewHash claimedViewHash stateHash stage code pointer rule budget detector scope action
    target kind holds option key modifiedBy path title reverse onTimeout audience value topic retryAfter class model trajectory
    prefixHash checkpoint workerVersion actionId error problem"""
WHOLE = """sequence version stateHashScheme attempt baseVersion item restoredVersion expectedSequence part percent held replaces
    iteration inputTokens outputTokens toolCalls cachedInputTokens depth tokens radius partition offset started"""
TEXTS = """abandonedInvocations superseded children expand approvedBy taint marks options expanded places paths approvers escalation
    excluded changes shown repairs"""
KIND = {**dict.fromkeys(TEXT.split(), lambda v: isinstance(v, str)),
        **dict.fromkeys(WHOLE.split(), lambda v: isinstance(v, Decimal) and v == int(v)),
        **dict.fromkeys(["time", "deadline", "due", "retryAt"], lambda v: re.fullmatch(TIME, v, re.ASCII)),
        **dict.fromkeys(["cost", "most"], lambda v: isinstance(v, Decimal)), "egress": lambda v: isinstance(v, bool),
        **dict.fromkeys(TEXTS.split(), lambda v: isinstance(v, list) and all(isinstance(one, str) for one in v)),
        **dict.fromkeys(["releases", "evidence", "undoes", "left"],
                        lambda v: isinstance(v, list) and all(isinstance(one, Decimal) and one == int(one) for one in v))}

def shaped(part, kind, must):
    assert isinstance(part, dict), ("no object", kind)
    for name in [name for name in part if part[name] is None and name not in ("state", "result")]: del part[name]
    for name in must.split(): assert name in part, (kind, "lacks", name)
    for name, value in part.items():
        assert KIND.get(name, lambda v: True)(value), (kind, "has another kind of", name)
        if name in PART: shaped(value, name, PART[name])
        if name in EACH:
            for one in value: shaped(one, name, EACH[name])

class Board:
    sequence, hash, time, version, phase, state, unknown = 0, "0" * 64, 0, 0, "absent", None, None

    def __init__(self):
        self.open, self.held, self.used, self.past, self.origin, self.done = {}, {}, set(), {}, None, {}
        self.keys, self.operators, self.signatures, self.modified, self.marks = {}, {}, {}, False, {}
        self.fallbacks, self.degraded, self.parent, self.asked = set(), set(), None, {}
        self.hashes, self.completed, self.gates, self.approvals, self.items = {}, False, {}, {}, {}

    def chain(self, e):
        assert all(type(e.get(name, Decimal())) is Decimal for name in ("sequence", "version", "stateHashScheme")), "no number"
        claimed = e.pop("hash")
        assert e["sequence"] == self.sequence + 1, "gap or repeat"
        assert e["previousHash"] == self.hash and sha(e) == claimed, "hash"
        time = moment(e["time"])
        assert self.time <= time, "time"
        self.sequence, self.hash, self.time = e["sequence"], claimed, time

    def once(self, kind, *ids):
        assert (kind, ids) not in self.used, (kind, ids, "again")
        self.used.add((kind, ids))

    def fold(self, e):
        shaped(e, e["type"], MUST[e["type"]])
        kind, version, invocation = e["type"], self.version, e.get("invocationId")
        assert self.phase in IN[kind], (kind, self.phase)
        undoes = e.get("trigger", {}).get("rule") == "$compensation"
        if kind in ("PatchCommitted", "WorkerInvoked", "BranchStopped"): assert undoes == (self.phase == "compensating"), "undoes"
        outcome = kind != "BoardCancelled" or "compensation" not in e    # of its command; else it was when that began
        if kind == "BoardCreated":
            if "origin" in e: assert e["origin"]["stateHash"] == e["stateHash"], "origin"
            else: assert canonical(filled(e["blueprint"]["state"]["initial"], e["input"])) == canonical(e["state"]), "first state"
            self.operators = e["blueprint"].get("operators", {})
            self.state, version, self.origin, self.rules = e["state"], 1, e.get("origin"), e["blueprintHash"]
            self.parent, self.marked, self.input = e.get("parent"), e.get("marked", []), e["input"]
        elif kind in ("PatchCommitted", "BoardEdited", "BoardRestored"):
            state = patched(self.state, e["patch"])
            version += canonical(state) != canonical(self.state)
            self.state = state
        elif kind == "WorkerInvoked":
            self.invited(e)
            self.once("invocation", invocation)
            self.open[invocation] = e
            if "child" in e: self.asked[invocation] = e
        assert "signature" in e or "sentPatch" not in e and "sentFormer" not in e, "sent, but not signed"
        if kind in COMMAND and outcome and "commandId" in e: self.command(e, kind)
        if kind == "CompensationStarted": self.begun = [e.get(name) for name in HEADER + ("signature",)]
        if not outcome: assert self.begun == [e.get(name) for name in HEADER + ("signature",)], "another command"
        if kind == "BoardMarked": self.marks[e["name"]] = e["stateHash"]
        if kind == "BoardRestored":
            assert self.hashes.get(e["restoredVersion"]) == e["stateHash"], "another version"
            if "mark" in e: assert self.marks[e["mark"]] == e["stateHash"] and "sentFormer" not in e, "mark"
        if kind == "BoardReopened": assert not self.completed, "completed"
        self.completed = self.completed or kind == "BoardCompleted"
        if "blueprint" in e:
            assert sha(e["blueprint"]) == e["blueprintHash"], "blueprintHash"
            self.blueprint, self.roles = e["blueprint"], e["blueprint"].get("workers", {})
            self.keys = {name: worker.get("keys") for name, worker in self.roles.items()}
            self.operators = e["blueprint"].get("operators", {})
            self.fallbacks = {name for name, worker in self.roles.items() if worker.get("degraded")}
        if kind == "CircuitTripped" and "target" in e: assert {e["target"], e.get("worker", e["target"])} <= set(self.roles), "target"
        if kind == "BranchStopped": assert "worker" in e or e["reason"] not in ("budget-spent", "trifecta"), "worker"
        if kind == "PatchCommitted":
            fallback = e["worker"] in self.fallbacks or e.get("repeats", {}).get("sequence") in self.degraded
            assert e.get("marks", []) == ["degraded"] * fallback, "marks"
            if fallback: self.degraded.add(e["sequence"])
        used = e.get("usage", {})
        assert all(used.get(name, 0) >= 0 for name in ("inputTokens", "outputTokens", "cost", "toolCalls", "cachedInputTokens")) and all(
            re.fullmatch("([0-9a-f]{64})?", used.get(name, "")) for name in ("trajectory", "prefixHash", "checkpoint")), "usage"
        if kind in ("PatchCommitted", "PatchHeld"): self.author(e, e.get("replaces") if kind == "PatchHeld" else e.get("held"))
        self.modified = kind == "Decided" and "patch" in e
        self.approved(e, kind)
        if kind == "BlueprintAmended":
            assert e["previousBlueprintHash"] == self.rules, "previousBlueprintHash"
            self.rules = e["blueprintHash"]
        if kind == "BoardRestored" or e.get("open") == "supersede":
            assert sorted(e["superseded"]) == sorted(self.open), "superseded"
        for ended in e.get("superseded", []): del self.open[ended]
        if kind in ("PatchRejected", "CommandRejected"): self.repeated(e, kind, e.get("proposal", e.get("command")))
        if kind in ("PatchCommitted", "PatchRejected", "PatchHeld"): self.answer(e, kind, invocation)
        elif "commandId" in e and e.get("code") not in ("too-old", "unsigned", "signature") and outcome: self.once("command", e["commandId"])
        if PHASE.get(kind) in ("compensating", "ended"):
            assert sorted(e["abandonedInvocations"]) == sorted(self.open), "abandonedInvocations"
            self.open.clear(); self.held.clear()         # it may be reopened
        if PHASE.get(kind) == "ended": self.ended(e, kind)
        assert e["version"] == version, "version"
        if "stateHash" in e:
            assert state_hash[e["stateHashScheme"]](self.state) == e["stateHash"], "state"
            self.state_hash = self.hashes[version] = e["stateHash"]
        assert ("stateHash" in e) == (kind in ALWAYS or PHASE.get(kind) == "ended"), "stateHash"
        self.version, self.phase = version, PHASE.get(kind, self.phase)
        if self.phase != "absent": self.past[self.sequence] = self.hash, self.state_hash

    def invited(self, e):                            # with what its blueprint says of the worker
        assert sha(e["view"]) == e["viewHash"], "viewHash"
        role, policies = self.roles[e["worker"]], self.blueprint.get("policies", {})
        assert e["queue"] == ("boards" if role.get("kind") == "board" else role.get("queue", "default")), "queue"
        assert e["instruction"] == role.get("instruction", ""), "instruction"
        assert role.get("egress") or not e.get("egress"), "egress"
        assert "neighbourhood" in e or canonical(e["writes"]) == canonical(role.get("write", [])), "writes"
        unsaid = "7d" if role.get("kind") in ("person", "board") else "5m"
        timeout = policies.get(role.get("policy", "default"), {}).get("timeout", unsaid)
        assert moment(e["deadline"]) - moment(e["time"]) == span(timeout), "deadline"

    def ended(self, e, kind):                        # with a part of the state
        assert e.get("parent") == self.parent, "parent"
        if kind in ("BoardCompleted", "BoardHalted"):
            whole, result = kind == "BoardCompleted" and "reason" in e, None
            if kind == "BoardCompleted" or "complete" in self.blueprint:
                try: result = at(self.state, steps("" if whole else self.blueprint.get("complete", {}).get("result", "")))
                except (AssertionError, LookupError, TypeError): pass
            assert canonical(e.get("result")) == canonical(result), "result"

    def author(self, e, before):                     # docs/security.md says what is signed
        sent, keys = e.get("sentPatch", e["patch"]), self.keys.get(e["worker"])
        if "repeats" in e: assert "signature" not in e and "sentPatch" not in e, "nobody has sent it"
        elif before:
            held, patch = self.signatures.pop(before)
            assert e.get("signature") == (None if self.modified else held), "signature"
            assert not e.get("signature") or canonical(sent) == canonical(patch), "not what the gate held"
        elif keys:
            said = {name: e[name] for name in ("boardId", "proposalId", "worker", "invocationId", "usage") if name in e}
            said["patch"] = sent
            if "claimedViewHash" in e: said["viewHash"] = e["claimedViewHash"]
            self.signed(e, keys, "proposal", said)
        else: assert "signature" not in e, "signature, but no keys"
        if "sentPatch" in e: assert became(sent, e["patch"], "invocationId" in e), "not the patch that was signed"
        if e["type"] == "PatchHeld": self.signatures[e["sequence"]] = e.get("signature"), sent

    def approved(self, e, kind):                     # who let a gate's patch pass, or made it what it is
        if kind == "NeedsPerson": self.items[e["sequence"]] = e.get("gate", {}).get("held")
        if kind == "NeedsPerson" and "gate" in e: self.gates[e["sequence"]] = e["gate"]["held"]
        if kind == "Decided": del self.items[e["item"]]
        decided = e.get("replaces") if kind == "PatchHeld" else e.get("held")
        if decided: self.items = {item: held for item, held in self.items.items() if held != decided}
        if kind == "BoardRestored" or PHASE.get(kind) in ("compensating", "ended"): self.items.clear()
        if kind == "PatchHeld": self.approvals[e["sequence"]] = [e["modifiedBy"]] if "modifiedBy" in e else []
        if kind == "Decided" and e["item"] in self.gates and e["option"] in ("approve", "modify") and "commandId" in e and "by" in e:
            by = self.approvals[self.gates[e["item"]]]
            if e["by"] not in by: by.append(e["by"])
        if kind == "PatchCommitted": assert e.get("approvedBy", []) == self.approvals.pop(e.get("held"), []), "approvedBy"

    def command(self, e, kind):                      # docs/security.md says what is signed
        if not self.operators: assert "signature" not in e, "signature, but no operators"
        if not self.operators: return
        command, members = COMMAND[kind]
        said = {name: e[name] for name in HEADER + tuple(members.split()) if name in e}
        said["type"] = command
        if "sentPatch" in e:
            assert became(e["sentPatch"], e["patch"], False), "not the patch that was signed"
            said["patch"] = e["sentPatch"]
        if kind == "BoardRestored" and "mark" not in e:
            said["former"] = then = e["sentFormer"]
            assert (then["version"], then["stateHash"]) == (e["restoredVersion"], e["stateHash"]), "another version"
            assert all(one in then["invites"] for one in e["invites"]), "others are invited"
        self.signed(e, self.operators.get(e.get("by"), {}).get("keys", []), "command", said)

    def signed(self, e, keys, what, said):
        signature = e.get("signature")
        assert signature and signature["key"] in keys, "signature"
        if len(sys.argv) > 1: assert signature["audience"] == re.sub("proposals$", what + "s", sys.argv[1]), "audience"
        said["audience"] = signature["audience"]
        line = b"patchboard-" + what.encode() + b"-1\n"
        assert signed(signature["key"], signature["value"], line + canonical(said).encode()), "signature"

    def repeated(self, e, kind, sent):               # what a rejection repeats; what could not be read, may be anything
        if e["stage"] == "DECODE": return
        nobody = e["stage"] == "TIMEOUT" or e["code"] == "withdrawn" and sent is None
        assert (sent is None) == nobody, "what was sent"
        if nobody or "withheld" in sent and set(sent) <= {"withheld", "invocationId"}: return
        if "sha256" in sent:                         # an excerpt
            assert sent["bytes"] > 0 and re.fullmatch("[0-9a-f]{64}", sent["sha256"]) and len(sent["beginning"]) <= 200, "excerpt"
            return
        shaped(sent, "what was sent", SENT[kind])
        if kind == "CommandRejected": assert all(sent[name] == e[name] for name in ("boardId", "commandId")), "command"
        else:
            assert all(sent[name] == e[name] for name in ("boardId", "proposalId", "worker")), "proposal"
            assert "invocationId" not in e or sent.get("invocationId") == e["invocationId"], "proposal"

    def answer(self, e, kind, invocation):
        sent, before = e.get("proposal", {}), e.get("replaces") if kind == "PatchHeld" else e.get("held")
        if "repeats" in e:                               # an action that was done already: nobody was asked, or has sent it
            assert self.done[e["trigger"]["actionId"]] == e["repeats"]["sequence"] and not invocation, "repeats"
            assert e["proposalId"] == "repeat-%d" % e["sequence"], "proposalId"
            return
        if before: asked = self.held.pop(before)         # a gate held it, when it had its one answer
        elif "proposalId" in e and "sha256" not in sent and e.get("code") not in ("too-old", "unsigned", "signature"):
            named = sent.get("invocationId")             # of what could not be read, it may be anything
            self.once("proposal", e["proposalId"], e.get("worker"), invocation or (named if isinstance(named, str) else None))
        assert e.get("stage") != "ADMISSION" or not invocation or self.phase == "paused", "ADMISSION ends nothing"
        if not before: asked = self.open.pop(invocation) if invocation else {}
        if kind == "PatchCommitted" and "actionId" in asked.get("trigger", {}) and not e.get("expand"):
            self.done.setdefault(asked["trigger"]["actionId"], e["sequence"])
        if kind == "PatchHeld": self.held[e["sequence"]] = asked
        if invocation: assert asked["worker"] == e["worker"], "another's invocation"
        for name in ("viewHash", "trigger"):
            assert asked.get(name) == e.get(name) or kind == "PatchRejected" and name not in e, name

def bounded(text):
    value = Decimal(text)
    assert value.is_finite() and len(value.as_tuple().digits) <= 1000 and abs(value.as_tuple().exponent) <= 2000 and (
        not value or abs(value.adjusted()) <= 1000), ("no number, or too long a one", text[:100])
    return value

def members(pairs):
    assert len(dict(pairs)) == len(pairs), ("a name twice", pairs)
    return dict(pairs)

def read(line):
    line = line.decode()                         # UTF-8, whatever this system has
    assert line.startswith("{"), ("no JSON object", line)
    entry = json.loads(line, parse_float=bounded, parse_int=bounded, parse_constant=bounded, object_pairs_hook=members)
    return entry.get("entry", entry)             # a line of an archive says where the entry stood, too

boards = {}
for entry in sorted(map(read, sys.stdin.buffer), key=lambda e: (e["boardId"], e["sequence"])):
    board = boards.setdefault(entry["boardId"], Board())
    where = entry["boardId"], int(entry["sequence"]), entry["type"]
    try:
        board.chain(entry)
        if entry["type"] not in IN: board.unknown = board.unknown or where
        if not board.unknown: board.fold(entry)
    except Exception as e: sys.exit("differs at %s: %r" % (where, e))
assert boards, "no entries"
for board in boards.values():
    if board.unknown: print("unknown kind, state unverified from", board.unknown)
for name, board in boards.items():               # a fork goes on from an entry of its origin, if that is among these logs
    left = board.origin and boards.get(board.origin["boardId"])
    if left and not left.unknown and left.past.get(board.origin["sequence"]) != (board.origin["hash"], board.origin["stateHash"]):
        sys.exit("differs at %s: it is no fork of %s" % (name, board.origin))
made = {}                                        # boards that were made for others' invocations begin as those say
for name, board in boards.items():
    for e in board.asked.values():
        told = {k: v for k, v in e["child"].items() if k not in ("blueprint", "input", "problem")}
        short = name + "~" + sha([name, e["invocationId"]])[:16]
        made[short if len(short.encode()) <= 800 else "board~" + sha([name, e["invocationId"]])] = e["child"].get("input"), (
            {"boardId": name, "invocationId": e["invocationId"], "worker": e["worker"], **told},
            [{"path": "", "taint": e["taint"]}] if "taint" in e else [])
for name, board in boards.items():
    above = board.parent and boards.get(board.parent["boardId"])
    if board.parent and not above: print("no log of", board.parent["boardId"], "to hold the first entry of", name, "against")
    if board.phase == "absent" or not (name in made or above and not above.unknown): continue
    given, begun = made.get(name, (None, None))
    if begun != (board.parent, board.marked) or given is not None and canonical(given) != canonical(board.input):
        sys.exit("differs at %s: it was not made for %s, or begins otherwise" % (name, board.parent))
created = [b for b in boards.values() if b.phase != "absent"]
print("ok", len(created), "boards,", len(boards) - len(created), "logs of no board")
sys.exit(any(b.unknown for b in boards.values()))
