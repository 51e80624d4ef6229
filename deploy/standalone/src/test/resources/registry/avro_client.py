"""Creates a board and works for it in Avro with a Schema Registry, sharing no code with PatchBoard.

Usage: avro_client.py BOOTSTRAP_SERVERS REGISTRY_URL TOPIC_PREFIX BOARD_ID BLUEPRINT_FILE

Avro's binary encoding and the Confluent wire format are written down here from their specifications. Schemas to write with are
the latest of <topic>-value, schemas to read with those of the ids in the data. Each entry of the board's log that was read is
printed as a line: topic, type, sequence, hash. Ends when the board does.
"""

import json
import struct
import sys
import time
import urllib.request

from confluent_kafka import Consumer, Producer

servers, registry, prefix, board, blueprint = sys.argv[1:]


def ask(path):
    with urllib.request.urlopen(registry + path, timeout=10) as answer:
        assert answer.headers["Content-Type"] == "application/vnd.schemaregistry.v1+json"
        return json.load(answer)


class Schema:
    """A parsed schema: named types are found by their full name wherever they are used again."""

    def __init__(self, text):
        self.names = {}
        self.root = self.parse(json.loads(text), "")

    def parse(self, schema, namespace):
        if isinstance(schema, str):
            return self.names.get(schema) or self.names.get(namespace + "." + schema) or {"type": schema}
        if isinstance(schema, list):
            return {"type": "union", "branches": [self.parse(branch, namespace) for branch in schema]}
        kind = schema["type"]
        if kind in ("record", "enum"):
            namespace = schema.get("namespace", namespace)
            self.names[namespace + "." + schema["name"]] = parsed = {"type": kind, "name": schema["name"]}
            if kind == "enum":
                parsed["symbols"] = schema["symbols"]
            else:
                parsed["fields"] = [(f["name"], self.parse(f["type"], namespace)) for f in schema["fields"]]
            return parsed
        if kind == "array":
            return {"type": "array", "items": self.parse(schema["items"], namespace)}
        return self.parse(kind, namespace)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def long(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return (value >> 1) ^ -(value & 1)

    def read(self, schema):
        kind = schema["type"]
        if kind == "union":
            return self.read(schema["branches"][self.long()])
        if kind == "record":
            return dict([(name, self.read(field)) for name, field in schema["fields"]], **{"": schema["name"]})
        if kind == "null":
            return None
        if kind == "long":
            return self.long()
        if kind == "enum":
            return schema["symbols"][self.long()]
        if kind == "string":
            length = self.long()
            self.at += length
            return self.data[self.at - length : self.at].decode("utf-8")
        if kind == "array":
            items = []
            while count := self.long():
                if count < 0:
                    self.long()
                items += [self.read(schema["items"]) for _ in range(abs(count))]
            return items
        raise ValueError(kind)


def zigzag(value):
    value = (value << 1) ^ (value >> 63)
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def write(schema, value):
    kind = schema["type"]
    if kind == "union":
        for index, branch in enumerate(schema["branches"]):
            named = isinstance(value, dict) and branch.get("name") == value[""]
            if named or not isinstance(value, dict) and (branch["type"] == "null") == (value is None):
                return zigzag(index) + write(branch, value)
        raise ValueError("no branch for " + repr(value))
    if kind == "record":
        return b"".join(write(field, value.get(name)) for name, field in schema["fields"])
    if kind == "null":
        return b""
    if kind == "long":
        return zigzag(value)
    if kind == "enum":
        return zigzag(schema["symbols"].index(value))
    if kind == "string":
        data = value.encode("utf-8")
        return zigzag(len(data)) + data
    raise ValueError(kind)


written, read = {}, {}


def encode(topic, record):
    if topic not in written:
        latest = ask("/subjects/" + topic + "-value/versions/latest")
        written[topic] = latest["id"], Schema(latest["schema"])
    schema_id, schema = written[topic]
    return struct.pack(">bI", 0, schema_id) + write(schema.root, record)


def decode(data):
    magic, schema_id = struct.unpack(">bI", data[:5])
    assert magic == 0, data[:5]
    if schema_id not in read:
        read[schema_id] = Schema(ask("/schemas/ids/%d" % schema_id)["schema"])
    reader = Reader(data[5:])
    record = reader.read(read[schema_id].root)
    assert reader.at == len(reader.data)
    return record


def send(topic, record):
    producer.produce(prefix + topic, key=board, value=encode(prefix + topic, record))
    producer.flush()


def answer(invocation):
    view = json.loads(invocation["view"])
    text = "short" if view.get("rejections") else "too long"
    send("proposals", {
        "": "PatchProposal",
        "proposalId": "p-" + invocation["invocationId"],
        "boardId": board,
        "worker": invocation["worker"],
        "invocationId": invocation["invocationId"],
        "patch": json.dumps([{"op": "add", "path": "/answer", "value": text}]),
        "usage": {"": "Usage", "inputTokens": 3, "outputTokens": 4, "cost": "0.5"},
    })


producer = Producer({"bootstrap.servers": servers})
send("commands", {
    "": "CreateBoard",
    "type": "CreateBoard",
    "commandId": "c-" + board,
    "boardId": board,
    "blueprint": open(blueprint, encoding="utf-8").read(),
    "input": '{"question":"why? \u20ac"}',
})
consumer = Consumer({
    "bootstrap.servers": servers,
    "group.id": "python-" + board,
    "auto.offset.reset": "earliest",
    "isolation.level": "read_committed",
    "topic.metadata.refresh.interval.ms": 1000,
})
consumer.subscribe([prefix + topic for topic in ("invocations.default", "committed", "rejected")])
giving_up = time.time() + 90
while time.time() < giving_up:
    message = consumer.poll(1.0)
    if message is None or message.error():
        continue
    record = decode(message.value())
    if record["boardId"] != board:
        continue
    print(message.topic()[len(prefix):], record[""], record["sequence"], record["hash"], flush=True)
    if record[""] == "WorkerInvoked":
        answer(record)
    if record[""] == "BoardCompleted":
        consumer.close()
        sys.exit()
sys.exit("Expected the board to be completed within 90 s, but it was not.")
