package io.patchboard.standalone.run;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Anchor;
import io.patchboard.client.log.FollowerThread;
import io.patchboard.client.log.Heads;
import io.patchboard.client.log.LogReader;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.FieldException;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of anchors, one a line, the oldest first. A server appends one at an interval, for which it reads all logs
 * once on a thread of its own.
 */
public final class AnchorFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AnchorFile.class);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

    private final FollowerThread thread;

    private AnchorFile(FollowerThread thread) {
        this.thread = thread;
    }

    /** What all boards' logs lead to now, and what could not be read. If they are cut meanwhile, it begins anew. */
    public static Heads now(KafkaConnection connection) {
        LogReader reader = new LogReader(connection);
        while (true) {
            SortedMap<String, SortedMap<Integer, Long>> begins = reader.begins();
            Heads heads = new Heads(begins);
            reader.scan(Optional.empty(), heads);
            if (reader.begins().equals(begins)) {
                return heads;
            }
        }
    }

    /** What an anchor leaves out, as a sentence; empty if it covers all. */
    public static Optional<String> leftOut(Heads heads) {
        return heads.uncovered() + heads.unreadable() == 0
                ? Optional.empty()
                : Optional.of("Not all is covered: "
                        + Text.counted(
                                heads.uncovered(),
                                "log has a gap or does not begin at 1",
                                "logs have a gap or do not begin at 1")
                        + ", and "
                        + Text.counted(heads.unreadable(), "record is no log entry", "records are no log entries")
                        + ". \"replay --verify\" names them.");
    }

    private static void appendNow(Path file, KafkaConnection connection) {
        Heads heads = now(connection);
        if (heads.needRegistry() > 0) {
            LOG.warn(
                    "Expected to append an anchor to {}, but {} records were written with a Schema Registry, and {}"
                            + " is not among the settings.",
                    file,
                    heads.needRegistry(),
                    RegistryConfig.URL_PROPERTY);
            return;
        }
        leftOut(heads).ifPresent(why -> LOG.warn("An anchor is appended to {}. {}", file, why));
        append(file, List.of(JsonWriter.compact(heads.anchor(Instant.now()).toJson())));
    }

    /**
     * Appends an anchor at once and then at an interval, until this is closed.
     *
     * @throws StartFailedException if the file cannot be written to
     */
    public static AnchorFile appendTo(Path file, Duration every, KafkaConnection connection) {
        try {
            append(file, List.of());
        } catch (UncheckedIOException e) {
            throw new StartFailedException(
                    "Expected to append anchors to " + file + ", but " + FileTrouble.of(e) + ".", e);
        }
        FollowerThread thread = new FollowerThread(
                "patchboard-anchor",
                "append an anchor to " + file,
                PAUSE_AFTER_FAILURE,
                running -> {
                    while (!running.isClosed()) {
                        appendNow(file, connection);
                        running.pause(every);
                    }
                },
                failure -> {});
        thread.start();
        return new AnchorFile(thread);
    }

    /** What a full disk or a power cut left of a line stays a line of its own. */
    private static void append(Path file, List<String> lines) {
        try {
            if (!lines.isEmpty() && isTorn(file)) {
                LOG.warn("The last line of {} has no end: it was not written as a whole. Another is begun.", file);
                Files.writeString(file, System.lineSeparator(), StandardOpenOption.APPEND);
            }
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTorn(Path file) throws IOException {
        try (SeekableByteChannel bytes = Files.newByteChannel(file)) {
            if (bytes.size() == 0) {
                return false;
            }
            ByteBuffer last = ByteBuffer.allocate(1);
            bytes.position(bytes.size() - 1).read(last);
            return last.get(0) != '\n';
        }
    }

    /**
     * What a file holds.
     *
     * @param broken of each line that is no anchor, its number and why
     */
    public record Content(List<Anchor> anchors, List<String> broken) {}

    /**
     * The anchors of a file.
     *
     * @throws IllegalArgumentException if it has none, with the first line that is something else
     * @throws IOException if it cannot be read
     */
    public static Content read(Path file) throws IOException {
        List<Anchor> anchors = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                try {
                    anchors.add(anchor(lines.get(i), i + 1));
                } catch (IllegalArgumentException e) {
                    broken.add(e.getMessage());
                }
            }
        }
        if (anchors.isEmpty()) {
            throw new IllegalArgumentException(broken.isEmpty() ? "There is none." : broken.get(0));
        }
        return new Content(anchors, broken);
    }

    private static Anchor anchor(String line, int number) {
        try {
            if (new JsonReader(JsonLimits.DEFAULT).read(line.getBytes(StandardCharsets.UTF_8))
                    instanceof JsonObject json) {
                return Anchor.read(json);
            }
        } catch (JsonSyntaxException | FieldException e) {
            throw new IllegalArgumentException("Line " + number + " is no anchor: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("Line " + number + " is no anchor, but other JSON.");
    }

    @Override
    public void close() {
        thread.close();
    }
}
