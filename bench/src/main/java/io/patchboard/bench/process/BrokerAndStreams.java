package io.patchboard.bench.process;

import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.stream.KernelTopology;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/**
 * What the start of {@code up} cannot do without: the broker, two topics on it, and then {@link PlainStreams} with as
 * many stores as the kernel has. No kernel, no HTTP server, no index, no gateway.
 */
final class BrokerAndStreams {

    private BrokerAndStreams() {}

    /** Returns when Streams runs. */
    static Role.Running start(Path dir) {
        EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir));
        KernelConfig config = KernelConfig.builder(broker.bootstrapServers(), dir.resolve("streams"), new byte[32])
                .prefix("plain.")
                .build();
        createTopics(config);
        PlainStreams streams = PlainStreams.start(
                config, PlainStreams.supplier(Forward::new, KernelTopology.STORES.toArray(String[]::new)));
        return new Role.Running(broker.bootstrapServers(), () -> {
            streams.close();
            broker.close();
        });
    }

    private static void createTopics(KernelConfig config) {
        Topics topics = new Topics(config.prefix());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", config.bootstrapServers()))) {
            NewTopics.create(admin, List.of(topic(topics.proposals(), config), topic(topics.committed(), config)));
        }
    }

    private static NewTopic topic(String name, KernelConfig config) {
        return new NewTopic(name, Optional.of(config.partitions()), Optional.empty());
    }

    private static final class Forward extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        @Override
        public void process(Record<byte[], byte[]> record) {
            context().forward(record);
        }
    }
}
