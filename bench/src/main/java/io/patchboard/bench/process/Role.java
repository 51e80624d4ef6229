package io.patchboard.bench.process;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.app.StreamsClients;
import io.patchboard.kernel.stream.CommitPace;
import io.patchboard.kernel.stream.KernelMeters;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.http.HttpApi;
import io.patchboard.tracing.Tracing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a JVM of a bench can be. */
public enum Role {
    /** The real KRaft broker of the standalone distribution. Arguments: {@code dir}. */
    BROKER {
        @Override
        Running start(Map<String, String> arguments) {
            EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(Path.of(arguments.get("dir"))));
            return new Running(broker.bootstrapServers(), broker);
        }
    },
    /**
     * The kernel as it is shipped. Arguments: {@code bootstrap}, {@code dir}, {@code prefix}; further ones are client
     * properties that replace the product's settings, or OpenTelemetry's variables.
     */
    KERNEL {
        @Override
        Running start(Map<String, String> arguments) {
            Tracing tracing = Tracing.of(arguments, "patchboard-kernel");
            KernelApp kernel = KernelApp.start(config(arguments), new CompositeMeterRegistry(), tracing);
            return new Running("", () -> {
                kernel.close();
                tracing.close();
            });
        }
    },
    /** {@link GetPutForward}. Arguments as the kernel's, and {@code valueBytes}. */
    PLAIN {
        @Override
        Running start(Map<String, String> arguments) {
            int bytes = Integer.parseInt(arguments.get(VALUE_BYTES));
            return new Running("", PlainStreams.start(config(arguments), GetPutForward.withValuesOf(bytes)));
        }
    },
    /** {@link SameWrites}. Arguments as the kernel's, and {@link BoardKind}'s. */
    SAME_WRITES {
        @Override
        Running start(Map<String, String> arguments) {
            Topics topics = new Topics(arguments.get("prefix"));
            CommitPace pace = new CommitPace();
            return new Running(
                    "",
                    PlainStreams.start(
                            config(arguments),
                            List.of(topics.commands(), topics.proposals()),
                            List.of(topics.committed(), topics.invocations("default")),
                            new StreamsClients(pace, new KernelMeters(new CompositeMeterRegistry())),
                            SameWrites.of(BoardKind.scripts(arguments), topics, pace)));
        }
    },
    /** {@link BrokerAndStreams}. Arguments: {@code dir}. */
    BROKER_AND_STREAMS {
        @Override
        Running start(Map<String, String> arguments) {
            return BrokerAndStreams.start(Path.of(arguments.get("dir")));
        }
    },
    /** A broker of several, with Kafka's settings but for {@link Cluster}'s. Arguments are those settings. */
    NODE {
        @Override
        Running start(Map<String, String> arguments) {
            return Cluster.node(arguments);
        }
    },
    /** A gateway with {@link Workers}. Arguments: {@code bootstrap}, {@code prefix}, {@code source}. */
    GATEWAY {
        @Override
        Running start(Map<String, String> arguments) {
            return new Running(
                    "",
                    Gateway.start(GatewayConfig.builder(connection(arguments), Workers.bindings())
                            .groupId(arguments.get("prefix") + "bench")
                            .source(SourceKind.of(arguments.get("source")))
                            .build()));
        }
    },
    /** {@link PlainWorker}. Arguments as the gateway's, and {@link BoardKind}'s. */
    PLAIN_WORKER {
        @Override
        Running start(Map<String, String> arguments) {
            return new Running("", PlainWorker.start(connection(arguments), BoardKind.scripts(arguments)));
        }
    },
    /**
     * The read side as it is shipped, with its HTTP server. Arguments: {@code bootstrap}, {@code dir}, {@code prefix}.
     */
    READS {
        @Override
        Running start(Map<String, String> arguments) {
            HttpApi api = HttpApi.start(0);
            api.serve(connection(arguments), new AwaitedAnswers(), Path.of(arguments.get("dir")));
            return new Running(api.url(), api);
        }
    };

    private static final String VALUE_BYTES = "valueBytes";
    private static final byte[] SECRET = new byte[32];

    /** Starts and waits until it serves. */
    abstract Running start(Map<String, String> arguments);

    private static KafkaConnection connection(Map<String, String> arguments) {
        return new KafkaConnection(arguments.get("bootstrap"), Map.of(), new Topics(arguments.get("prefix")));
    }

    private static KernelConfig config(Map<String, String> arguments) {
        Map<String, String> settings = new TreeMap<>(arguments);
        String bootstrap = settings.remove("bootstrap");
        Path dir = Path.of(settings.remove("dir"));
        String prefix = settings.remove("prefix");
        settings.remove(VALUE_BYTES);
        BoardKind.remove(settings);
        Optional<Integer> replication =
                Optional.ofNullable(settings.remove("replication")).map(Integer::valueOf);
        Optional<Integer> partitions =
                Optional.ofNullable(settings.remove("partitions")).map(Integer::valueOf);
        settings.keySet().removeIf(name -> name.startsWith("OTEL_"));
        KernelConfig.Builder config =
                KernelConfig.builder(bootstrap, dir, SECRET).prefix(prefix).clientProperties(settings);
        replication.ifPresent(config::replication);
        partitions.ifPresent(config::partitions);
        return config.build();
    }

    /**
     * What was started.
     *
     * @param address where to reach it; empty if it is reached over the broker
     */
    record Running(String address, AutoCloseable part) {}
}
