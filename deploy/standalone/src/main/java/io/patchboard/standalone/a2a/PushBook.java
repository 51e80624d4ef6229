package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.run.OwnersFile;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Who wants to be told of tasks, kept in a file that only its owner reads, since it has credentials. */
final class PushBook {

    private static final int MOST_OF_A_TASK = 10;
    private static final int MOST = 1_000;

    private final Path file;
    private final Map<String, PushTarget> targets = new TreeMap<>();

    private PushBook(Path file) {
        this.file = file;
    }

    /** @throws IllegalArgumentException if there is a file, and it is none of this */
    static PushBook open(Path file) {
        PushBook book = new PushBook(file);
        if (Files.exists(file)) {
            try {
                Json read = new JsonReader(JsonLimits.DEFAULT).read(Files.readAllBytes(file));
                for (Json each : read instanceof JsonArray all ? all : JsonArray.EMPTY) {
                    PushTarget target = PushTarget.read((JsonObject) each);
                    book.targets.put(key(target.task(), target.id()), target);
                }
            } catch (IOException | JsonSyntaxException | ClassCastException e) {
                throw new IllegalArgumentException(
                        "Expected the receivers of push notifications in " + file + ", but "
                                + (e instanceof IOException trouble
                                        ? FileTrouble.of(trouble)
                                        : "it is not what a server writes")
                                + ". Move it away; callers will have to register again.",
                        e);
            }
        }
        return book;
    }

    private static String key(String task, String id) {
        return task + " " + id;
    }

    synchronized List<PushTarget> all() {
        return List.copyOf(targets.values());
    }

    synchronized List<PushTarget> of(String task) {
        return targets.values().stream()
                .filter(target -> target.task().equals(task))
                .toList();
    }

    synchronized Optional<PushTarget> find(String task, String id) {
        return Optional.ofNullable(targets.get(key(task, id)));
    }

    /** One of the same id is replaced. */
    synchronized void put(PushTarget target) throws A2aException {
        requireRoom(Optional.of(target.task()), target.id());
        targets.put(key(target.task(), target.id()), target);
        save();
    }

    /** @param task absent for one that is to begin, or has begun if there is one of this id */
    synchronized void requireRoom(Optional<String> task, String id) throws A2aException {
        boolean known = targets.values().stream()
                .anyMatch(one -> one.id().equals(id)
                        && task.filter(of -> !of.equals(one.task())).isEmpty());
        int ofTask = task.map(of -> of(of).size()).orElse(0);
        if (!known && (ofTask >= MOST_OF_A_TASK || targets.size() >= MOST)) {
            throw A2aException.invalid("Expected at most " + MOST_OF_A_TASK + " receivers of a task, and " + MOST
                    + " of all tasks, but with this one there would be more. Delete one, or follow the task"
                    + " (SubscribeToTask).");
        }
    }

    /** Nothing, if it is not there, or another has replaced it. */
    synchronized void remove(PushTarget target) {
        if (targets.remove(key(target.task(), target.id()), target)) {
            save();
        }
    }

    private void save() {
        JsonArray all = JsonArray.copyOf(
                targets.values().stream().map(PushTarget::whole).toList());
        Path folder = file.toAbsolutePath().getParent();
        try {
            Path written = Files.createTempFile(folder, "push", ".tmp", OwnersFile.attributes(folder));
            Files.write(written, JsonWriter.compactBytes(all));
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("Expected to write " + file + ", but failed.", e);
        }
    }
}
