package io.patchboard.bench.process;

import io.patchboard.record.ContractLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** Several brokers, each with a controller, in JVMs of their own on this machine. */
public final class Cluster {

    private static final String HOST = "127.0.0.1";
    private static final String CONTROLLER = "CONTROLLER";
    private static final String CLUSTER_ID = "bench.cluster.id";

    /** As many as the standalone broker has: at Kafka's 50 each, a start takes longer than a turn. */
    private static final String INTERNAL_PARTITIONS = "4";

    private Cluster() {}

    /** Starts them together, since none is ready before the others are. */
    public static List<Part> start(Path dir, int brokers, String heap) {
        List<Integer> ports = freePorts(2 * brokers);
        String voters = String.join(
                ",",
                IntStream.range(0, brokers)
                        .mapToObj(id -> id + "@" + HOST + ":" + ports.get(2 * id + 1))
                        .toList());
        String cluster = Uuid.randomUuid().toString();
        List<CompletableFuture<Part>> starting = IntStream.range(0, brokers)
                .mapToObj(id -> settings(
                        id, dir.resolve("broker" + id), brokers, ports.get(2 * id), ports.get(2 * id + 1), voters))
                .map(settings -> {
                    settings.put(CLUSTER_ID, cluster);
                    return CompletableFuture.supplyAsync(
                            () -> Part.inOwnJvm(Role.NODE, settings, heap), task -> new Thread(task).start());
                })
                .toList();
        return starting.stream().map(CompletableFuture::join).toList();
    }

    private static Map<String, String> settings(
            int id, Path logs, int brokers, int port, int controllerPort, String voters) {
        String copies = Integer.toString(brokers);
        String inSync = Integer.toString(brokers / 2 + 1);
        Map<String, String> settings = new TreeMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(id));
        settings.put("log.dirs", logs.toString());
        settings.put(
                "listeners",
                "PLAINTEXT://" + HOST + ":" + port + "," + CONTROLLER + "://" + HOST + ":" + controllerPort);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("controller.listener.names", CONTROLLER);
        settings.put("controller.quorum.voters", voters);
        settings.put("default.replication.factor", copies);
        settings.put("min.insync.replicas", inSync);
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.put(topic + ".replication.factor", copies);
            settings.put(topic + ".num.partitions", INTERNAL_PARTITIONS);
        }
        settings.put("transaction.state.log.min.isr", inSync);
        settings.put("share.coordinator.state.topic.min.isr", inSync);
        settings.put("num.partitions", INTERNAL_PARTITIONS);
        settings.put("message.max.bytes", Integer.toString(ContractLimits.MAX_STORED_BYTES));
        settings.put("group.initial.rebalance.delay.ms", "0");
        return settings;
    }

    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("Expected " + count + " free ports, but: " + e.getMessage(), e);
        }
    }

    /** In this JVM. Returns when it serves. */
    static Role.Running node(Map<String, String> arguments) {
        Map<String, String> settings = new TreeMap<>(arguments);
        format(settings.get("log.dirs"), Integer.parseInt(settings.get("node.id")), settings.remove(CLUSTER_ID));
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        server.startup();
        String listener = settings.get("listeners").split(",", 2)[0];
        return new Role.Running(listener.substring(listener.indexOf("//") + 2), () -> {
            server.shutdown();
            server.awaitShutdown();
        });
    }

    private static void format(String logs, int id, String cluster) {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(id)
                    .setClusterId(cluster)
                    .setControllerListenerName(CONTROLLER)
                    .addDirectory(logs)
                    .setMetadataLogDirectory(logs)
                    .run();
        } catch (Exception e) {
            throw new IllegalStateException("Expected to prepare " + logs + " for Kafka, but: " + e.getMessage(), e);
        }
    }
}
