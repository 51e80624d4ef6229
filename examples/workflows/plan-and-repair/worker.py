"""Plans a small job shop: reads invocations from stdin and answers on stdout, one line of JSON each."""

import json
import sys


def plan(problem):
    """Each job as if it were alone, so machines are booked twice."""
    operations = []
    for job, steps in enumerate(problem["jobs"]):
        start = 0
        for step in steps:
            operations.append({"job": job, "machine": step["machine"], "start": start, "end": start + step["duration"]})
            start += step["duration"]
    return {"operations": operations}


def validate(plan):
    operations = sorted(plan["operations"], key=lambda operation: operation["start"])
    errors = [f"{one['machine']} is booked twice at {two['start']}: by jobs {one['job']} and {two['job']}"
              for i, one in enumerate(operations) for two in operations[i + 1:]
              if one["machine"] == two["machine"] and two["start"] < one["end"]]
    return {"operations": operations, "valid": not errors, "errors": errors}


def placed(operations):
    """In this order, each as early as its job and its machine allow."""
    free = {}
    for operation in operations:
        job, machine = ("job", operation["job"]), ("machine", operation["machine"])
        start = max(free.get(job, 0), free.get(machine, 0))
        end = start + operation["end"] - operation["start"]
        free[job] = free[machine] = end
        yield {**operation, "start": start, "end": end}


def repair(judged):
    return {"operations": list(placed(judged["operations"]))}


def optimize(judged):
    operations = list(placed(sorted(judged["operations"], key=lambda operation: (operation["start"], operation["end"]))))
    return {"operations": operations, "makespan": max(operation["end"] for operation in operations)}


node = sys.argv[1]
work = {"plan": plan, "validate": validate, "repair": repair, "optimize": optimize}[node]
for line in sys.stdin:
    try:
        invocation = json.loads(line)
    except ValueError as problem:
        print(f"Expected an invocation in each line, but: {problem}", file=sys.stderr)
        continue
    try:
        output = work(invocation["view"]["item"]["value"])
        place = invocation["view"]["contract"][0]["path"]  # whatever the node is called that it works for
        said = {"patch": [{"op": "add", "path": place, "value": output}]}
    except (IndexError, KeyError, TypeError) as problem:
        said = {"error": f"Expected what {node} needs, but: {problem!r}"}
    print(json.dumps({"invocationId": invocation["invocationId"], **said}), flush=True)
