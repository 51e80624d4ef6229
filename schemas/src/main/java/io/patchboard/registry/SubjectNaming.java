package io.patchboard.registry;

/** Under which name a registry keeps the schemas of a topic's values, and hence what it checks for compatibility. */
public enum SubjectNaming {
    /** {@code <topic>-value}: for topics of one record type. With several, the registry refuses the second one. */
    TOPIC {
        @Override
        public String subject(String topic, String recordName) {
            return topic + "-value";
        }
    },
    /** {@code <topic>-<record name>}: each record type evolves on its own. */
    TOPIC_RECORD {
        @Override
        public String subject(String topic, String recordName) {
            return topic + "-" + recordName;
        }
    };

    /** @param recordName the full name of the Avro record, such as {@code io.patchboard.PatchCommitted} */
    public abstract String subject(String topic, String recordName);
}
