package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.Raise;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an amended blueprint affords is afforded, whatever was used up, or raised, under the one before. */
class AmendedBudgetTest {

    private static final String BOARDS = "budgets: {tokens: 1000}";
    private static final String WORKERS = "budgets: {tokens: 900}, ";

    private int commands;

    /** Worker w is invoked for each change of n. */
    private static String blueprint(String ofWorker, String ofBoard) {
        return """
                apiVersion: patchboard/v1
                name: budgets
                state: {schema: {properties: {n: {type: integer}}}, initial: {n: 0}}
                workers:
                  w: {%sread: [/n], write: [{op: [replace], path: /n}]}
                rules:
                  - {name: start, on: {event: created}, invoke: w}
                  - {name: next, on: {path: /n, op: [replace]}, invoke: w}
                complete: {when: state.n == 1000, result: /n}
                """.formatted(ofWorker) + ofBoard;
    }

    private List<LogEntry> amend(Scenario board, String ofWorker, String ofBoard) {
        return board.command(
                new AmendBlueprint(header(), Texts.json(blueprint(ofWorker, ofBoard)), AmendBlueprint.Open.KEEP));
    }

    private CommandHeader header() {
        return CommandHeader.of("command-" + ++commands, Scenario.BOARD, "ada", "because");
    }

    private static List<LogEntry> spend(Scenario board, int tokens) {
        String patch = "[{op: replace, path: /n, value: " + board.board().version() + "}]";
        return board.answer(board.invocation("w"), patch, new Usage(tokens, 0));
    }

    private static Scenario spent(String ofWorker, String ofBoard) {
        Scenario board = new Scenario(blueprint(ofWorker, ofBoard)).created();
        assertThat(kinds(spend(board, 1_000))).contains(NeedsPerson.class, TriggerHeld.class);
        return board;
    }

    private static List<Class<? extends Event>> kinds(List<LogEntry> entries) {
        return entries.stream()
                .<Class<? extends Event>>map(entry -> entry.event().getClass())
                .toList();
    }

    @Test
    void aBudgetThatIsLarger_orGone_isWaitedForNoMore() {
        assertThat(kinds(amend(spent("", BOARDS), "", "budgets: {tokens: 2000}")))
                .containsExactly(BlueprintAmended.class, Decided.class, WorkerInvoked.class);
        assertThat(kinds(amend(spent("", BOARDS), "", "")))
                .containsExactly(BlueprintAmended.class, Decided.class, WorkerInvoked.class);
        List<LogEntry> entries = amend(spent(WORKERS, ""), "", "");
        assertThat(kinds(entries)).containsExactly(BlueprintAmended.class, Decided.class, WorkerInvoked.class);
        Decided decided = Scenario.only(entries, Decided.class);
        assertThat(decided.requested()).isEmpty();
        assertThat(decided.option()).isEqualTo(Option.RAISE);
        assertThat(decided.raised()).isEmpty();
    }

    @Test
    void aBudgetThatIsStillUsedUp_isWaitedFor() {
        Scenario board = spent("", BOARDS);

        assertThat(kinds(amend(board, "", "budgets: {tokens: 500}"))).containsExactly(BlueprintAmended.class);
        assertThat(board.board().work().incidents()).hasSize(1);
    }

    @Test
    void duringAPause_timeIsNotUsedUp() {
        Scenario board = new Scenario(blueprint("", "budgets: {duration: PT1H}")).created();
        board.tick(Duration.ofHours(1));
        board.pause();
        board.wait(Duration.ofDays(1));

        assertThat(kinds(amend(board, "", "budgets: {duration: PT2H}")))
                .containsExactly(BlueprintAmended.class, Decided.class);
    }

    @Test
    void theTimeThatAWorkerTakes_isItsOwn_whateverTimeoutTheNextHas() {
        for (String timeout : List.of("PT2H", "PT2M")) {
            Scenario board = new Scenario(blueprint("budgets: {duration: PT1H}, ", "")).created();
            board.wait(Duration.ofMinutes(1));
            amend(board, "budgets: {duration: PT1H}, ", "policies: {default: {timeout: " + timeout + "}}");
            board.wait(Duration.ofMinutes(1));

            spend(board, 0);

            assertThat(board.board().spending().of("w").open()).isEqualTo(Duration.ofMinutes(2));
        }
    }

    @Test
    void aBudgetThatWasRaised_isAsLargeAsTheBlueprintSays_whereThatIsMore() {
        Scenario board = spent("", BOARDS);
        board.command(new Decide(
                header(),
                Optional.empty(),
                Option.RAISE,
                Optional.empty(),
                List.of(new Raise("tokens", BigDecimal.valueOf(2_000)))));
        amend(board, "", "budgets: {tokens: 100000}");

        assertThat(kinds(spend(board, 50_000))).doesNotContain(NeedsPerson.class);
        assertThat(kinds(amend(board, "", "budgets: {tokens: 10}"))).contains(NeedsPerson.class);
    }
}
