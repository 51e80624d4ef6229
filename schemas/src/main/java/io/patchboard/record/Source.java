package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * The event that a record was made of: where it stands in Kafka.
 *
 * @param topic 1 to 249 characters, as Kafka has it
 * @param partition 0 or more
 * @param offset 0 or more
 */
public record Source(String topic, long partition, long offset) {

    private static final int MAX_TOPIC_CHARS = 249;

    /** @throws FieldException if it can be no place in Kafka */
    static Source read(Fields fields) {
        Source source = new Source(fields.string("topic"), fields.integer("partition"), fields.integer("offset"));
        if (source.topic.isEmpty()
                || source.topic.length() > MAX_TOPIC_CHARS
                || source.partition < 0
                || source.offset < 0) {
            throw new FieldException(
                    "/source",
                    "Expected a topic of 1 to " + MAX_TOPIC_CHARS
                            + " characters with a partition and an offset of 0 or more at /source, but got another.");
        }
        return source;
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("topic", topic)
                .put("partition", partition)
                .put("offset", offset)
                .build();
    }

    /** As people read it: {@code orders-0@17}. */
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
