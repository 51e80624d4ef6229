package io.patchboard.standalone.chaos;

import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.Kafka;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** Kafka as it comes, three times, each a broker and a controller. Every record has three copies, and two count. */
final class Brokers {

    private static final String CONTROLLER = "CONTROLLER";
    private static final int PORT = 9092;
    private static final int CONTROLLER_PORT = 9093;
    private static final String INTERNAL_PARTITIONS = "4";
    private static final int CONNECT_MILLIS = 1_000;

    private final List<String> addresses;
    private final String cluster = Uuid.randomUuid().toString();

    Brokers(List<String> addresses) {
        this.addresses = addresses;
    }

    String bootstrapServers() {
        return addresses.stream().map(address -> address + ":" + PORT).collect(Collectors.joining(","));
    }

    /** Makes what a broker needs before its first start. */
    void prepare(int id, Path disk) throws Exception {
        Path data = disk.resolve("kafka");
        Files.createDirectories(data);
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(id)
                .setClusterId(cluster)
                .setControllerListenerName(CONTROLLER)
                .addDirectory(data.toString())
                .setMetadataLogDirectory(data.toString())
                .run();
        try (Writer file = Files.newBufferedWriter(disk.resolveSibling(disk.getFileName() + ".properties"))) {
            settings(id, data).store(file, null);
        }
    }

    Process launch(List<String> within, Path disk) throws IOException {
        List<String> command = ChildJvm.running(
                List.of("-Xmx384m"),
                Kafka.class,
                disk.resolveSibling(disk.getFileName() + ".properties").toString());
        command.addAll(0, within);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        disk.resolveSibling(disk.getFileName() + ".log").toFile()))
                .start();
    }

    /**
     * Whether one takes connections. It does once the controller has let it in; until then the others may still take it
     * for there and in sync, as it was before it was killed.
     */
    boolean accepts(int id) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(addresses.get(id), PORT), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Properties settings(int id, Path data) {
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(id));
        settings.put("log.dirs", data.toString());
        String address = addresses.get(id);
        settings.put(
                "listeners",
                "PLAINTEXT://" + address + ":" + PORT + "," + CONTROLLER + "://" + address + ":" + CONTROLLER_PORT);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("controller.listener.names", CONTROLLER);
        settings.put(
                "controller.quorum.voters",
                IntStream.range(0, addresses.size())
                        .mapToObj(voter -> voter + "@" + addresses.get(voter) + ":" + CONTROLLER_PORT)
                        .collect(Collectors.joining(",")));
        settings.put("default.replication.factor", "3");
        settings.put("min.insync.replicas", "2");
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            settings.put(topic + ".replication.factor", "3");
            settings.put(topic + ".num.partitions", INTERNAL_PARTITIONS);
        }
        settings.put("transaction.state.log.min.isr", "2");
        settings.put("share.coordinator.state.topic.min.isr", "2");
        settings.put("num.partitions", INTERNAL_PARTITIONS);
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.share.delivery.count.limit", "10");
        // How soon a broker that is gone is missed: by the controller, which takes 9 s by default, and by the leaders
        // of partitions, which take 30. Commits cannot go on before.
        settings.put("broker.session.timeout.ms", "3000");
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("replica.lag.time.max.ms", "3000");
        // How soon a broker gives up another that does not answer, 30 s by default: until then transactions do not end
        // that have written to what the other led.
        settings.put("request.timeout.ms", "3000");
        // Three brokers share two cores with five other processes.
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        // One that was killed reads again what it had not flushed, which is its open segments.
        settings.put("log.segment.bytes", Integer.toString(16 << 20));
        return settings;
    }
}
