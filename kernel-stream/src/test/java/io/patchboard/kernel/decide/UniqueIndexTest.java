package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.state.IndexValues;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EditBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One board alone is found by each value of a unique index: the one that is called after it. */
class UniqueIndexTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: b
            indexes: {orderId: {path: /order/id, unique: true}, paid: /paid}
            state: {schema: {type: object}, initial: {order: {$input: /order}, paid: false}}
            workers: {w: {unsolicited: true, write: [{op: [replace], path: /order}, {op: [replace], path: /paid}]}}
            complete: {when: "has(state.never)"}
            """;

    private static Scenario board() {
        return new Scenario(BLUEPRINT).created("{order: {id: 1}}");
    }

    private static Rejection refused(String input) {
        return Scenario.only(new Scenario(BLUEPRINT).create(input), CommandRejected.class)
                .rejection();
    }

    @Test
    void board_isCalledAfterItsValue_orIsNotMade() {
        assertThat(IndexValues.of(board().board()))
                .containsEntry("orderId", "1")
                .containsEntry("paid", "false")
                .hasSize(2);

        Rejection other = refused("{order: {id: 2}}");
        assertThat(other.stage()).isEqualTo(Stage.INVARIANT);
        assertThat(other.code()).isEqualTo("violated");
        assertThat(other.rule()).contains("orderId");
        assertThat(other.message()).contains("Expected \"b-2\" as the id of the board", "but got \"b-1\"");
        assertThat(refused("{order: {}}").message()).contains("at /order/id of the first state", "there is none");
        assertThat(refused("{order: {id: '" + "\u00e4".repeat(400) + "'}}").message())
                .contains("at /order/id of the first state", "at most 800 bytes", "has 802 bytes");
    }

    @Test
    void value_stays_whoeverChangesTheBoard() {
        Scenario board = board();

        Rejection changed = Scenario.only(
                        board.propose("w", "[{op: replace, path: /order, value: {id: 2}}]"), PatchRejected.class)
                .rejection();
        assertThat(changed.stage()).isEqualTo(Stage.INVARIANT);
        assertThat(changed.pointer()).isEqualTo("/order/id");
        assertThat(changed.message()).contains("to stay as it is");
        assertThat(Scenario.only(board.command(edit("[{op: remove, path: /order}]")), CommandRejected.class)
                        .rejection()
                        .message())
                .isEqualTo(changed.message());

        Scenario.only(
                board.propose("w", "[{op: replace, path: /order, value: {id: 1, sum: 3}}]"), PatchCommitted.class);
        Scenario.only(board.command(edit("[{op: replace, path: /paid, value: true}]")), BoardEdited.class);
        assertThat(IndexValues.of(board.board())).containsEntry("orderId", "1").containsEntry("paid", "true");
    }

    private static EditBoard edit(String patch) {
        return new EditBoard(
                CommandHeader.of("e-" + patch.hashCode(), Scenario.BOARD, "ada", "to see"), Texts.json(patch));
    }

    @Test
    void fork_isMade_andNotFoundByTheValueOfItsOrigin() {
        Json state = Texts.json("{order: {id: 7}, paid: true}");
        Scenario fork = new Scenario(BLUEPRINT);
        fork.command(new CreateBoard(
                CommandHeader.of("c-1", Scenario.BOARD, "ada", "another try"),
                Texts.json(BLUEPRINT),
                JsonObject.EMPTY,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new CreateBoard.Fork(
                        new ForkOrigin("b-7", 12, CanonicalJson.sha256(Json.of("the entry")), StateHash.of(state)),
                        state))));

        assertThat(IndexValues.of(fork.board())).containsEntry("paid", "true").hasSize(1);
        Scenario.only(fork.propose("w", "[{op: replace, path: /order, value: {id: 8}}]"), PatchCommitted.class);
        assertThat(IndexValues.of(fork.board())).doesNotContainKey("orderId");
    }
}
