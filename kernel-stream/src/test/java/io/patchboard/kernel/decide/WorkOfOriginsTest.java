package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.CostlyBoard.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import org.junit.jupiter.api.Test;

/** Who wrote what is in a value goes with it where it is taken, and that is charged before it is done. */
class WorkOfOriginsTest {

    private static final int MEMBERS = 2_000;
    private static final int TAKEN = 20;

    /** @param pieces patches that wrote the members of one object */
    private static long work(String taint, int pieces, String patch) {
        Scenario board = new Scenario("""
                {'apiVersion': 'patchboard/v1', 'name': 'origins', 'taint': {%s},
                 'state': {'schema': {}, 'initial': {'o': {}, 'out': []}},
                 'workers': {'w': {'privileged': true, 'unsolicited': true, 'read': ['/none'],
                   'write': [{'op': ['add', 'remove', 'move', 'copy'], 'path': '/**'}]}}}
                """.formatted(taint).replace('\'', '"')).created();
        String whole = each(MEMBERS, i -> "'k" + i + "': 1").replace('[', '{').replace(']', '}');
        if (pieces == 1) {
            committed(board, "[{'op': 'add', 'path': '/o', 'value': " + whole + "}]");
        }
        for (int piece = 0; piece < pieces && pieces > 1; piece++) {
            int first = piece * MEMBERS / pieces;
            committed(
                    board, each(MEMBERS / pieces, i -> "{'op': 'add', 'path': '/o/k" + (first + i) + "', 'value': 1}"));
        }
        committed(board, patch);
        return board.work();
    }

    private static void committed(Scenario board, String patch) {
        assertThat(board.propose("w", patch.replace('\'', '"')))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    private static long workOfOrigins(String taint, String patch) {
        return work(taint, 2, patch) - work(taint, 1, patch);
    }

    @Test
    void copies_areChargedForTheOriginsThatTheyTakeAlong() {
        String copies = each(TAKEN, i -> "{'op': 'copy', 'from': '/o', 'path': '/out/-'}");

        assertThat(workOfOrigins("", copies)).isGreaterThan(TAKEN * MEMBERS * 10);
    }

    @Test
    void moves_areChargedForThem_onlyWhereTheValueIsLabelled() {
        String moves = each(
                TAKEN, i -> "{'op': 'move', 'from': '/o', 'path': '/p'}, {'op': 'move', 'from': '/p', 'path': '/o'}");

        assertThat(workOfOrigins("'untrusted': ['/o']", moves)).isGreaterThan(TAKEN * MEMBERS * 10);
        assertThat(workOfOrigins("", moves)).isLessThan(TAKEN * MEMBERS);
    }
}
