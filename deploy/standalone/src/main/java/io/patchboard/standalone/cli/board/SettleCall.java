package io.patchboard.standalone.cli.board;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.gateway.runner.llm.UnknownCall;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    private record Waiting(String key, Checkpoint checkpoint, UnknownCall call) {}

    @Override
    public Integer call() {
        Output output = options.output();
        Optional<Json> result = word.result.map(SettleCall::json);
        try (Cluster cluster = Cluster.connect(connection)) {
            Waiting one = waiting(cluster.connection());
            JsonObject content =
                    word.notDone ? one.call().notDone() : one.call().done(result.orElseThrow());
            String said = by.orElse("Somebody") + " says that " + one.call().tool() + " under key "
                    + one.call().key() + " was " + (result.isPresent() ? "done" : "not done");
            write(one, said, content, cluster.connection());
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
                        + one.checkpoint().worker() + ": " + said + ". \"patchboard board resolve " + boardId
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

    private Waiting waiting(KafkaConnection kafka) {
        List<Waiting> found = new ArrayList<>();
        BoardProgress.latest(kafka, boardId)
                .forEach((key, checkpoint) -> checkpoint
                        .content()
                        .flatMap(UnknownCall::in)
                        .filter(call -> worker.isEmpty() || worker.get().equals(checkpoint.worker()))
                        .ifPresent(call -> found.add(new Waiting(key, checkpoint, call))));
        if (found.size() != 1) {
            throw CliException.failed("Expected one call of a tool on board " + boardId
                    + " of which nobody knows whether it was done, but there are "
                    + (found.isEmpty()
                            ? "none."
                            : found.stream()
                                            .map(one -> one.call().tool() + " of "
                                                    + one.checkpoint().worker())
                                            .toList() + ". Say which with --worker."));
        }
        return found.get(0);
    }

    private static void write(Waiting one, String said, JsonObject content, KafkaConnection kafka) {
        Checkpoint before = one.checkpoint();
        Checkpoint settled = new Checkpoint(
                before.boardId(),
                before.worker(),
                before.invocationId(),
                before.attempt(),
                Instant.now(),
                Optional.of(said),
                Optional.of(content));
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                kafka.producerConfig(Map.of("client.id", "patchboard-settle")),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(CheckpointTopic.record(kafka.topics().checkpoints(), one.key(), settled))
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
