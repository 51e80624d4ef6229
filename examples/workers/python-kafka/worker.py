"""Makes headlines, as a plain Kafka client. Usage: python3 worker.py BOOTSTRAP_SERVERS QUEUE"""

import json
import signal
import sys
from datetime import datetime, timezone

from confluent_kafka import Consumer, KafkaException, Producer

servers, queue = sys.argv[1:]


def headline(view):
    note = view["item"]["value"]
    if view.get("rejections"):  # it was too long, as view["rejections"][0]["message"] says
        return note[:40]
    return note.split(". ")[0].rstrip(".")


def proposal(invocation):
    answer = {name: invocation[name] for name in ("boardId", "worker", "invocationId")}
    answer["proposalId"] = "answer-" + invocation["invocationId"]  # the same if it is sent twice
    try:
        answer["patch"] = [{"op": "add", "path": "/headlines/-", "value": headline(invocation["view"])}]
    except Exception as e:
        answer["error"] = f"Expected a note, but: {e!r}"
    return answer


def send(answer):
    """Returns when the broker has the answer."""
    errors = []
    producer.produce(
        "patchboard.proposals",
        key=answer["boardId"],
        value=json.dumps(answer),
        on_delivery=lambda error, _: errors.append(error) if error else None,
    )
    producer.flush()
    if errors:
        raise KafkaException(errors[0])


def commit(message):
    try:
        consumer.commit(message, asynchronous=False)
    except KafkaException as e:
        print("The partition moves, and its next owner does this again:", e, file=sys.stderr)


def is_over(deadline):
    return datetime.fromisoformat(deadline.replace("Z", "+00:00")) < datetime.now(timezone.utc)


signal.signal(signal.SIGTERM, lambda *_: sys.exit())
producer = Producer({"bootstrap.servers": servers, "enable.idempotence": True})
consumer = Consumer({
    "bootstrap.servers": servers,
    "group.id": queue + "-workers",
    "auto.offset.reset": "earliest",  # what was invited before the group's first start counts
    "isolation.level": "read_committed",  # never work for a decision that was aborted
    "enable.auto.commit": False,
    "topic.metadata.refresh.interval.ms": 5000,  # a queue's topic is made when a blueprint first names it
})
consumer.subscribe(["patchboard.invocations." + queue])
try:
    while True:
        message = consumer.poll(1.0)
        if message is None:
            continue
        if message.error():
            print(message.error(), file=sys.stderr)
            continue
        invocation = json.loads(message.value())
        if not is_over(invocation["deadline"]):
            send(proposal(invocation))
        commit(message)  # only now: a crash before it repeats the work
finally:
    consumer.close()
