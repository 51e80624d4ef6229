package io.patchboard.kernel.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every value and every name of a map is marked. Whatever workers propose: no view, and no entry as a worker is told of
 * it, holds a mark that the worker may not read, but for its own words.
 */
final class MarksTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);
    private static final int RUNS = Integer.getInteger("patchboard.runs", 100);
    private static final int ANSWERS = 12;

    private final Map<String, Integer> seen = new TreeMap<>();
    private int quoted;

    @Test
    void marksThatAWorkerMayNotRead_neverReachIt() {
        for (long seed = SEED; seed < SEED + RUNS; seed++) {
            run(seed);
        }
        System.out.println("Marked blueprints, rejections: " + seen + ", told in part: " + quoted);
        assertThat(seen)
                .containsKeys(
                        "APPLICATION", "AUTHORIZATION", "INVARIANT", "PRECONDITION", "SCHEMA", "SYNTAX", "WORKER");
        assertThat(quoted).isGreaterThan(RUNS / 4);
    }

    private void run(long seed) {
        Random random = new Random(seed);
        MarkedBlueprint blueprint = new MarkedBlueprint(random);
        Scenario board = new Scenario(blueprint.json(), Limits.DEFAULT).created();
        Map<String, Set<String>> known = new HashMap<>();
        List<LogEntry> entries = board.log();
        for (int i = 0; i <= ANSWERS; i++) {
            learn(board, known);
            check(seed, entries, known);
            List<OpenInvocation> open = List.copyOf(board.board().open().values());
            if (open.isEmpty()) {
                return;
            }
            WorkerInvoked invoked = board.invocation(open.get(0).worker());
            String own = "OWN" + invoked.worker();
            Json patch = blueprint.patch(own);
            for (WorkerRole role : board.board().rules().workers().values()) {
                if (isTold(role, board.board().rules().worker(invoked.worker()).orElseThrow())) {
                    known.get(role.name()).addAll(MarkedBlueprint.words(pointersOf(patch)));
                    known.get(role.name()).addAll(MarkedBlueprint.words(patch));
                    known.get(role.name()).add(own + "error");
                }
            }
            entries = random.nextInt(8) == 0
                    ? board.fail(invoked, "I have " + own + "error.")
                    : board.answer(invoked, patch.toString());
        }
    }

    /**
     * Whether a role may know all that another may; every role here may write, and so know, what only {@code /**}
     * holds.
     */
    private static boolean isTold(WorkerRole role, WorkerRole author) {
        return role.name().equals(author.name())
                || role.reads().stream().anyMatch(pattern -> pattern.toString().equals("/**"))
                        && author.hidden().patterns().containsAll(role.hidden().patterns());
    }

    /** The words of its paths. */
    private static Json pointersOf(Json patch) {
        Set<String> words = new TreeSet<>();
        for (Json operation : (JsonArray) patch) {
            String path = MarkedBlueprint.words(
                            ((JsonObject) operation).get("path").orElseThrow())
                    .get(0);
            words.addAll(JsonPointer.parse(path).tokens());
        }
        return JsonArray.ofStrings(List.copyOf(words));
    }

    private static void learn(Scenario board, Map<String, Set<String>> known) {
        for (WorkerRole role : board.board().rules().workers().values()) {
            Set<String> words = known.computeIfAbsent(role.name(), key -> new HashSet<>());
            readable(JsonPointer.ROOT, board.board().state(), role, words);
        }
    }

    private static void readable(JsonPointer at, Json value, WorkerRole role, Set<String> words) {
        if (role.hidden().hides(at)) {
            return;
        }
        if (role.mayRead(at)) {
            words.addAll(at.tokens());
            if (!role.hidden().touches(at) || value instanceof JsonString) {
                words.addAll(MarkedBlueprint.words(value));
                return;
            }
        }
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> readable(at.child(name), member, role, words));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                readable(at.child(i), array.get(i), role, words);
            }
        }
    }

    private void check(long seed, List<LogEntry> entries, Map<String, Set<String>> known) {
        for (LogEntry entry : entries) {
            if (entry.event() instanceof WorkerInvoked invoked) {
                assertKnown(seed, invoked.worker(), invoked.view().toString(), known, entries);
            } else if (entry.event() instanceof PatchRejected rejected) {
                seen.merge(rejected.stage().name(), 1, Integer::sum);
                quoted += rejected.told().isPresent() ? 1 : 0;
                String told = rejected.asTold().fields().without("proposal").toString();
                assertKnown(seed, rejected.worker().orElseThrow(), told, known, entries);
            }
        }
    }

    private static void assertKnown(
            long seed, String worker, String text, Map<String, Set<String>> known, List<LogEntry> entries) {
        for (String mark : marks(text)) {
            assertThat(known.get(worker))
                    .as("seed %s: %s is told %s in %s after %s", seed, worker, mark, text, entries)
                    .contains(mark);
        }
    }

    /** {@code MARK}, or {@code OWN} and a worker, a number, and {@code X}, or the word of an error. */
    private static Set<String> marks(String text) {
        Set<String> found = new TreeSet<>();
        for (String word : text.split("[^A-Za-z0-9]+", -1)) {
            boolean whole = word.endsWith("X") || word.endsWith("error");
            if (whole && (word.startsWith("MARK") || word.startsWith("OWN"))) {
                found.add(word);
            }
        }
        return found;
    }
}
