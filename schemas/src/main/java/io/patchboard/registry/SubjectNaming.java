package io.patchboard.registry;

/** Under which name a registry keeps the schemas of a topic's values, and hence what it checks for compatibility. */
public enum SubjectNaming {
    /**
     * {@code <topic>-value}, as clients expect unless told otherwise. A topic of several record types has a union
     * there.
     */
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
