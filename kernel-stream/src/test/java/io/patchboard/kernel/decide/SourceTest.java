package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Source;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log says which event a board or a patch was made of. */
class SourceTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: sourced
            state: {schema: {}, initial: {n: 0}}
            workers: {payments: {unsolicited: true, read: [''], write: [{op: [replace], path: /n}]}}
            rules: []
            gates: [{name: large, on: {path: /n}, when: state.n > 5}]
            """;

    private static final Source EVENT = new Source("payments", 3, 17);

    private static PatchProposal patch(int n) {
        return new PatchProposal(
                        "p-" + n,
                        Scenario.BOARD,
                        "payments",
                        Optional.empty(),
                        Texts.json("[{op: replace, path: /n, value: " + n + "}]"),
                        Optional.empty(),
                        Optional.empty())
                .sentBy(Optional.of("source:payments"))
                .madeOf(Optional.of(EVENT));
    }

    @Test
    void board_saysWhichEventItWasMadeOf() {
        List<LogEntry> entries = new Scenario(BLUEPRINT)
                .command(new CreateBoard(
                        CommandHeader.of("c-1", Scenario.BOARD, Optional.empty()),
                        Texts.json(BLUEPRINT),
                        JsonObject.EMPTY,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(EVENT),
                        Optional.empty()));

        assertThat(Scenario.only(entries, BoardCreated.class).source()).contains(EVENT);
    }

    @Test
    void patch_saysWhichEventItWasMadeOf_alsoWhenAGateHeldIt() {
        Scenario board = new Scenario(BLUEPRINT);
        board.create();

        assertThat(Scenario.only(board.propose(patch(4)), PatchCommitted.class).source())
                .contains(EVENT);
        assertThat(Scenario.only(board.propose(patch(7)), PatchHeld.class).source())
                .contains(EVENT);
        List<LogEntry> approved = board.command(new Decide(
                CommandHeader.of("c-2", Scenario.BOARD, "ada", "It is paid."),
                Optional.empty(),
                NeedsPerson.Option.APPROVE,
                Optional.empty(),
                List.of(),
                Optional.empty()));

        assertThat(Scenario.only(approved, PatchCommitted.class).source()).contains(EVENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{topic: '', partition: 0, offset: 0}",
                "{topic: t, partition: -1, offset: 0}",
                "{topic: t, partition: 0, offset: -1}",
                "{topic: t, partition: 0}"
            })
    void whatIsNoPlaceOfAnEvent_isNoRecord(String event) {
        JsonObject sent = patch(4).toJson().with("source", Texts.json(event));

        assertThatThrownBy(() -> PatchProposal.fromJson(sent))
                .isInstanceOf(FieldException.class)
                .hasMessageContaining("/source");
    }
}
