package io.patchboard.bench.fuzz;

import io.patchboard.bench.process.Part;
import io.patchboard.bench.process.Role;
import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Topics;
import io.patchboard.standalone.cli.PatchBoard;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine;

/**
 * One broker, one kernel in a JVM of its own that is killed now and then, and what comes of the records sent to them.
 */
public final class FuzzRun implements AutoCloseable {

    private static final String HEAP = "1g";
    private static final int PROBES = 16;
    private static final int MOST_LOOKS = 60;
    private static final int BETWEEN_PROBES = 1_000;
    private static final String PROBE_BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "probe",
             "state": {"initial": {"n": 0}, "schema": {"type": "object"}},
             "workers": {"w": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/n"}]}}}
            """;

    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
    private final Path dir;
    private final Part broker;
    private final ConcurrentLinkedQueue<Invocation> open = new ConcurrentLinkedQueue<>();
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<String> failures = new ArrayList<>();
    private Part kernel;
    private int probes;

    /** @param dir for broker and kernel, empty */
    public FuzzRun(Path dir) {
        this.dir = dir;
        this.broker =
                Part.inOwnJvm(Role.BROKER, Map.of("dir", dir.resolve("broker").toString()), HEAP);
        this.kernel = startKernel();
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.address(),
                        ProducerConfig.LINGER_MS_CONFIG,
                        2,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        64 * 1024 * 1024,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        128L * 1024 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private Part startKernel() {
        return Part.inOwnJvm(
                Role.KERNEL,
                Map.of(
                        "bootstrap",
                        broker.address(),
                        "dir",
                        dir.resolve("kernel").toString(),
                        "prefix",
                        topics.prefix()),
                HEAP);
    }

    /**
     * Sends the records, and kills the kernel as often, at even distances.
     *
     * @return what went wrong; empty if nothing did
     */
    public List<String> run(int records, int kills, long seed) {
        FuzzRecords source = new FuzzRecords(seed, open);
        for (int i = 0; i < PROBES; i++) {
            create(probe(i));
        }
        int betweenKills = records / (kills + 1) + 1;
        try (Watch watch = new Watch(broker.address(), topics, open)) {
            for (int i = 1; i <= records; i++) {
                send(source.next());
                if (i % betweenKills == 0) {
                    requireAlive();
                    kernel.kill();
                    kernel = startKernel();
                }
                if (i % betweenKills == 0 || i % BETWEEN_PROBES == 0 || i == records) {
                    probe(watch);
                }
            }
            requireAlive();
            failures.addAll(watch.failures());
        }
        audit();
        return failures;
    }

    private void send(Fuzzed next) {
        producer.send(new ProducerRecord<>(
                next.command() ? topics.commands() : topics.proposals(), next.key(), next.value()));
    }

    private void create(String board) {
        CreateBoard create = new CreateBoard("probe", board, JsonReader.parse(PROBE_BLUEPRINT), JsonObject.EMPTY);
        producer.send(new ProducerRecord<>(
                topics.commands(), bytes(board), bytes(create.toJson().toString())));
    }

    private static String probe(int board) {
        return "probe-" + board;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A good proposal on a board of each partition is committed, whatever was sent before. */
    private void probe(Watch watch) {
        int round = ++probes;
        for (int i = 0; i < PROBES; i++) {
            String value = "{\"proposalId\":\"" + Watch.PROBE + round + "\",\"boardId\":\"" + probe(i)
                    + "\",\"worker\":\"w\",\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":" + round + "}]}";
            producer.send(new ProducerRecord<>(topics.proposals(), bytes(probe(i)), bytes(value)));
        }
        producer.flush();
        if (!watch.sees(round, PROBES)) {
            failures.add("Probe " + round + " was not committed on all boards.");
        }
    }

    private void requireAlive() {
        if (!kernel.isAlive()) {
            failures.add("The kernel's process ended by itself.");
            kernel = startKernel();
        }
    }

    /** Asks the product's own audit, which folds every log and looks for the outcome of every input. */
    private void audit() {
        JsonObject said = replayed();
        // What waits for a board that nobody makes is rejected after some seconds; each look takes a second or two.
        for (int look = 1; look < MOST_LOOKS && early(said) > 0; look++) {
            said = replayed();
        }
        if (early(said) > 0) {
            failures.add(
                    "Some inputs have no outcome yet: " + said.get("inputs").orElse(Json.nul()));
        }
        SortedMap<String, Integer> codes = new TreeMap<>();
        new LogReader(KafkaConnection.to(broker.address())).scan(Optional.empty(), record -> {
            if (record.entry().event() instanceof RejectedEvent rejected) {
                codes.merge(rejected.stage() + "/" + rejected.rejection().code(), 1, Integer::sum);
            }
            return true;
        });
        System.out.println("inputs " + said.get("inputs").orElse(Json.nul()) + ", entries "
                + said.get("entries").orElse(Json.nul()) + ", rejected " + codes);
        codes.keySet().stream()
                .filter(reason -> reason.endsWith("/internal-error"))
                .forEach(reason ->
                        failures.add("The kernel failed on " + codes.get(reason) + " records, " + reason + "."));
    }

    private JsonObject replayed() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine patchboard =
                PatchBoard.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code =
                patchboard.execute("replay", "--verify", "--inputs", "--json", "--bootstrap-server", broker.address());
        if (code != 0) {
            failures.add("replay --verify --inputs ended with " + code + ": " + out + err);
        }
        return out.toString().isBlank() ? JsonObject.EMPTY : (JsonObject) JsonReader.parse(out.toString());
    }

    private static long early(JsonObject said) {
        return JsonPointer.parse("/inputs/early")
                .resolve(said)
                .map(count -> Long.parseLong(count.toString()))
                .orElse(0L);
    }

    @Override
    public void close() {
        producer.close();
        kernel.close();
        broker.close();
    }
}
