package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waits for company goes on when the next blueprint asks for less of it. */
class AmendedCompanyTest {

    private static List<LogEntry> amend(Scenario board, String blueprint) {
        CommandHeader header = CommandHeader.of("amend", Scenario.BOARD, "ada", "because");
        return board.command(new AmendBlueprint(header, Texts.json(blueprint), AmendBlueprint.Open.KEEP));
    }

    /** Nobody may propose unasked, so what is not led to anything by what there is, never is. */
    private static String waiting(String rule) {
        return """
                apiVersion: patchboard/v1
                name: waiting
                state: {schema: {}, initial: {votes: [], out: []}}
                workers:
                  w: {read: [''], write: [{op: [add], path: /votes/-}]}
                  tally: {read: ['']}
                rules:
                - {name: start, on: {event: created}, invoke: w}
                - {name: other, on: {event: created}, invoke: w}
                - {name: r, invoke: tally, RULE}
                """.replace("RULE", rule);
    }

    private List<LogEntry> amendedWithThreeVotes(String before, String after, boolean paused) {
        return amendedWithThreeVotes(before, after, 3, paused);
    }

    private List<LogEntry> amendedWithThreeVotes(String before, String after, int held, boolean paused) {
        Scenario board = new Scenario(waiting(before)).created();
        board.answer(
                board.invocations("w").get(0),
                "[{op: add, path: /votes/-, value: 1}, {op: add, path: /votes/-, value: 2},"
                        + " {op: add, path: /votes/-, value: 3}]");
        assertThat(board.board().held()).hasSize(held);
        if (!paused) {
            return amend(board, waiting(after));
        }
        board.pause();
        amend(board, waiting(after));
        return board.resume();
    }

    private static List<List<String>> together(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(event -> ((WorkerInvoked) event).trigger())
                .map(trigger ->
                        trigger.paths().isEmpty() ? trigger.path().stream().toList() : trigger.paths())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWaitsForCompany_thatTheNewBlueprintAsksNoMore_goesOn(boolean paused) {
        String join = "on: {count: %d, of: [{op: [add], path: '/votes/*'}]}";
        String any = "on: {any: [{op: [add], path: '/votes/*'}]}";
        String batch = "on: {op: [add], path: '/votes/*'}, batch: {size: %d}";
        List<String> two = List.of("/votes/0", "/votes/1");
        List<String> third = List.of("/votes/2");

        assertThat(together(amendedWithThreeVotes(join.formatted(4), join.formatted(2), paused)))
                .containsExactly(two);
        assertThat(together(amendedWithThreeVotes(join.formatted(4), any, paused)))
                .containsExactly(List.of("/votes/0"), List.of("/votes/1"), third);
        assertThat(together(amendedWithThreeVotes(batch.formatted(4), batch.formatted(2), paused)))
                .containsExactly(two);
        assertThat(together(amendedWithThreeVotes(join.formatted(5), join.formatted(4), paused)))
                .isEmpty();
    }

    @Test
    void whatIsLeftOfAJoin_whosePartsAreFewerByTheNewBlueprint_goesOn_eachOnce() {
        String all = "on: {all: [{op: [add], path: '/votes/*'}%s], correlate: 'string(item > 9)'}";
        String other = ", {op: [add], path: '/out/*'}";

        assertThat(together(amendedWithThreeVotes(all.formatted(other), all.formatted(""), false)))
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void moreThanOneDecisionCanLetGoOn_waitsOn_andTheBoardIsResumed() {
        String votes = "of: [{op: [add], path: '/votes/*'}], correlate: 'string(item)'}";
        Scenario board =
                new Scenario(waiting("on: {count: 2, " + votes).replace("w: {", "w: {unsolicited: true, ")).created();
        for (int i = 0; i < 2_500; i += 100) {
            board.propose(
                    "w",
                    IntStream.range(i, i + 100)
                            .mapToObj(vote -> "{op: add, path: /votes/-, value: " + vote + "}")
                            .collect(Collectors.joining(", ", "[", "]")));
        }
        board.pause();
        amend(board, waiting("on: {any: [{op: [add], path: '/votes/*'}]}"));

        assertThat(together(board.resume())).hasSizeBetween(10, 2_000);
        assertThat(board.board().held()).isNotEmpty();

        board.pause();
        assertThat(together(board.resume())).hasSizeBetween(10, 2_000);
    }

    @Test
    void ofSeveralRules_theOneWithMorePriorityGoesOnFirst() {
        String two = ", on: {count: %d, of: [{op: [add], path: '/votes/*'}]}";
        String rules = "priority: 1" + two + "}\n- {name: s, invoke: tally, priority: 2" + two;
        List<LogEntry> entries = amendedWithThreeVotes(rules.formatted(4, 4), rules.formatted(2, 2), 6, false);

        assertThat(entries)
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .extracting(event -> ((WorkerInvoked) event).trigger().rule())
                .as("the other waits until the worker is done with the item")
                .containsExactly("s");
    }
}
