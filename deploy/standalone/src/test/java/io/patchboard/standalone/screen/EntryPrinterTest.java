package io.patchboard.standalone.screen;

import static io.patchboard.standalone.screen.SampleEntries.TRIGGER;
import static io.patchboard.standalone.screen.SampleEntries.away;
import static io.patchboard.standalone.screen.SampleEntries.committed;
import static io.patchboard.standalone.screen.SampleEntries.created;
import static io.patchboard.standalone.screen.SampleEntries.header;
import static io.patchboard.standalone.screen.SampleEntries.invoked;
import static io.patchboard.standalone.screen.SampleEntries.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Decided;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Problem;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import io.patchboard.record.TriggerHeld;
import io.patchboard.standalone.screen.EntryPrinter.Time;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EntryPrinterTest {

    private final EntryPrinter plain = new EntryPrinter(Look.plain(), Time.ELAPSED);

    @Test
    void story_ofOneCorrection_isAlignedAndSaysWhatWasCorrected() {
        assertThat(lines(
                        created(), invoked(2, "i-1", 1), rejected(3, "i-1"), invoked(4, "i-2", 2), committed(5, "i-2")))
                .containsExactly(
                        "   1    0.00s  ● board      created  from blueprint review, input {question: \"Why?\"}",
                        "   2    0.20s  → extractor  by rule extract at /sources/0",
                        "   3    0.30s  ✗ extractor  SCHEMA enum at /claims/0/status by /properties/claims"
                                + "  Expected one of draft, but got \"ok\". · tried again in 1.00 s",
                        "   4    0.40s  → extractor  by rule extract at /sources/0, attempt 2, told why 3 was rejected",
                        "   5    0.50s  ✓ extractor  v2   + /claims/0 {subject: \"Ed Wood\"}  corrects 3",
                        "                                 - /drafts/1");
    }

    @Test
    void outage_isToldToNobody_andCorrectedByNobody() {
        assertThat(lines(created(), invoked(2, "i-1", 2), away(3, "i-1"), invoked(4, "i-2", 2), committed(5, "i-2")))
                .noneMatch(line -> line.contains("told why") || line.contains("corrects"));
    }

    @Test
    void lookingBack_showsDates_andAnEntryAloneIsWhole() {
        EntryPrinter log = new EntryPrinter(Look.plain(), Time.UTC);

        assertThat(log.lines(rejected(3, "i-1", "Expected this.")))
                .containsExactly("   3  2026-01-01 00:00:00.300  ✗ extractor  SCHEMA enum at /claims/0/status"
                        + " by /properties/claims  Expected this. · tried again in 1.00 s");
        assertThat(log.lines(committed(5, "i-2")))
                .containsExactly(
                        "   5  2026-01-01 00:00:00.500  ✓ extractor  v2   + /claims/0 {subject: \"Ed Wood\"}",
                        "                                                 - /drafts/1");
    }

    @Test
    void decisionThatNobodyTook_isOfItsTime_orOfTheBlueprintThatAffordsIt() {
        assertThat(lines(decided(NeedsPerson.Option.RAISE), decided(NeedsPerson.Option.REJECT)))
                .satisfiesExactly(
                        line -> assertThat(line).contains("decided  raise, by the amended blueprint, about 3"),
                        line -> assertThat(line).contains("decided  reject, by the end of its time, about 3"));
    }

    private static LogEntry decided(NeedsPerson.Option option) {
        return new LogEntry(
                header(4),
                new Decided(Optional.empty(), 3, option, Optional.empty(), List.of(), List.of(), Optional.empty()));
    }

    @Test
    void everyKindOfOperation_hasItsSign() {
        LogEntry entry = committed(
                2,
                "i-1",
                "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1},{\"op\":\"test\",\"path\":\"/b\",\"value\":null},"
                        + "{\"op\":\"move\",\"from\":\"/c\",\"path\":\"/d\"},{\"op\":\"copy\",\"from\":\"/e\",\"path\":\"/f\"}]");

        assertThat(details(plain.lines(entry)))
                .containsExactly("~ /a 1", "= /b null", "> /d from /c", "+ /f copied from /e");
    }

    @Test
    void sideEntries_sayWhatHappensAndWhy() {
        assertThat(lines(
                        created(),
                        new LogEntry(
                                header(2),
                                new CircuitTripped(
                                        CircuitTripped.Detector.NO_OP_STREAK,
                                        CircuitTripped.Scope.WORKER,
                                        Optional.of("extractor"),
                                        Optional.empty(),
                                        CircuitTripped.Action.REPAIR,
                                        Optional.of("verifier"),
                                        Optional.empty(),
                                        "Three in a row changed nothing.",
                                        List.of(1L))),
                        new LogEntry(
                                header(3),
                                new BranchStopped(
                                        TRIGGER,
                                        Optional.of("extractor"),
                                        BranchStopped.Reason.ATTEMPTS_SPENT,
                                        "Attempt 3 failed, too.",
                                        List.of())),
                        new LogEntry(
                                header(4),
                                new BudgetWarning(
                                        BudgetKind.TOKENS,
                                        Optional.empty(),
                                        Json.of(80),
                                        Json.of(100),
                                        "80 of 100 tokens.")),
                        new LogEntry(
                                header(5),
                                new TriggerHeld(
                                        TRIGGER,
                                        Optional.of("extractor"),
                                        TriggerHeld.Reason.DELAY,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.of(header(5).time().plusSeconds(2)),
                                        List.of()))))
                .containsExactly(
                        "   1    0.00s  ● board      created  from blueprint review, input {question: \"Why?\"}",
                        "   2    0.20s  ! extractor  noOpStreak, so: repair verifier",
                        "                            Three in a row changed nothing.",
                        "   3    0.30s  × extractor  rule extract at /sources/0 is not followed any further: attempts-spent",
                        "                            Attempt 3 failed, too.",
                        "   4    0.40s  ! board      budget tokens",
                        "                            80 of 100 tokens.",
                        "   5    0.50s  … extractor  rule extract at /sources/0 waits: delay, 2.00 s at most");
    }

    @Test
    void emptyPatch_saysSo() {
        assertThat(details(plain.lines(committed(2, "i-1", "[]")))).containsExactly("nothing to change");
    }

    @Test
    void manyOperations_areCounted() {
        String add = "{\"op\":\"add\",\"path\":\"/a/-\",\"value\":1}";

        List<String> lines = plain.lines(committed(2, "i-1", "[" + (add + ",").repeat(19) + add + "]"));

        assertThat(lines).hasSize(7).last().asString().endsWith("… and 14 more");
    }

    @Test
    void end_tellsResultAndState() {
        LogEntry completed = new LogEntry(
                header(9),
                new BoardCompleted(
                        Optional.empty(),
                        JsonObject.of("text", Json.of("yes")),
                        new StateHash(StateHash.MERKLE, "abcdef0123456789"),
                        List.of()));

        assertThat(plain.lines(completed))
                .containsExactly(
                        "   9    0.00s  ■ board     completed  {text: \"yes\"}",
                        "                           version 2, state abcdef012345…");
    }

    @Test
    void halt_tellsWhy() {
        LogEntry halted = new LogEntry(
                header(9),
                new BoardHalted(
                        BoardHalted.Reason.BUDGET_EXHAUSTED,
                        "invocations",
                        "Expected an end.",
                        Optional.empty(),
                        new StateHash(StateHash.MERKLE, "ab"),
                        List.of()));

        assertThat(plain.lines(halted))
                .first()
                .asString()
                .endsWith("■ board     halted  budget-exhausted (invocations)");
    }

    @Test
    void refusedCommand_listsEveryError() {
        LogEntry rejected = new LogEntry(
                header(1),
                new CommandRejected(
                        Optional.of("c-1"),
                        Rejection.of(RejectionCode.BLUEPRINT, "/blueprint", "Expected a valid blueprint."),
                        List.of(new Problem("/rules/0", "First."), new Problem("/rules/1", "Second.")),
                        Optional.empty()));

        assertThat(plain.lines(rejected))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).endsWith("/rules/0  First."))
                .anySatisfy(line -> assertThat(line).endsWith("/rules/1  Second."));
    }

    @Test
    void terminal_isNeverOverrun_andLosesNoWordOfAReason() {
        Look narrow = new Look(false, true, 60);
        EntryPrinter printer = new EntryPrinter(narrow, Time.ELAPSED);
        String message = "Expected one thing, but got another; ".repeat(6).strip();
        LogEntry rejected = rejected(3, "i-1", message);

        List<String> lines = printer.lines(rejected);

        assertThat(lines).allSatisfy(line -> assertThat(Text.width(line)).isLessThanOrEqualTo(60));
        assertThat(String.join(" ", lines).replaceAll("\\s+", " ")).contains(message);
    }

    @Test
    void textOfWorkers_cannotControlTheTerminal() {
        String hostile = "\u001b[2J\u202e\r\nx";
        LogEntry rejected = rejected(3, hostile, hostile);

        String shown =
                String.join("", new EntryPrinter(new Look(false, false, Look.UNLIMITED), Time.ELAPSED).lines(rejected));

        assertThat(shown).doesNotContain("\u001b", "\u202e", "\r", "\n").contains("\\u001b[2J");
    }

    @Test
    void colours_areOnlyAddedAround() {
        EntryPrinter colourful = new EntryPrinter(new Look(true, false, Look.UNLIMITED), Time.ELAPSED);

        String line = colourful.lines(committed(5, "i-2")).get(0);

        assertThat(line).contains("\u001b[32m✓ ");
        assertThat(line.replaceAll("\u001b\\[[0-9]*m", "").stripTrailing())
                .isEqualTo(new EntryPrinter(Look.plain(), Time.ELAPSED)
                        .lines(committed(5, "i-2"))
                        .get(0));
    }

    private List<String> lines(LogEntry... entries) {
        return List.of(entries).stream()
                .flatMap(entry -> plain.lines(entry).stream())
                .toList();
    }

    /** What follows the version column. */
    private static List<String> details(List<String> lines) {
        return lines.stream()
                .map(line -> line.substring("   2    0.00s  ✓ extractor  v2   ".length()))
                .toList();
    }
}
