package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.encoding.Encoding;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordSchemas;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.crash.Outcomes;
import io.patchboard.standalone.registry.RegistryState.Definition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A kernel with a registry, and what is sent to it: JSON and, once there is one, Avro of a schema that it has to look
 * up.
 */
final class KernelUnderLoad implements AutoCloseable {

    private static final int BOARDS = 8;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final String BLUEPRINT = "{\"apiVersion\":\"patchboard/v1\",\"name\":\"notes\","
            + "\"state\":{\"schema\":{\"type\":\"object\"},\"initial\":{\"notes\":[]}},"
            + "\"workers\":{\"w\":{\"unsolicited\":true,\"write\":[{\"op\":[\"add\"],\"path\":\"/notes/-\"}]}}}";

    private final Path dir;
    private final Topics topics;
    private final String servers;
    private final ProtocolRegistry registry;
    private final KafkaProducer<String, byte[]> producer;
    private final KernelApp kernel;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile Optional<UnseenSchema> unseen = Optional.empty();
    private int bursts;

    private record UnseenSchema(int id, Schema schema) {}

    private KernelUnderLoad(
            Path dir,
            Topics topics,
            String servers,
            ProtocolRegistry registry,
            KafkaProducer<String, byte[]> producer,
            KernelApp kernel) {
        this.dir = dir;
        this.topics = topics;
        this.servers = servers;
        this.registry = registry;
        this.producer = producer;
        this.kernel = kernel;
    }

    static KernelUnderLoad start(
            Path dir,
            String prefix,
            int partitions,
            String servers,
            ProtocolRegistry registry,
            KafkaProducer<String, byte[]> producer) {
        KernelConfig config = KernelConfig.builder(
                        servers, dir.resolve(prefix), "a secret of some bytes".getBytes(StandardCharsets.UTF_8))
                .prefix(prefix)
                .partitions(partitions)
                .outputs(Encoding.JSON)
                .registry(RegistryConfig.of(registry.url()).withTimeout(Duration.ofSeconds(2)))
                .build();
        return new KernelUnderLoad(dir, new Topics(prefix), servers, registry, producer, KernelApp.start(config));
    }

    void createBoards() {
        producer.partitionsFor(topics.proposals()); // which nobody can ask for in an outage
        for (int i = 0; i < BOARDS; i++) {
            send(topics.commands(), "b" + i, create("b" + i));
        }
    }

    /** From now on, what is sent has a schema that the kernel has not seen. */
    void makeSchema() {
        String text =
                new Schema.Parser().parse(RecordSchemas.text("PatchProposal")).toString();
        Schema schema = new Schema.Parser()
                .parse(text.substring(0, text.length() - 2)
                        + ",{\"name\":\"mood\",\"type\":[\"null\",\"string\"],\"default\":null}]}");
        try {
            unseen = Optional.of(new UnseenSchema(
                    registry.state().register("elsewhere", new Definition(schema.toString(), List.of())), schema));
        } catch (RegistryRefusal e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends some proposals to each board; does not wait. */
    void send() {
        String id = "-" + bursts++;
        for (int i = 0; i < BOARDS; i++) {
            String board = "b" + i;
            send(topics.proposals(), board, json(board, "before" + id));
            unseen.ifPresent(writer -> send(
                    topics.proposals(), board, AvroProposals.confluent(writer.id(), avro(writer.schema(), board, id))));
            send(topics.proposals(), board, json(board, "behind" + id));
            send(topics.proposals(), board, json(board, "last" + id));
        }
    }

    private void send(String topic, String board, byte[] value) {
        producer.send(
                new ProducerRecord<>(topic, board, value),
                (metadata, failure) -> (failure == null ? acknowledged : refused).incrementAndGet());
    }

    /** Until everything on the input topics has its outcome, which has to be all that was sent. */
    void awaitOutcomes(Duration patience) {
        producer.flush();
        await("outcomes").atMost(patience).pollInterval(BETWEEN_LOOKS).untilAsserted(() -> {
            Outcomes outcomes = outcomes();
            assertThat(outcomes.wrong()).isEmpty();
            assertThat(outcomes.inputs()).isEqualTo(acknowledged.get());
        });
        assertThat(refused.get()).isZero();
        assertThat(kernel.failure().toCompletableFuture()).isNotDone();
    }

    /** Until what is sent now is decided. */
    void awaitMoreOutcomes(Duration patience) {
        int before = acknowledged.get();
        await("more outcomes")
                .atMost(patience)
                .pollInterval(BETWEEN_LOOKS)
                .until(() -> outcomes().decided() > before);
    }

    private Outcomes outcomes() {
        SchemaRegistryClient schemas = new SchemaRegistryClient(RegistryConfig.of(registry.url()));
        return Outcomes.read(servers, topics, new RecordDecoder(InputReader.LIMITS, schemas));
    }

    /** What a user would ask. */
    void verify() throws IOException {
        Path config = dir.resolve(topics.prefix() + "properties");
        Files.writeString(config, RegistryConfig.URL_PROPERTY + "=" + registry.url() + "\n");
        Cli replay = Cli.run(
                "replay",
                "--verify",
                "--inputs",
                "--bootstrap-server",
                servers,
                "--prefix",
                topics.prefix(),
                "--config",
                config.toString());
        assertThat(replay.exitCode()).as("%s%s", replay.out(), replay.err()).isZero();
    }

    private static byte[] create(String board) {
        return ("{\"type\":\"CreateBoard\",\"commandId\":\"c\",\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT
                        + ",\"input\":{}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json(String board, String id) {
        return ("{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board
                        + "\",\"worker\":\"w\",\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id
                        + "\"}]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static GenericRecord avro(Schema schema, String board, String id) {
        return new GenericRecordBuilder(schema)
                .set("proposalId", "unseen" + id)
                .set("boardId", board)
                .set("worker", "w")
                .set("patch", "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"unseen\"}]")
                .build();
    }

    @Override
    public void close() {
        kernel.close();
    }
}
