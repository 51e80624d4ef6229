package io.patchboard.standalone.cli.board;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogSource;
import io.patchboard.gateway.runner.Checkpoint;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code board progress}. */
@Command(
        name = "progress",
        description = "Shows how far workers say that they have come with what a board asks them, the latest first."
                + " With --json the checkpoints, too, that a next attempt would be given.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard board progress review-7"})
final class ShowProgress implements Callable<Integer> {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final JsonReader READER = new JsonReader(JsonLimits.DEFAULT);

    @Mixin
    private LogSourceOptions source;

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    @Override
    public Integer call() {
        Output output = options.output();
        List<Checkpoint> reports;
        try (Cluster cluster = source.open(output)) {
            reports = read(cluster.connection()).values().stream()
                    .sorted(Comparator.comparing(Checkpoint::time).reversed())
                    .toList();
        }
        if (output.isJson()) {
            output.document(JsonObject.of(
                    "progress",
                    JsonArray.copyOf(reports.stream()
                            .map(report -> (Json) report.toJson())
                            .toList())));
        } else if (reports.isEmpty()) {
            output.line("Nobody says anything of it.");
        } else {
            reports.forEach(report -> output.line(line(report)));
        }
        return ExitCodes.OK;
    }

    private static String line(Checkpoint report) {
        return report.time() + "  " + report.worker() + ", attempt " + report.attempt() + ": "
                + report.progress().orElse("(no words)")
                + report.content()
                        .map(content -> ", checkpoint of " + content.canonicalBytes() + " bytes")
                        .orElse("");
    }

    /** The latest of each key. */
    private Map<String, Checkpoint> read(KafkaConnection connection) {
        Map<String, Checkpoint> latest = new HashMap<>();
        try (LogSource topic =
                LogSource.openTopics(connection, Set.of(connection.topics().checkpoints()))) {
            topic.markEnd();
            while (topic.left().missing() > 0) {
                for (ConsumerRecord<byte[], byte[]> record : topic.poll(POLL)) {
                    checkpoint(record)
                            .filter(found -> found.boardId().equals(boardId))
                            .ifPresent(found -> latest.put(new String(record.key(), StandardCharsets.UTF_8), found));
                }
            }
        }
        return latest;
    }

    /** What somebody has written there by hand may be anything. */
    private static Optional<Checkpoint> checkpoint(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Checkpoint.read(READER.read(record.value())));
        } catch (JsonSyntaxException e) {
            return Optional.empty();
        }
    }
}
