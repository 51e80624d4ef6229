package io.patchboard.standalone.cli;

import io.patchboard.client.seal.Eraser;
import io.patchboard.client.seal.KeyEntry;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.SealedValue;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.DurationConverter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code patchboard erase}. */
@Command(
        name = "erase",
        description = {
            "Destroys the keys of all that is sealed about a subject. Nobody opens these values again, on no board and in"
                    + " no fork, archive or backup that has not the keys; the logs stay as they are, and verify.",
            "Ends when the destroyed keys are compacted out of their topic, too."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard erase --subject patient-12 --reason \"asked to be forgotten\" --by ada"
        })
final class EraseCommand implements Callable<Integer> {

    private static final Duration PAUSE = Duration.ofSeconds(3);

    @Option(names = "--subject", paramLabel = "NAME", required = true, description = "Whom the values are about.")
    private String subject;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; shown where the values were.")
    private String reason;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "Who asks; shown where the values were. Default: ${DEFAULT-VALUE}")
    private String by;

    @Option(
            names = "--board",
            paramLabel = "ID",
            description = "Only what was sealed for this board, and is in its forks. Default: all boards.")
    private Optional<String> board = Optional.empty();

    @Option(names = "--dry-run", description = "Say how much it would be, and destroy nothing.")
    private boolean dryRun;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = DurationConverter.class,
            description = "How long to wait for the topic to be compacted. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        if (!SealedValue.isSubject(subject)) {
            throw CliException.failed(
                    "Expected a subject of 1 to 128 letters, digits and . _ : @ + -, but got \"" + subject + "\".");
        }
        Output output = options.output();
        try (Cluster cluster = Cluster.connect(connection);
                Eraser eraser = new Eraser(cluster.connection())) {
            Map<String, KeyEntry> found = eraser.find(subject, board);
            if (!dryRun) {
                eraser.erase(found, by, Instant.now().truncatedTo(ChronoUnit.MILLIS), reason);
            }
            tell(found, output);
            if (!dryRun) {
                await(eraser, output);
            }
        }
        return ExitCodes.OK;
    }

    private void tell(Map<String, KeyEntry> found, Output output) {
        TreeSet<String> boards = new TreeSet<>();
        found.values().forEach(key -> boards.add(key.board()));
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("subject", subject)
                    .put("keys", found.size())
                    .put("boards", JsonArray.ofStrings(boards))
                    .put("erased", !dryRun)
                    .build());
        } else {
            output.line(found.isEmpty() ? none() : found(found.size(), boards));
        }
    }

    private String none() {
        return "there is no key about " + subject
                + board.map(id -> " for board " + Text.printable(id)).orElse("") + " to destroy";
    }

    private String found(int keys, Set<String> boards) {
        return (dryRun ? "would destroy " : "destroyed ") + Text.counted(keys, "key") + " about " + subject + ", of "
                + Text.counted(boards.size(), "board") + ": "
                + boards.stream().map(Text::printable).collect(Collectors.joining(", "));
    }

    private void await(Eraser eraser, Output output) {
        long end = System.nanoTime() + timeout.toNanos();
        boolean told = false;
        for (int left = eraser.left(subject); left > 0; left = eraser.left(subject)) {
            if (System.nanoTime() - end > 0) {
                throw CliException.failed("Expected Kafka to compact the topic of keys within " + timeout.toSeconds()
                        + " s, but " + Text.counted(left, "destroyed key still stands", "destroyed keys still stand")
                        + " in its files. Nobody is given them any more."
                        + " Ask again to wait on. \"patchboard doctor\" looks at its settings.");
            }
            if (!told) {
                output.progress("Waiting until Kafka has compacted them out of its files.");
                told = true;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }
}
