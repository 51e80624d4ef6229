package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What it cost to have the blueprint made is the board's first cost. */
class FirstCostTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: first
            state: {schema: {type: object}, initial: {}}
            workers: {w: {unsolicited: true, write: [{op: [add], path: /x}], budgets: {tokens: 500}}}
            budgets: {tokens: 1000, cost: 2}
            """;

    private final Scenario board = new Scenario(BLUEPRINT);

    private List<LogEntry> create(Optional<Usage> usage) {
        return board.command(new CreateBoard("create", Scenario.BOARD, Texts.json(BLUEPRINT), JsonObject.EMPTY, usage));
    }

    @Test
    void itStandsInTheFirstEntry_andCountsOnTheBoardsBudgets_notOnAWorkers() {
        Usage usage = new Usage(600, 100, Optional.of(new BigDecimal("0.5")), Optional.of("big-1"), List.of());

        BoardCreated created = Scenario.only(create(Optional.of(usage)), BoardCreated.class);

        assertThat(created.usage()).contains(usage);
        assertThat(board.board().spending().tokens()).isEqualTo(700);
        assertThat(board.board().spending().cost()).isEqualByComparingTo("0.5");
        assertThat(board.board().spending().workers()).isEmpty();
    }

    @Test
    void budgetThatItUsesUp_isWarnedOf_orNeedsAPersonAtOnce() {
        BudgetWarning warning = Scenario.only(create(Optional.of(new Usage(900, 0))), BudgetWarning.class);
        assertThat(warning.message()).contains("900 tokens of");

        Scenario poor = new Scenario(BLUEPRINT);
        NeedsPerson item = Scenario.only(
                poor.command(new CreateBoard(
                        "create",
                        Scenario.BOARD,
                        Texts.json(BLUEPRINT),
                        JsonObject.EMPTY,
                        Optional.of(new Usage(900, 100)))),
                NeedsPerson.class);
        assertThat(item.detail()).isEqualTo("tokens");
    }

    @Test
    void withoutOne_nothingIsSaid() {
        LogEntry created = Scenario.onlyEntry(create(Optional.empty()), BoardCreated.class);

        assertThat(created.toJson().has("usage")).isFalse();
        assertThat(board.board().spending().tokens()).isZero();
    }
}
