package io.patchboard.standalone.cli.board;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.llm.Settlement;
import io.patchboard.gateway.submit.CheckpointTopic;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.ShellWord;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code board settle}. */
@Command(
        name = "settle",
        description = {
            "Says of a call of a tool with effects, of which nobody knew, whether it was done: for a board that waits"
                    + " since its worker failed with class unknown.",
            "The next attempt takes that word: of a call that was done it has the result, and one that was not is made."
                    + " \"board resolve ID --retry\" has it made."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board settle order-7 --done '{\"receipt\": 41}'",
            "  patchboard board settle order-7 --not-done"
        })
final class SettleCall implements Callable<Integer> {

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions options;

    @Option(names = "--by", paramLabel = "NAME", description = "Who says so; kept with it.")
    private Optional<String> by = Optional.empty();

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Option(
            names = "--worker",
            paramLabel = "NAME",
            description = "Whose call it is; may be left out where there is one call alone.")
    private Optional<String> worker = Optional.empty();

    @ArgGroup(multiplicity = "1")
    private Word word;

    /** What is said. */
    static final class Word {

        @Option(names = "--done", paramLabel = "JSON", description = "It was done, and this is its result.")
        private Optional<String> result = Optional.empty();

        @Option(names = "--not-done", description = "It was not done.")
        private boolean notDone;
    }

    @Override
    public Integer call() {
        Output output = options.output();
        Optional<Json> result = word.notDone ? Optional.empty() : word.result.map(SettleCall::json);
        try (Cluster cluster = Cluster.connect(connection)) {
            Settlement one = waiting(cluster.connection());
            write(one.key(), one.settled(by, result, Instant.now()), cluster.connection());
            if (output.isJson()) {
                output.document(JsonObject.builder()
                        .put("boardId", boardId)
                        .put("worker", one.checkpoint().worker())
                        .put("tool", one.call().tool())
                        .put("idempotencyKey", one.call().key())
                        .put("done", result.isPresent())
                        .build());
            } else {
                output.line("Kept for the next attempt of worker "
                        + one.checkpoint().worker() + ": " + one.said(by, result) + ". \"patchboard board resolve "
                        + ShellWord.of(boardId)
                        + " --retry\" has it made.");
            }
        }
        return ExitCodes.OK;
    }

    private static Json json(String text) {
        try {
            return new JsonReader(JsonLimits.DEFAULT).read(text);
        } catch (JsonSyntaxException e) {
            throw CliException.failed(
                    "Expected the result as JSON, such as '{\"receipt\": 41}' or '\"sent\"', but: " + e.getMessage());
        }
    }

    private Settlement waiting(KafkaConnection kafka) {
        try {
            return Settlement.of(boardId, BoardProgress.latest(kafka, boardId), worker);
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private static void write(String key, Checkpoint settled, KafkaConnection kafka) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                kafka.producerConfig(Map.of("client.id", "patchboard-settle")),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(CheckpointTopic.record(kafka.topics().checkpoints(), key, settled))
                    .get();
        } catch (ExecutionException e) {
            throw CliException.failed("Expected to keep it in the topic "
                    + kafka.topics().checkpoints() + ", but: " + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CliException.failed("Expected to keep it, but was interrupted.");
        }
    }
}
