package io.patchboard.trials;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.FieldException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * A folder with what an experiment has measured: {@code run.json}, what it was run with, and {@code episodes.jsonl},
 * an episode a line. A run that was ended in the middle goes on where it was; of a line that was not written to its
 * end nothing is kept.
 */
public final class EpisodeFile {

    private static final String EPISODES = "episodes.jsonl";

    /** What may be another one when a run goes on; what stands in the file is that of its beginning. */
    private static final String COMMIT = "commit";

    /** Of results that are kept: such lines, packed by gzip. What is played later comes into the file beside it. */
    private static final String PACKED = ".gz";

    private static final String RUN = "run.json";

    private final Path episodes;
    private final JsonObject configuration;
    private final List<Episode> known;

    private EpisodeFile(Path episodes, JsonObject configuration, List<Episode> known) {
        this.episodes = episodes;
        this.configuration = configuration;
        this.known = known;
    }

    /**
     * For a run that may have begun before.
     *
     * @throws IOException if the folder cannot be read or written
     * @throws IllegalArgumentException if it holds what was measured with another configuration, or something else
     */
    public static EpisodeFile open(Path folder, JsonObject configuration) throws IOException {
        Path run = folder.resolve(RUN);
        if (Files.exists(run)) {
            EpisodeFile before = read(folder);
            if (!before.configuration.without(COMMIT).equals(configuration.without(COMMIT))) {
                throw new IllegalArgumentException("Expected " + run + " to say " + JsonWriter.compact(configuration)
                        + ", but it says " + JsonWriter.compact(before.configuration)
                        + ". Choose another folder for another experiment.");
            }
            return before;
        }
        Files.createDirectories(folder);
        Files.writeString(run, JsonWriter.pretty(configuration) + "\n");
        return new EpisodeFile(folder.resolve(EPISODES), configuration, List.of());
    }

    /**
     * What is there.
     *
     * @throws IOException if there is nothing, or it cannot be read
     * @throws IllegalArgumentException if it is not what an experiment writes
     */
    public static EpisodeFile read(Path folder) throws IOException {
        Path episodes = folder.resolve(EPISODES);
        Map<Episode.Key, Episode> known = new LinkedHashMap<>();
        for (Path file : List.of(folder.resolve(EPISODES + PACKED), episodes)) {
            int number = 0;
            for (String line : Files.exists(file) ? whole(file) : List.<String>of()) {
                number++;
                if (!line.isBlank()) {
                    Episode episode = episode(line, file + ", line " + number);
                    known.put(episode.key(), episode);
                }
            }
        }
        Path run = folder.resolve(RUN);
        return new EpisodeFile(episodes, object(Files.readString(run), run.toString()), List.copyOf(known.values()));
    }

    private static List<String> whole(Path file) throws IOException {
        String text = text(file);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static String text(Path file) throws IOException {
        if (!file.toString().endsWith(PACKED)) {
            return Files.readString(file);
        }
        try (InputStream unpacked = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Episode episode(String line, String where) {
        try {
            return Episode.read(object(line, where));
        } catch (FieldException e) {
            throw new IllegalArgumentException("Expected an episode, but " + where + " says: " + e.getMessage(), e);
        }
    }

    private static JsonObject object(String text, String where) {
        try {
            Json read = new JsonReader(JsonLimits.DEFAULT).read(text);
            if (read instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("Expected JSON, but " + where + " has: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("Expected a JSON object, but " + where + " has something else.");
    }

    /** Writes down one more. */
    synchronized void add(Episode episode) throws IOException {
        byte[] line = (JsonWriter.compact(episode.toJson()) + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel file = FileChannel.open(
                episodes, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            file.truncate(end(file));
            file.position(file.size());
            ByteBuffer bytes = ByteBuffer.wrap(line);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }

    /** After the last line that has an end. */
    private static long end(FileChannel file) throws IOException {
        long end = file.size();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (end > 0) {
            one.clear();
            file.read(one, end - 1);
            if (one.get(0) == '\n') {
                return end;
            }
            end--;
        }
        return end;
    }

    public JsonObject configuration() {
        return configuration;
    }

    /** What was there when it was opened. */
    public List<Episode> known() {
        return known;
    }
}
