package io.patchboard.kernel.stream;

import org.apache.kafka.common.serialization.Serializer;

/** A log entry on its way to its topic. */
record Outgoing(String topic, byte[] bytes) {

    static Serializer<Outgoing> serializer() {
        return (topic, outgoing) -> outgoing.bytes();
    }
}
