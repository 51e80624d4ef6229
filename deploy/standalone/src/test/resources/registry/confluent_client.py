"""Works for a board with Confluent's own serializers, as their documentation has it.

Usage: confluent_client.py BOOTSTRAP_SERVERS REGISTRY_URL TOPIC_PREFIX BOARD_ID PROPOSAL_SCHEMA_FILE

Prints each entry of the board's log that was read as a line: topic, type, sequence, hash. Ends when the board does.
"""

import json
import sys
import time

import confluent_kafka
from confluent_kafka import DeserializingConsumer, SerializingProducer
from confluent_kafka.schema_registry import Schema, SchemaRegistryClient, avro
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import StringDeserializer, StringSerializer

if confluent_kafka.version()[0] < "1.9":
    # It took only records for schemas, which was mended in 1.9: what later versions do with unions.
    avro._schema_loads = lambda text: Schema(text.strip(), schema_type="AVRO")

servers, url, prefix, board, schema_file = sys.argv[1:]
registry = SchemaRegistryClient({"url": url})
producer = SerializingProducer({
    "bootstrap.servers": servers,
    "key.serializer": StringSerializer("utf_8"),
    "value.serializer": AvroSerializer(registry, open(schema_file, encoding="utf-8").read(), lambda value, _: value),
})
consumer = DeserializingConsumer({
    "bootstrap.servers": servers,
    "group.id": "confluent-" + board,
    "auto.offset.reset": "earliest",
    "isolation.level": "read_committed",
    "topic.metadata.refresh.interval.ms": 1000,
    "key.deserializer": StringDeserializer("utf_8"),
    "value.deserializer": AvroDeserializer(registry, None, lambda value, _: value),
})


def answer(invocation):
    text = "short" if json.loads(invocation["view"]).get("rejections") else "too long"
    producer.produce(prefix + "proposals", key=board, value={
        "proposalId": "p-" + invocation["invocationId"],
        "boardId": board,
        "worker": invocation["worker"],
        "invocationId": invocation["invocationId"],
        "patch": json.dumps([{"op": "add", "path": "/answer", "value": text}]),
        "usage": {"inputTokens": 3, "outputTokens": 4, "cost": "0.5"},
        "error": None,
    })
    producer.flush()


consumer.subscribe([prefix + topic for topic in ("invocations.default", "committed", "rejected")])
giving_up = time.time() + 90
while time.time() < giving_up:
    message = consumer.poll(1.0)
    if message is None or message.error() or message.key() != board:
        continue
    entry = message.value()
    print(message.topic()[len(prefix):], entry["type"], entry["sequence"], entry["hash"], flush=True)
    if entry["type"] == "WorkerInvoked":
        answer(entry)
    if entry["type"] == "BoardCompleted":
        consumer.close()
        sys.exit()
sys.exit("Expected the board to be completed within 90 s, but it was not.")
