package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each role against each path and operation: the kernel's verdict is that of {@link ContractReference}, in every cell.
 * Of the cells with two paths, which are nearly all, one in 192 is tried; {@code -Dpatchboard.cells=1} tries them
 * all.
 *
 * <p>The blueprints are made so that nothing changes the state, whatever is allowed: a cell does not depend on the
 * cells before it.
 */
class ContractMatrixTest {

    private static final Path EVIDENCE_REVIEW = Path.of("..", "examples", "evidence-review", "blueprint.yaml");

    private static final String EVIDENCE_STATE = """
            question: q
            faults: []
            paragraphs: [{handle: s1, text: a}]
            sources: [{handle: s1, text: a}]
            claims: [{subject: s, status: draft}, {status: refuted, note: n}]
            answer: {text: t}
            """;

    /**
     * Keys that look like patterns, like indices and like ends of arrays; keys that need escapes, and the empty one.
     */
    private static final String NASTY_KEYS = """
            apiVersion: patchboard/v1
            name: nasty-keys
            state:
              schema: true
              initial:
                a/b: {c~d: 1, '~1': 2}
                m~n: [[1], 3]
                '*': {x: 1}
                '**': 1
                '-': {y: 1}
                '0': {'1': {'2': v}, '-': w, '*': s}
                '': {'': e}
                list: [{k: 1}, [5, [6]]]
            workers:
              all: {privileged: true, read: [/**], write: [{op: [add, remove, replace, move, copy, test], path: /**}]}
              top: {privileged: true, write: [{op: [add, remove, replace, move, copy, test], path: '/*'}]}
              second: {privileged: true, read: ['/*/*'], write: [{op: [add, remove, replace, move, copy], path: '/*/*'}]}
              third: {privileged: true, read: ['/*/*/**'], write: [{op: [add, replace, copy, move], path: '/*/*/**'}]}
              ends: {privileged: true, write: [{op: [add, move, copy], path: /list/-}, {op: [add, test], path: /list/1/-}, {op: [add, remove, move], path: /-}]}
              dashes: {privileged: true, read: ['/*/y'], write: [{op: [add, replace, remove], path: /0/-}, {op: [copy], path: '/-/*'}]}
              escapes: {privileged: true, read: [/m~0n], write: [{op: [replace, move], path: /a~1b/c~0d}, {op: [add, remove, move], path: /a~1b/~01}, {op: [add, copy], path: '/m~0n/*'}]}
              numbers: {privileged: true, read: [/0/1], write: [{op: [replace, copy], path: /0/1/**}, {op: [add, remove], path: /list/0/k}, {op: [add, copy, move], path: /list/1/1/-}]}
              empty: {privileged: true, read: ['/'], write: [{op: [replace, copy], path: '//'}, {op: [remove, move], path: '/'}]}
            """;

    /** Grants of the root, of places and what is in them, overlapping ones, and reads without writes. */
    private static final String NASTY_GRANTS = """
            apiVersion: patchboard/v1
            name: nasty-grants
            state:
              schema: true
              initial: {box: {x: {y: {z: 1}}, '0': 2}, list: [{k: 1}, {k: 2, l: [3]}], secret: {pin: 4}}
            workers:
              root: {privileged: true, write: [{op: [add, remove, replace, move, copy, test], path: ''}]}
              root-replacer: {read: [/box], write: [{op: [replace], path: ''}, {op: [add], path: /box/**}]}
              root-reader: {read: ['']}
              inside-reader: {read: [/**]}
              overlapping: {privileged: true, read: [/box/x/y, /list/0], write: [{op: [add], path: /box/**}, {op: [add, remove], path: /box/x}, {op: [move], path: '/box/*'}, {op: [copy], path: '/list/*'}, {op: [move], path: /list/-}]}
              copier: {read: ['/list/*/k', /box/x], write: [{op: [copy], path: '/box/*'}]}
              copier-of-granted: {write: [{op: [copy], path: '/box/*'}, {op: [copy], path: /secret/**}]}
              giver: {privileged: true, write: [{op: [move], path: '/list/*'}]}
              taker: {privileged: true, write: [{op: [move], path: /box/**}]}
              mover: {privileged: true, write: [{op: [move], path: '/list/*/k'}, {op: [move], path: /box/x/**}]}
              tester: {read: [/box/x/y], write: [{op: [test], path: '/list/*/*'}, {op: [test], path: /secret}]}
              beside: {privileged: true, read: [/secrets], write: [{op: [add, remove, replace, move, copy, test], path: /lists/**}, {op: [replace], path: /lis}]}
              nobody: {}
            """;

    private static final int EVERY = Integer.getInteger("patchboard.cells", 192);

    /** How a role comes to speak. */
    enum Way {
        UNSOLICITED,
        INVOKED
    }

    @Test
    void everyCell_ofKeysThatLookLikePatterns_isDecidedAsTheContractSays() {
        compare("nasty keys", (JsonObject) Texts.json(NASTY_KEYS), Way.UNSOLICITED);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyCell_ofOverlappingGrants_isDecidedAsTheContractSays(Way way) {
        compare("nasty grants", (JsonObject) Texts.json(NASTY_GRANTS), way);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void everyCell_ofEvidenceReview_isDecidedAsTheContractSays(Way way) throws IOException {
        JsonObject blueprint = (JsonObject) Texts.json(Files.readString(EVIDENCE_REVIEW));
        JsonObject state = JsonObject.of("schema", Json.of(true)).with("initial", Texts.json(EVIDENCE_STATE));
        compare("evidence-review", blueprint.with("state", state).without("input"), way);
    }

    private static void compare(String name, JsonObject source, Way way) {
        JsonObject blueprint = still(source, way);
        JsonObject workers = (JsonObject) blueprint.get("workers").orElseThrow();
        Map<Boolean, Integer> cells = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        workers.members().forEach((role, contract) -> {
            ContractReference reference = new ContractReference((JsonObject) contract);
            Speaker speaker = new Speaker(blueprint, role, way);
            List<String> paths = MatrixPaths.of(speaker.state());
            for (Cell cell : Cell.all(paths)) {
                boolean expected = reference.allows(cell.op(), cell.from(), cell.path());
                boolean allowed = speaker.allowed(cell);
                cells.merge(expected, 1, Integer::sum);
                if (allowed != expected) {
                    wrong.add(role + ": " + cell + " is " + (allowed ? "allowed" : "refused"));
                }
            }
        });
        System.out.printf(
                "Contract matrix, %s, %s: %d roles, %d cells, of which %d allowed%n",
                name,
                way,
                workers.size(),
                cells.values().stream().mapToInt(Integer::intValue).sum(),
                cells.getOrDefault(true, 0));
        assertThat(cells)
                .as("cells that are refused and cells that are allowed")
                .hasSize(2);
        assertThat(wrong).isEmpty();
    }

    /** The same contracts on a board that does not change, on which every role may speak at any time. */
    private static JsonObject still(JsonObject blueprint, Way way) {
        JsonObject.Builder workers = JsonObject.builder();
        List<Json> rules = new ArrayList<>();
        ((JsonObject) blueprint.get("workers").orElseThrow()).members().forEach((role, contract) -> {
            boolean unsolicited = way == Way.UNSOLICITED;
            workers.put(role, ((JsonObject) contract).with("unsolicited", Json.of(unsolicited)));
            if (!unsolicited) {
                rules.add(Texts.json("{name: '" + role + "', on: {event: created}, invoke: '" + role + "'}"));
            }
        });
        return blueprint
                .with("workers", workers.build())
                .with("rules", JsonArray.copyOf(rules))
                .with("invariants", Texts.json("[{name: still, rule: state == oldState}]"))
                .with("policies", Texts.json("{default: {retry: {maxAttempts: 100}}}"))
                .with("budgets", Texts.json("{invocations: 100000}"))
                .without("complete");
    }

    /** One operation at one place, or at two. */
    private record Cell(String op, String from, String path) {

        static List<Cell> all(List<String> paths) {
            List<Cell> cells = new ArrayList<>();
            int pairs = 0;
            for (String path : paths) {
                for (String op : List.of("add", "remove", "replace", "test")) {
                    cells.add(new Cell(op, "", path));
                }
                for (String from : paths) {
                    if (pairs++ % EVERY != 0) {
                        continue;
                    }
                    cells.add(new Cell("copy", from, path));
                    // Nothing can move into itself: that is refused before anybody asks who wants to.
                    if (!path.startsWith(from + "/")) {
                        cells.add(new Cell("move", from, path));
                    }
                }
            }
            return cells;
        }

        Json patch() {
            JsonObject.Builder operation = JsonObject.builder().put("op", op).put("path", path);
            switch (op) {
                case "move", "copy" -> operation.put("from", from);
                case "remove" -> {}
                default -> operation.put("value", "v");
            }
            return JsonArray.of(operation.build());
        }
    }

    /** One role on a board of its own. */
    private static final class Speaker {

        private final JsonObject blueprint;
        private final String role;
        private final Way way;
        private Scenario board;
        private Optional<WorkerInvoked> invocation = Optional.empty();

        Speaker(JsonObject blueprint, String role, Way way) {
            this.blueprint = blueprint;
            this.role = role;
            this.way = way;
            this.board = newBoard();
        }

        private Scenario newBoard() {
            Scenario fresh = new Scenario(blueprint, Limits.DEFAULT).created();
            invocation = invocation(fresh.log());
            return fresh;
        }

        private Optional<WorkerInvoked> invocation(List<LogEntry> entries) {
            return entries.stream()
                    .map(LogEntry::event)
                    .filter(WorkerInvoked.class::isInstance)
                    .map(WorkerInvoked.class::cast)
                    .filter(invoked -> invoked.worker().equals(role))
                    .findFirst();
        }

        Json state() {
            return board.board().state();
        }

        boolean allowed(Cell cell) {
            boolean mute = way == Way.INVOKED && invocation.isEmpty(); // an answer was taken, or was the last attempt
            if (mute
                    || board.board().phase() != Phase.OPEN
                    || !board.board().work().incidents().isEmpty()) {
                board = newBoard();
            }
            List<LogEntry> entries = board.propose(board.proposal(
                    role,
                    invocation.map(WorkerInvoked::invocationId),
                    cell.patch().toString()));
            invocation = invocation(entries);
            assertThat(board.board().version()).as("%s", cell).isEqualTo(1);
            if (entries.get(0).event() instanceof PatchRejected rejected) {
                assertThat(rejected.stage())
                        .as("%s of %s: %s", cell, role, rejected)
                        .isGreaterThanOrEqualTo(Stage.AUTHORIZATION);
                return rejected.stage() != Stage.AUTHORIZATION;
            }
            assertThat(entries.get(0).event()).isInstanceOf(PatchCommitted.class);
            return true;
        }
    }
}
