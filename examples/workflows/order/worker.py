"""What the nodes of order.yaml do, without a warehouse: reads invocations from stdin and answers on stdout, one line of JSON each."""

import json
import sys

work = {
    "reserve": lambda order: order,
    "release": lambda order: {"released": order["id"]},
    "approve": lambda order: order,
    "pack": lambda item: f"parcel with {item}",
    "mail": lambda parcels: f"{len(parcels)} parcels are on their way",
    "invoice": lambda parcels: {"parcels": len(parcels)},
}[sys.argv[1]]
for line in sys.stdin:
    invocation = json.loads(line)
    try:
        output = work(invocation["view"]["item"]["value"])
        said = {"patch": [{"op": "add", "path": f"/outputs/{sys.argv[1]}/-", "value": output}]}
    except (KeyError, TypeError) as problem:
        said = {"error": f"Expected what {sys.argv[1]} needs, but: {problem!r}"}
    print(json.dumps({"invocationId": invocation["invocationId"], **said}), flush=True)
