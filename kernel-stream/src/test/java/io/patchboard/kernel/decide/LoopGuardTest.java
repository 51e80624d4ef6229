package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Loop guards of rules (ALAS, section 3.2 and appendix A.6): so often, so long, and as long as this holds. */
class LoopGuardTest {

    private static final String NEXT = "[{op: add, path: /drafts/-, value: 1}]";

    /** Each draft is the reason for the next one. */
    private static Scenario writer(String guards, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: drafts
                state: {schema: {type: object}, initial: {drafts: [], notes: [], go: true}}
                policies: {default: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 2}, onExhausted: stop}}
                workers:
                  boss: {unsolicited: true, privileged: true, write: [{op: [add, replace], path: "/**"}]}
                  writer: {read: [/drafts], write: [{op: [add], path: /drafts/-}], %2$s}
                  editor: {read: [/notes], write: [{op: [add], path: /drafts/-}]}
                rules:
                  - {name: write, on: {op: [add], path: "/drafts/*"}, invoke: writer, loopGuards: %1$s}
                """.formatted(guards, lines.length == 0 ? "instruction: write" : lines[0])
                        + List.of(lines).stream().skip(1).reduce("", (all, line) -> all + line + "\n"))
                .created();
    }

    private static Scenario begun(String guards, String... lines) {
        Scenario writer = writer(guards, lines);
        begin(writer);
        return writer;
    }

    private static List<LogEntry> begin(Scenario writer) {
        return writer.propose("boss", NEXT);
    }

    private static Optional<BranchStopped> ended(List<LogEntry> entries) {
        return entries.stream()
                .flatMap(entry -> entry.event() instanceof BranchStopped stopped
                                && stopped.reason() == BranchStopped.Reason.LOOP_GUARD
                        ? Optional.of(stopped).stream()
                        : Optional.<BranchStopped>empty().stream())
                .findFirst();
    }

    private static long turns(Scenario writer, String loop) {
        return writer.board().memory().loops().count(loop);
    }

    /** Answers what is open until nobody is asked any more. Returns the entries of the last answer. */
    private static List<LogEntry> round(Scenario writer) {
        List<LogEntry> last = List.of();
        while (!writer.invocations("writer").isEmpty()) {
            last = writer.answer(writer.invocation("writer"), NEXT);
        }
        return last;
    }

    @Test
    void maxIters_comesAroundSoOften_andTheLogSaysWhyNoMore() {
        Scenario writer = begun("{maxIters: 3}");
        BranchStopped end = ended(round(writer)).orElseThrow();

        assertThat(writer.log())
                .filteredOn(entry -> entry.event() instanceof WorkerInvoked)
                .extracting(entry -> ((WorkerInvoked) entry.event()).trigger().iteration())
                .containsExactly(Optional.of(1L), Optional.of(2L), Optional.of(3L));
        assertThat(end.trigger().rule()).isEqualTo("write");
        assertThat(end.message()).contains("\"write\"", "3 times");
        assertThat(turns(writer, "write")).isEqualTo(3);
    }

    @Test
    void maxIters_attemptsOfOneTurnCountOnce() {
        Scenario writer = begun("{maxIters: 2}");
        writer.fail(writer.invocation("writer"), "no idea");
        WorkerInvoked again = writer.invocation("writer");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.trigger().iteration()).contains(1L);
        assertThat(ended(writer.answer(again, NEXT))).isEmpty();
        assertThat(writer.invocation("writer").trigger().iteration()).contains(2L);
    }

    @Test
    void maxIters_matchesOfOneCommit_areTurnsOfTheirOwn() {
        Scenario writer = writer("{maxIters: 2}", "maxConcurrent: 10");
        List<LogEntry> three =
                writer.propose("boss", "[%1$s, %1$s, %1$s]".formatted(NEXT.substring(1, NEXT.length() - 1)));
        assertThat(writer.invocations("writer")).hasSize(2);
        assertThat(ended(three).orElseThrow().trigger().path()).contains("/drafts/2");
    }

    @Test
    void maxIters_whoWaitsForAPlace_isCountedWhenItIsHisTurn() {
        Scenario writer = begun("{maxIters: 2}", "maxConcurrent: 1");
        begin(writer);
        assertThat(turns(writer, "write")).isEqualTo(1);
        writer.answer(writer.invocation("writer"), "[]");
        assertThat(turns(writer, "write")).isEqualTo(2);
        assertThat(ended(begin(writer))).as("it waits for a place").isEmpty();
        assertThat(ended(writer.answer(writer.invocation("writer"), "[]"))).isPresent();
        assertThat(writer.board().held()).isEmpty();
    }

    @Test
    void timeBudget_countsFromTheFirstTurn_withoutPauses() {
        Scenario writer = begun("{timeBudget: PT1M}", "maxConcurrent: 10");
        writer.wait(Duration.ofSeconds(5)).pause();
        writer.wait(Duration.ofHours(2)).resume();
        writer.wait(Duration.ofSeconds(4));
        assertThat(ended(writer.answer(writer.invocation("writer"), NEXT))).isEmpty();

        Scenario late = begun("{timeBudget: PT1M}", "maxConcurrent: 10");
        late.answer(late.invocation("writer"), "[]");
        late.wait(Duration.ofSeconds(60));
        assertThat(ended(begin(late))).as("to the very end").isEmpty();
        late.wait(Duration.ofMillis(1));
        assertThat(ended(begin(late)).orElseThrow().message()).contains("PT1M0.001S", "PT1M");
    }

    @Test
    void predicate_goesOnWhileItHolds_andOneThatFailsDoesNot() {
        Scenario writer = begun("{predicate: \"state.go && item < 5\"}");
        writer.answer(writer.invocation("writer"), NEXT);
        assertThat(writer.invocations("writer")).hasSize(1);
        List<LogEntry> five = writer.answer(writer.invocation("writer"), "[{op: add, path: /drafts/-, value: 5}]");
        assertThat(ended(five).orElseThrow().message()).contains("predicate");
        assertThat(turns(writer, "write")).isEqualTo(2);

        assertThat(ended(begin(writer("{predicate: state.nothing > 1}")))).isPresent();
    }

    @Test
    void rulesOfOneLoop_countTogether_andEachGuardHasItsSay() {
        Scenario writer = writer(
                "[{loop: all, maxIters: 5}, {maxIters: 2}]",
                "instruction: write",
                "  - {name: edit, on: {op: [add], path: \"/notes/*\"}, invoke: editor, loopGuards: {loop: all, maxIters: 3}}");
        begin(writer);
        round(writer);
        assertThat(turns(writer, "write")).isEqualTo(2);
        assertThat(turns(writer, "all")).isEqualTo(2);
        String note = "[{op: add, path: /notes/-, value: 1}]";
        assertThat(ended(writer.propose("boss", note))).isEmpty();
        assertThat(ended(writer.propose("boss", note)).orElseThrow().message()).contains("\"all\"", "\"edit\"");
        assertThat(turns(writer, "write")).isEqualTo(2);
    }

    @Test
    void severalGuardsOfOneLoop_countATurnOnce() {
        Scenario writer = begun("[{maxIters: 3}, {predicate: state.go}]");
        round(writer);
        assertThat(writer.log())
                .filteredOn(entry -> entry.event() instanceof WorkerInvoked)
                .extracting(entry -> ((WorkerInvoked) entry.event()).trigger().iteration())
                .containsExactly(Optional.of(1L), Optional.of(2L), Optional.of(3L));
        assertThat(turns(writer, "write")).isEqualTo(3);

        Scenario cached = begun("[{maxIters: 3}, {predicate: state.go}]", "idempotencyKey: \"'same'\"");
        cached.answer(cached.invocation("writer"), NEXT);
        assertThat(turns(cached, "write")).isEqualTo(3);
    }

    @Test
    void cachedResults_areTurns_too() {
        Scenario writer = begun("{maxIters: 4}", "idempotencyKey: \"'same'\"");
        List<LogEntry> answer = writer.answer(writer.invocation("writer"), NEXT);
        assertThat(answer)
                .filteredOn(entry -> entry.event() instanceof PatchCommitted committed
                        && committed.repeats().isPresent())
                .as("the result leads to itself until the guard ends that")
                .hasSize(3);
        assertThat(ended(answer)).isPresent();
        assertThat(turns(writer, "write")).isEqualTo(4);
    }

    @Test
    void restore_givesNoTurnBack() {
        Scenario writer = begun("{maxIters: 2}");
        writer.command(new MarkBoard(header("mark"), "here"));
        round(writer);
        writer.command(new RestoreBoard(header("restore"), Optional.of("here"), Optional.empty()));
        assertThat(writer.at("/drafts").toString()).isEqualTo("[1]");
        assertThat(turns(writer, "write")).isEqualTo(2);
        assertThat(ended(begin(writer))).isPresent();
    }

    @Test
    void quiescent_whoseGuardEndsIt_leavesTheBoardStuck_orDone() {
        String quiet = "  - {name: idle, on: {event: quiescent}, invoke: editor, loopGuards: {maxIters: 1}}";
        Scenario stuck = new Scenario("""
                apiVersion: patchboard/v1
                name: idle
                state: {schema: {type: object}, initial: {drafts: []}}
                workers: {editor: {read: [/drafts], write: [{op: [add], path: /drafts/-}]}}
                rules:
                %s
                complete: {when: size(state.drafts) > 3}
                """.formatted(quiet)).created();
        List<LogEntry> last = stuck.answer(stuck.invocation("editor"), NEXT);
        assertThat(ended(last)).isPresent();
        assertThat(last).anyMatch(entry -> entry.event() instanceof NeedsPerson);

        Scenario done = new Scenario("""
                apiVersion: patchboard/v1
                name: idle
                state: {schema: {type: object}, initial: {drafts: []}}
                workers: {editor: {read: [/drafts], write: [{op: [add], path: /drafts/-}]}}
                rules:
                %s
                """.formatted(quiet)).created();
        assertThat(done.answer(done.invocation("editor"), NEXT))
                .anyMatch(entry -> entry.event() instanceof BoardCompleted);
    }

    private static CommandHeader header(String id) {
        return new CommandHeader(id, Scenario.BOARD, Optional.of("boss"), Optional.of("because"), Optional.empty());
    }

    @Test
    void aHundredLoops_endAfterTheirTurns() {
        for (int most = 1; most <= 100; most++) {
            Scenario writer = begun("{maxIters: " + most + "}");
            round(writer);
            assertThat(writer.at("/drafts")
                            .toString()
                            .chars()
                            .filter(c -> c == '1')
                            .count())
                    .isEqualTo(most + 1);
        }
    }
}
