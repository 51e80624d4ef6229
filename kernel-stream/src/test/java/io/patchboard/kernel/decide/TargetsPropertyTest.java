package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every item has an id of its own. Whatever others do between view and answer: what an answer that is committed did,
 * told by ids, is what it does to the state that its view showed.
 */
final class TargetsPropertyTest {

    private static final int RUNS = 250;

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: targets
            state: {schema: true, initial: {$input: ''}}
            workers:
              w: {privileged: true, read: [/**], write: [{op: [add, replace, remove, move, copy, test], path: '/**', onConflict: %s}]}
              fast: {privileged: true, unsolicited: true, write: [{op: [add, replace, remove, move, copy], path: /**}]}
            rules:
              - {name: start, on: {event: created}, pin: %s, invoke: w}
            policies: {default: {retry: {maxAttempts: 1}}}
            """;

    private boolean replacesItems = true;
    private int ids;
    private int marks;

    @ParameterizedTest
    @ValueSource(strings = {"reject,false", "reject,true", "overwrite,false"})
    void committedAnswer_didWhatItMeant(String kind) {
        replacesItems = !kind.startsWith(
                "overwrite"); // or what others did inside of an item, or in its place, may be overwritten
        long seed = 20_261_122L + kind.hashCode();
        Random random = new Random(seed);
        int committed = 0;
        int moved = 0;
        for (int run = 0; run < RUNS; run++) {
            Scenario board = new Scenario(BLUEPRINT.formatted((Object[]) kind.split(",")));
            JsonObject shown = state(random);
            board.created(JsonWriter.compact(shown));
            WorkerInvoked invoked = board.invocation("w");
            Patch answer = patch(random, shown, 1 + random.nextInt(3), true);
            int edits = 1 + random.nextInt(3);
            for (int i = 0; i < edits; i++) {
                JsonObject now = (JsonObject) board.board().state();
                board.propose(
                        "fast",
                        JsonWriter.compact(
                                patch(random, now, 1 + random.nextInt(2), false).toJson()));
            }
            Json before = board.board().state();

            List<LogEntry> entries = board.answer(invoked, JsonWriter.compact(answer.toJson()));

            if (entries.get(0).event() instanceof PatchCommitted entry) {
                Json meant = ((PatchResult.Applied) PatchApplier.apply(shown, answer)).document();
                String why =
                        "seed " + seed + ", run " + run + ": " + answer.toJson() + " on " + before + " for " + shown;
                assertThat(marks(board.board().state())).as(why).isEqualTo(marks(meant));
                if (replacesItems) {
                    assertThat(gone(before, board.board().state(), shown))
                            .as(why)
                            .isEqualTo(gone(shown, meant, shown));
                }
                committed++;
                moved += entry.patch().equals(answer.toJson()) ? 0 : 1;
            }
        }
        assertThat(committed).isGreaterThan(RUNS / 4);
        assertThat(moved).isGreaterThan(RUNS / 20);
    }

    /** Arrays in items of arrays, each item with an id. */
    private JsonObject state(Random random) {
        List<Json> outer = new ArrayList<>();
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            outer.add(item(random));
        }
        return JsonObject.of("a", JsonArray.copyOf(outer))
                .with("b", JsonArray.of(item(random), item(random)))
                .with("out", JsonObject.EMPTY);
    }

    private JsonObject item(Random random) {
        List<Json> inner = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            inner.add(JsonObject.of("id", Json.of(++ids)));
        }
        return JsonObject.of("id", Json.of(++ids)).with("in", JsonArray.copyOf(inner));
    }

    /** One that applies to the document; of an answer each object that it writes to gets a mark. */
    private Patch patch(Random random, JsonObject document, int size, boolean marked) {
        Json now = document;
        List<Operation> operations = new ArrayList<>();
        while (operations.size() < size) {
            Operation operation = operation(random, now, marked);
            if (PatchApplier.apply(now, new Patch(List.of(operation))) instanceof PatchResult.Applied applied) {
                now = applied.document();
                operations.add(operation);
            }
        }
        return new Patch(operations);
    }

    private Operation operation(Random random, Json now, boolean marked) {
        List<JsonPointer> arrays = new ArrayList<>();
        List<JsonPointer> objects = new ArrayList<>();
        collect(now, JsonPointer.ROOT, arrays, objects);
        JsonPointer array = arrays.get(random.nextInt(arrays.size()));
        JsonPointer object = objects.get(random.nextInt(objects.size()));
        int size = ((JsonArray) array.resolve(now).orElseThrow()).size();
        JsonPointer place =
                random.nextInt(3) == 0 ? array.child(JsonPointer.END) : array.child(random.nextInt(size + 1));
        return switch (random.nextInt(marked ? 10 : 8)) {
            case 0, 1 -> new Operation.Add(place, item(random));
            case 2 -> new Operation.Remove(object);
            case 3 -> new Operation.Move(object, place);
            case 4 -> marked ? new Operation.Copy(object, copied()) : replacement(random, object);
            case 5 -> marked ? mark(object) : new Operation.Replace(array, JsonArray.of(item(random)));
            case 6 -> marked ? mark(object) : new Operation.Add(array.child(0), item(random));
            default -> marked ? mark(object) : new Operation.Add(object.child("note"), Json.of(1));
        };
    }

    private Operation replacement(Random random, JsonPointer object) {
        return replacesItems ? new Operation.Replace(object, item(random)) : new Operation.Remove(object);
    }

    private Operation mark(JsonPointer object) {
        return new Operation.Add(object.child("mark" + ++marks), Json.of(true));
    }

    private JsonPointer copied() {
        return JsonPointer.parse("/out/mark" + ++marks);
    }

    private static void collect(Json value, JsonPointer at, List<JsonPointer> arrays, List<JsonPointer> objects) {
        if (value instanceof JsonArray array) {
            arrays.add(at);
            for (int i = 0; i < array.size(); i++) {
                objects.add(at.child(i));
                collect(array.get(i), at.child(i), arrays, objects);
            }
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> {
                if (!name.equals("out")) {
                    collect(member, at.child(name), arrays, objects);
                }
            });
        }
    }

    /** By mark, the id of the object that has it, or that was copied to it. */
    private static Map<String, List<Json>> marks(Json state) {
        Map<String, List<Json>> marks = new TreeMap<>();
        marks(state, marks);
        return marks;
    }

    private static void marks(Json value, Map<String, List<Json>> marks) {
        if (value instanceof JsonArray array) {
            array.forEach(item -> marks(item, marks));
        } else if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> {
                if (name.startsWith("mark")) {
                    Json id = (member instanceof JsonObject copy ? copy : object)
                            .get("id")
                            .orElseThrow();
                    marks.computeIfAbsent(name, key -> new ArrayList<>()).add(id);
                }
                marks(member, marks);
            });
        }
    }

    /** The ids of a document that a change took away from all places. */
    private static List<String> gone(Json before, Json after, Json among) {
        List<String> left = ids(after);
        List<String> known = ids(among);
        return ids(before).stream()
                .filter(id -> known.contains(id) && !left.contains(id))
                .sorted()
                .toList();
    }

    private static List<String> ids(Json document) {
        List<String> found = new ArrayList<>();
        ids(document, found);
        return found;
    }

    private static void ids(Json value, List<String> found) {
        if (value instanceof JsonArray array) {
            array.forEach(item -> ids(item, found));
        } else if (value instanceof JsonObject object) {
            object.get("id").ifPresent(id -> found.add(id.toString()));
            object.members().forEach((name, member) -> {
                if (!name.equals("out")) {
                    ids(member, found);
                }
            });
        }
    }
}
