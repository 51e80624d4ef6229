package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No mark is lost, and none invented. Each value that somebody writes begins with his name and is never written twice,
 * so what is degraded can be read off the state: it is what a fallback has signed, wherever it was moved or copied to.
 * An invariant says the same in words of blueprints, so the verdicts are held to it, too; and what is folded from the
 * log, and what is read from a store, knows no other marks.
 */
class DegradedPropertyTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: signed
            state: {schema: true, initial: {p0: [], p1: [], p2: [], one: first}}
            budgets: {invocations: 5000}
            circuit: {invalidStreak: {worker: 100, board: 100}, sameRejection: {count: 100, window: 100}}
            workers:
              good: {unsolicited: true, privileged: true, write: [{op: [add, remove, replace, copy, move], path: /**}]}
              spare: {degraded: true, unsolicited: true, privileged: true, write: [{op: [add, remove, replace, copy, move], path: /**}]}
            invariants:
              - {name: signed, path: '/*/*', rule: "self.startsWith('spare') == degraded(path)"}
              - {name: whole, rule: "degraded('/p2') == state.p2.exists(item, item.startsWith('spare'))"}
            """;

    private static final int STEPS = 120;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsDegraded_isWhatAFallbackWrote(long seed) {
        System.out.println("DegradedPropertyTest seed " + seed);
        Random random = new Random(seed);
        Scenario board = new Scenario(BLUEPRINT).created();
        for (int step = 0; step < STEPS; step++) {
            String worker = random.nextInt(3) == 0 ? "spare" : "good";
            StringBuilder patch = new StringBuilder();
            for (int i = random.nextInt(3); i >= 0; i--) {
                patch.append(patch.isEmpty() ? "" : ", ")
                        .append(operation(board, worker + "-" + step + "-" + i, random));
            }
            board.propose(worker, "[" + patch + "]");
            compare(board.board());
        }
        assertThat(board.entries(PatchRejected.class))
                .as("the invariants hold where a patch can be done")
                .noneMatch(rejected -> rejected.rejection().rule().isPresent());
        assertThat(board.entries(PatchCommitted.class))
                .as("it is no idle board")
                .hasSizeGreaterThan(STEPS / 2)
                .anyMatch(commit -> !commit.marks().isEmpty());

        Applier applier = new Applier(new Blueprints());
        Board folded = Board.absent(Scenario.BOARD);
        for (LogEntry entry : board.log()) {
            folded = applier.apply(folded, entry);
        }
        compare(folded);
        compare(BoardJson.read(
                BoardJson.write(board.board()), hash -> board.board().rules()));
    }

    private static String operation(Scenario board, String signed, Random random) {
        String list = "/p" + random.nextInt(3);
        int size = ((JsonArray) board.at(list)).size();
        String item = list + "/" + (size == 0 ? "-" : random.nextInt(size));
        return switch (size == 0 ? 0 : random.nextInt(7)) {
            case 0, 1, 2 -> "{op: add, path: " + item + ", value: " + signed + "}";
            case 3 -> "{op: replace, path: " + item + ", value: " + signed + "}";
            case 4 -> "{op: remove, path: " + item + "}";
            case 5 -> "{op: copy, from: " + item + ", path: /p" + random.nextInt(3) + "/-}";
            default -> "{op: move, from: " + item + ", path: /p" + random.nextInt(3) + "/-}";
        };
    }

    private static void compare(Board board) {
        JsonObject state = (JsonObject) board.state();
        boolean any = false;
        for (String name : state.names()) {
            boolean inList = false;
            if (state.get(name).orElseThrow() instanceof JsonArray items) {
                for (int i = 0; i < items.size(); i++) {
                    boolean spare = ((JsonString) items.get(i)).value().startsWith("spare");
                    JsonPointer place = JsonPointer.ROOT.child(name).child(i);
                    assertThat(board.present().origins().degraded(place))
                            .as(place + " of " + state)
                            .isEqualTo(spare);
                    inList |= spare;
                }
            }
            assertThat(board.present().origins().degraded(JsonPointer.ROOT.child(name)))
                    .as(name + " of " + state)
                    .isEqualTo(inList);
            any |= inList;
        }
        assertThat(board.present().origins().degraded(JsonPointer.ROOT)).isEqualTo(any);
    }
}
