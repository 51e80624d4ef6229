package io.patchboard.experiments.alfworld;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * A folder of games: {@code games.jsonl}, the problems that it names, and, unless those that come along will do, {@code
 * alfred.pddl} and {@code alfred.twl2}.
 */
public final class Games {

    /**
     * What is known of a game.
     *
     * @param task the sentence that says what is to be done
     * @param walkthrough commands that reach the goal
     * @param problem its file, relative to the folder
     */
    public record Listed(String id, String type, String task, List<String> walkthrough, String problem) {

        private static Listed read(String line) {
            Fields fields = new Fields((JsonObject) JsonReader.parse(line));
            return new Listed(
                    fields.string("id"),
                    fields.string("task_type"),
                    fields.string("task"),
                    fields.strings("walkthrough"),
                    fields.string("problem"));
        }
    }

    /** Reads one of the files, by its name relative to the folder. */
    @FunctionalInterface
    private interface Source {
        String read(String name) throws IOException;
    }

    private static final String LIST = "games.jsonl";

    private final Source source;
    private final String domain;
    private final String grammar;
    private final List<Listed> all;

    private Games(Source source, Source common) throws IOException {
        this.source = source;
        this.domain = common.read("alfred.pddl");
        this.grammar = common.read("alfred.twl2");
        this.all = source.read(LIST)
                .lines()
                .filter(line -> !line.isBlank())
                .map(Listed::read)
                .toList();
    }

    /** @throws UncheckedIOException if a file is missing */
    public static Games in(Path folder) {
        Source files = name -> Files.readString(folder.resolve(name));
        return from(files, Files.exists(folder.resolve("alfred.pddl")) ? files : of(Games.class, ""));
    }

    /** Six that come along, one of each type of task. */
    public static Games samples() {
        return beside(Games.class, "");
    }

    /** All 140 of the split valid_seen that can be won, which come along packed: each line has its problem, too. */
    public static Games validSeen() {
        try (InputStream packed = Games.class.getResourceAsStream("valid_seen.jsonl.gz");
                InputStream unpacked = new GZIPInputStream(packed)) {
            String list = new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> problems = new HashMap<>();
            list.lines()
                    .map(line -> new Fields((JsonObject) JsonReader.parse(line)))
                    .forEach(game -> problems.put(game.string("problem"), game.string("pddl")));
            return from(name -> name.equals(LIST) ? list : problems.get(name), of(Games.class, ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Games on the class path, in the world of those that come along.
     *
     * @param folder of {@code games.jsonl}, as {@link Class#getResourceAsStream} finds it, with a slash at its end
     */
    public static Games beside(Class<?> owner, String folder) {
        return from(of(owner, folder), of(Games.class, ""));
    }

    private static Source of(Class<?> owner, String folder) {
        return name -> {
            try (InputStream file = owner.getResourceAsStream(folder + name)) {
                if (file == null) {
                    throw new NoSuchFileException(folder + name);
                }
                return new String(file.readAllBytes(), StandardCharsets.UTF_8);
            }
        };
    }

    private static Games from(Source source, Source common) {
        try {
            return new Games(source, common);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Listed> all() {
        return all;
    }

    /** A game from its beginning. */
    public TextGame start(Listed game) {
        try {
            return TextGame.of(domain, grammar, source.read(game.problem()), game.task());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
