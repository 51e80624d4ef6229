package io.patchboard.gateway.source;

/** Opens sources. */
public final class Sources {

    private Sources() {}

    /**
     * Opens the source that was chosen, or what comes next where the broker does not support it.
     *
     * @throws org.apache.kafka.common.KafkaException if the Kafka settings make no sense
     */
    public static InvocationSource open(SourceConfig config) {
        return ConsumerGroupSource.open(
                config.bootstrapServers(),
                config.group(),
                config.kind() == SourceKind.CONSUMER ? GroupProtocol.CONSUMER : GroupProtocol.CLASSIC,
                config.topics(),
                config.maxTaken(),
                config.clientProperties());
    }
}
