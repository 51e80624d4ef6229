package io.patchboard.kernel.app;

import io.patchboard.encoding.Encoding;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.SchemaRegistryClient;
import java.util.Optional;
import java.util.function.Consumer;

/** The Schema Registry of a kernel that has one, and what its outputs are encoded with. */
record RegistryLink(SchemaRegistryClient client, RegistryStart start) {

    static RegistryLink of(RegistryConfig config) {
        SchemaRegistryClient client = new SchemaRegistryClient(config);
        return new RegistryLink(client, new RegistryStart(client, config));
    }

    static Consumer<String> onNewQueue(KernelConfig config, Optional<RegistryLink> registry) {
        return outputs(config) == Encoding.CONFLUENT
                ? queue -> registry.ifPresent(link -> link.start().registerInBackground(config.topics(), queue))
                : queue -> {};
    }

    private static Encoding outputs(KernelConfig config) {
        return config.outputs().orElse(config.registry().isPresent() ? Encoding.CONFLUENT : Encoding.JSON);
    }

    static RecordEncoder encoder(KernelConfig config, TopicSetup topicSetup, Optional<RegistryLink> registry) {
        return switch (outputs(config)) {
            case JSON -> RecordEncoder.json();
            case AVRO -> RecordEncoder.avro();
            case CONFLUENT ->
                RecordEncoder.confluent(registry.orElseThrow(RegistryLink::noRegistry)
                        .start()
                        .settle(config.topics(), topicSetup.queues()));
        };
    }

    private static KernelStartException noRegistry() {
        return new KernelStartException(
                "Expected the URL of a Schema Registry for outputs in the Confluent wire format, but got none.", null);
    }
}
