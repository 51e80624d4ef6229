package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Items have ids that are never given twice, and kinds, of which one is removed by its worker. Whatever comes before an
 * item, moves it or takes it away while its match waits: who is asked is shown what the match was about, and what is
 * committed, or bound once more, is done to that.
 */
final class RandomMatchesTest {

    private static final int BOARDS = 200;
    private static final int STEPS = 25;
    private static final List<String> ARRAYS = List.of("/xs", "/ys");

    /** Nobody is asked about items of this kind. */
    private static final String ADDED = "{id: 0, k: z, notes: []}";

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: matches
            state: {schema: true, initial: {xs: [], ys: [], go: 0}}
            workers:
              editor: {unsolicited: true, privileged: true, write: [{op: [add, replace, remove, move], path: '/**'}]}
              w: {privileged: true, read: ['/**'], write: [{op: [add, remove], path: '/**'}], %s}
            policies: {default: {%s}}
            circuit: {noOpStreak: 100, repeatedState: {window: 32, times: 100}, staleStreak: 100, invalidStreak: 100}
            rules:
            """;

    private final Set<Integer> removed = new HashSet<>();
    private final Map<Long, Set<Integer>> brought = new HashMap<>();
    private final Set<String> asked = new HashSet<>();
    private Random random = new Random(0);
    private Scenario board;
    private String blueprint;
    private int ids;
    private int invocations;
    private int repeats;

    @Test
    void matches_areFollowed_aboutTheirItems() {
        for (int seed = 0; seed < BOARDS; seed++) {
            random = new Random(seed);
            brought.clear();
            asked.clear();
            blueprint = blueprint();
            board = new Scenario(blueprint).created();
            for (int step = 0; step < STEPS; step++) {
                List<WorkerInvoked> open = board.invocations("w");
                Map<Integer, JsonObject> before = items();
                removed.clear();
                List<LogEntry> entries = switch (random.nextInt(5)) {
                    case 0, 1 -> edit();
                    case 2 -> board.tick(Duration.ofSeconds(random.nextInt(7)));
                    default -> open.isEmpty() ? edit() : answer(open.get(random.nextInt(open.size())));
                };
                check(entries, before, "seed " + seed + ", step " + step + "\n" + blueprint);
            }
        }
        assertThat(invocations).isGreaterThan(500);
        assertThat(repeats).isGreaterThan(100);
    }

    /** An attempt that is made again keeps its key, also where another item stands in for the one that is gone. */
    private String blueprint() {
        int key = random.nextInt(3);
        String worker = List.of("instruction: none", "idempotencyKey: item.k", "idempotencyKey: string(item.id)")
                        .get(key)
                + (random.nextBoolean() ? ", maxConcurrent: 1" : "");
        return BLUEPRINT.formatted(worker, key > 0 ? "retry: {maxAttempts: 1}, onExhausted: stop" : "")
                + rule("r", key > 0)
                + rule("s", key > 0);
    }

    private String rule(String name, boolean keyed) {
        String on = List.of(
                        "{op: [add], path: '/xs/*'}",
                        "{path: '/*/*'}",
                        "{count: 2, of: [{path: '/xs/*'}, {path: '/*/*'}]}",
                        "{count: 2, of: [{path: '/*/*'}, {op: [add], path: '/*/*'}], correlate: item.k}",
                        "{all: [{path: '/xs/*'}, {path: '/ys/*'}], correlate: item.k}",
                        "{path: /go}, forEach: '/xs/*'")
                .get(random.nextInt(6));
        String waits = List.of("", ", delay: PT5S", ", batch: {size: 2}", ", batch: {age: PT5S}")
                .get(random.nextInt(4));
        // What is pinned shows several items as they were when the first of them matched.
        boolean pin = !keyed
                && !on.contains("correlate")
                && !on.contains("count")
                && !waits.contains("batch")
                && random.nextInt(3) == 0;
        String when = on.contains("forEach") ? "item.k != 'z'" : "item != null && item.k != 'z'";
        return "  - {name: " + name + ", on: " + on + waits + (pin ? ", pin: true" : "") + ", when: \"" + when
                + "\", invoke: w}\n";
    }

    private List<LogEntry> edit() {
        List<String> operations = new ArrayList<>();
        Set<Integer> came = new HashSet<>();
        Map<String, List<Integer>> places = new HashMap<>();
        ARRAYS.forEach(array -> places.put(array, new ArrayList<>(ids(array))));
        for (int i = random.nextInt(3); i >= 0; i--) {
            String array = ARRAYS.get(random.nextInt(2));
            List<Integer> there = places.get(array);
            int at = random.nextInt(there.size() + 1);
            int kind = random.nextInt(8);
            if (kind == 0) {
                operations.add("{op: replace, path: /go, value: " + random.nextInt(1_000) + "}");
            } else if (kind < 5 || at == there.size()) {
                ids++;
                operations.add("{op: add, path: " + array + "/" + at + ", value: {id: " + ids + ", k: "
                        + "abcd".charAt(random.nextInt(4)) + ", notes: []}}");
                there.add(at, ids);
                came.add(ids);
            } else if (kind < 7) {
                int id = taken(there, at);
                String other = ARRAYS.get(random.nextInt(2));
                int to = random.nextInt(places.get(other).size() + 1);
                operations.add("{op: move, from: " + array + "/" + at + ", path: " + other + "/" + to + "}");
                places.get(other).add(to, id);
                came.add(id);
            } else {
                operations.add("{op: remove, path: " + array + "/" + at + "}");
                removed.add(taken(there, at));
            }
        }
        brought.put(board.board().sequence() + 1, came);
        return board.propose("editor", operations.toString());
    }

    private static int taken(List<Integer> items, int at) {
        int item = items.get(at);
        items.subList(at, at + 1).clear();
        return item;
    }

    private List<LogEntry> answer(WorkerInvoked invoked) {
        String place = invoked.trigger().path().orElseThrow();
        JsonObject item = item(invoked.view(), "/item/value");
        if (item == null) {
            return board.answer(invoked, "[]");
        }
        String kind = part(item, "/k").toString();
        String note = "{op: add, path: " + place + "/notes/-, value: " + kind + "}";
        return board.answer(
                invoked,
                switch (kind) {
                    case "\"c\"" -> "[{op: remove, path: " + place + "}]";
                    case "\"d\"" -> "[" + note + ", {op: add, path: " + place + ", value: " + ADDED + "}]";
                    default -> "[" + note + "]";
                });
    }

    private void check(List<LogEntry> entries, Map<Integer, JsonObject> before, String why) {
        Map<Integer, JsonObject> now = items();
        now.values()
                .forEach(item -> assertThat(((JsonArray) part(item, "/notes")).items())
                        .as(why)
                        .allMatch(part(item, "/k")::equals));
        before.forEach((id, item) -> assertThat(now.containsKey(id)
                        || removed.contains(id)
                        || part(item, "/k").equals(Json.of("c")))
                .as("%s is gone, %s", id, why)
                .isTrue());
        for (LogEntry entry : entries) {
            if (entry.event() instanceof WorkerInvoked invoked) {
                invocations++;
                invited(invoked, why);
            } else if (entry.event() instanceof PatchCommitted commit
                    && commit.repeats().isPresent()) {
                repeats++;
            }
        }
    }

    private void invited(WorkerInvoked invoked, String why) {
        JsonObject item = item(invoked.view(), "/item/value");
        boolean each = blueprint
                .lines()
                .anyMatch(rule -> rule.contains("name: " + invoked.trigger().rule() + ",") && rule.contains("forEach"));
        JsonPointer.parse("/items")
                .resolve(invoked.view())
                .map(JsonArray.class::cast)
                .ifPresent(several -> assertThat(several.items().stream().map(one -> part(one, "/value/id")))
                        .as(why)
                        .doesNotHaveDuplicates());
        if (item == null || each || !invoked.trigger().paths().isEmpty()) {
            return;
        }
        int id = id(item);
        assertThat(brought.getOrDefault(invoked.trigger().sequence(), Set.of()))
                .as(why)
                .contains(id);
        boolean first = invoked.cause().isEmpty();
        assertThat(!first
                        || asked.add(
                                invoked.trigger().rule() + invoked.trigger().sequence() + " " + id))
                .as("%s once more, %s", id, why)
                .isTrue();
    }

    private static Json part(Json whole, String place) {
        return JsonPointer.parse(place).resolve(whole).orElse(Json.nul());
    }

    private static JsonObject item(Json view, String place) {
        return part(view, place) instanceof JsonObject item ? item : null;
    }

    private static int id(Json item) {
        return Integer.parseInt(part(item, "/id").toString());
    }

    private List<Integer> ids(String array) {
        return at(array).map(RandomMatchesTest::id).toList();
    }

    private Stream<JsonObject> at(String array) {
        JsonArray items = (JsonArray) part(board.board().state(), array);
        return IntStream.range(0, items.size()).mapToObj(i -> (JsonObject) items.get(i));
    }

    private Map<Integer, JsonObject> items() {
        Map<Integer, JsonObject> items = new HashMap<>();
        ARRAYS.forEach(array -> at(array).forEach(item -> {
            if (id(item) > 0) {
                items.put(id(item), item);
            }
        }));
        return items;
    }
}
