import copy, hashlib, json, sys
from decimal import Decimal, getcontext

getcontext().prec = 5000                         # digits are never rounded

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

def text(v):                                     # see the hash of a state, scheme 2
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
state_hash = lambda v, scheme: digest(v).hex() if scheme == 2 else sha(v)
def steps(pointer): return [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]

def at(document, path):
    for token in path: document = document[int(token) if isinstance(document, list) else token]
    return document

def put(document, path, value):                  # RFC 6902 section 4.1; the log has the index for each "-"
    if not path: return value
    parent = at(document, path[:-1])
    if isinstance(parent, list): parent.insert(int(path[-1]), value)
    else: parent[path[-1]] = value
    return document

def take(document, path):
    parent = at(document, path[:-1])
    return parent.pop(int(path[-1]) if isinstance(parent, list) else path[-1])

def patched(document, patch):
    for operation in patch:
        op, path = operation["op"], steps(operation["path"])
        if op == "add": document = put(document, path, operation["value"])
        elif op == "remove": take(document, path)
        elif op == "replace" and not path: document = operation["value"]
        elif op == "replace":
            take(document, path)
            put(document, path, operation["value"])
        elif op == "copy": document = put(document, path, copy.deepcopy(at(document, steps(operation["from"]))))
        elif op == "move" and operation["from"] != operation["path"]:
            document = put(document, path, take(document, steps(operation["from"])) if operation["from"] else document)
    return document

previous, states = {}, {}
for entry in sorted(map(lambda l: json.loads(l, parse_float=Decimal, parse_int=Decimal), sys.stdin),
                    key=lambda e: (e["boardId"], e["sequence"])):
    board, claimed = entry["boardId"], entry.pop("hash")
    last_sequence, last_hash = previous.get(board, (0, "0" * 64))
    assert entry["sequence"] == last_sequence + 1, (board, entry["sequence"], "gap or repeat")
    assert entry["previousHash"] == last_hash and sha(entry) == claimed, (board, entry["sequence"], "hash")
    if entry["type"] == "WorkerInvoked": assert sha(entry["view"]) == entry["viewHash"]
    if entry["type"] == "BoardCreated": states[board] = entry["state"]
    if entry["type"] == "PatchCommitted": states[board] = patched(states[board], copy.deepcopy(entry["patch"]))
    if "stateHash" in entry:
        scheme = entry.get("stateHashScheme", 1)
        assert state_hash(states[board], scheme) == entry["stateHash"], (board, entry["sequence"], "state")
    previous[board] = (entry["sequence"], claimed)
assert previous, "no entries"
print("ok", len(previous), "boards")
