package io.patchboard.gateway.source;

/** Opens sources. */
public final class Sources {

    private Sources() {}

    /**
     * Opens the source that was chosen, or what comes next where the broker does not support it. It begins with the
     * first poll for which the broker can be reached; a poll throws {@link UnusableSourceException} if it never will.
     *
     * @throws org.apache.kafka.common.KafkaException if the Kafka settings make no sense
     */
    public static InvocationSource open(SourceConfig config) {
        return new ChosenSource(config);
    }
}
