package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.record.Cause;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker asks for more than its view had room for. */
class ExpansionTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: expand
            state:
              schema:
                type: object
                properties:
                  docs: {type: array, items: {type: object, properties: {title: {type: string, x-patchboard-label: true}}}}
                  notes: {type: array}
              initial: {docs: {$input: /docs}, notes: [], secret: 1}
            workers:
              reader:
                read: ['/docs/*', /notes]
                privileged: true
                write: [{op: [add], path: /notes/-}, {op: [add, remove], path: '/docs/*'}]
                view: {maxChars: 1500, maxExpansions: 2}
              other: {privileged: true, unsolicited: true, read: ['/docs/*'], write: [{op: [add, remove, replace], path: '/docs/*'}, {op: [add], path: /notes/-}]}
            rules: [{name: start, on: {event: created}, invoke: reader}]
            policies: {default: {timeout: PT1M, retry: {maxAttempts: 2}, outage: {patience: PT0S}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created(docs());

    private static String docs() {
        StringBuilder docs = new StringBuilder("{docs: [");
        for (int i = 0; i < 6; i++) {
            docs.append("{title: T")
                    .append(i)
                    .append(", text: '")
                    .append("x".repeat(380))
                    .append("'},");
        }
        return docs.append("]}").toString();
    }

    private static Json at(WorkerInvoked invoked, String pointer) {
        return JsonPointer.parse(pointer).resolve(invoked.view()).orElse(Json.nul());
    }

    private WorkerInvoked expand(WorkerInvoked invoked, String handle) {
        return Scenario.only(board.answer(invoked, request(handle)), WorkerInvoked.class);
    }

    private static String request(String handle) {
        return "[{op: add, path: /$expand/-, value: '" + handle + "'}]";
    }

    private PatchRejected refused(String patch) {
        return Scenario.only(board.answer(board.invocation("reader"), patch), PatchRejected.class);
    }

    @Test
    void summary_namesWhatDidNotFit_withVersionAndLabel() {
        WorkerInvoked first = board.invocation("reader");

        JsonObject docs = (JsonObject) at(first, "/summaries/~1docs~1*");

        assertThat(docs.get("count")).contains(Json.of(6));
        assertThat(docs.get("shown"))
                .contains(Json.of(((JsonObject) at(first, "/state"))
                        .names().stream()
                                .filter(name -> name.startsWith("/docs/"))
                                .count()));
        assertThat(((JsonArray) docs.get("handles").orElseThrow()).items())
                .last()
                .isEqualTo(JsonObject.builder()
                        .put("handle", "/docs/5")
                        .put("version", 1)
                        .put("label", "T5")
                        .put("commit", 1)
                        .build());
    }

    @Test
    void request_changesNothingAndTheNextViewHoldsIt() {
        WorkerInvoked first = board.invocation("reader");
        assertThat(first.view().toString()).doesNotContain("\"/docs/5\":");

        List<LogEntry> entries = board.answer(first, request("/docs/5"));

        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(PatchCommitted.class, WorkerInvoked.class);
        PatchCommitted committed = Scenario.only(entries, PatchCommitted.class);
        assertThat(committed.expand()).containsExactly("/docs/5");
        assertThat(committed.patch()).isEqualTo(JsonArray.EMPTY);
        assertThat(entries.get(0).header().version()).isEqualTo(1);
        WorkerInvoked second = Scenario.only(entries, WorkerInvoked.class);
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.expanded()).containsExactly("/docs/5");
        assertThat(second.trigger()).isEqualTo(first.trigger());
        assertThat(second.cause())
                .contains(new Cause(Cause.Action.EXPAND, entries.get(0).sequence()));
        assertThat(((JsonObject) at(second, "/state")).names()).first().isEqualTo("/docs/5");
        assertThat(second.view().toString().length()).isLessThanOrEqualTo(1500);
        assertThat(board.state()).doesNotContain("$expand");
    }

    @Test
    void rest_ofThePatchIsCommitted_andHandlesFollowIt() {
        List<LogEntry> entries = board.answer(
                board.invocation("reader"),
                "[{op: add, path: /notes/-, value: seen}, {op: add, path: /$expand/-, value: /docs/4},"
                        + " {op: remove, path: /docs/0}]");

        PatchCommitted committed = Scenario.only(entries, PatchCommitted.class);
        assertThat(committed.patch().toString()).contains("/notes/0").doesNotContain("$expand");
        assertThat(committed.expand()).containsExactly("/docs/3");
        assertThat(at(Scenario.only(entries, WorkerInvoked.class), "/state/~1docs~13/title"))
                .isEqualTo(Json.of("T4"));
    }

    @Test
    void rounds_areLimited_andDoNotUseUpAttempts() {
        WorkerInvoked third = expand(expand(board.invocation("reader"), "/docs/4"), "/docs/5");
        assertThat(third.attempt()).isEqualTo(3);
        assertThat(third.expanded()).containsExactly("/docs/4", "/docs/5");

        PatchRejected refused = refused(request("/docs/3"));

        assertThat(refused.stage()).isEqualTo(Stage.BUDGET);
        assertThat(refused.rejection().code()).isEqualTo("expansions");
        assertThat(refused.retryAt()).isPresent();
        WorkerInvoked fourth = board.invocation("reader");
        assertThat(fourth.expanded()).containsExactly("/docs/4", "/docs/5");
        assertThat(board.board().open().get(fourth.invocationId()).expansions())
                .isEqualTo(new Expansions(List.of("/docs/4", "/docs/5"), List.of(), 2));
        assertThat(Scenario.only(board.fail(fourth, "no"), PatchRejected.class).retryAt())
                .isEmpty();
    }

    @Test
    void timeout_keepsWhatWasAskedFor() {
        expand(board.invocation("reader"), "/docs/5");

        WorkerInvoked again = Scenario.only(board.tick(Duration.ofMinutes(1)), WorkerInvoked.class);

        assertThat(again.expanded()).containsExactly("/docs/5");
    }

    @Test
    void handle_whoseItemMoved_isFollowed() {
        WorkerInvoked first = board.invocation("reader");
        board.propose("other", "[{op: remove, path: /docs/0}]");

        assertThat(expand(first, "/docs/4").expanded()).containsExactly("/docs/3");
    }

    @Test
    void handle_ofWhatIsGone_isStale() {
        board.propose("other", "[{op: remove, path: /docs/4}]");

        PatchRejected refused = refused(request("/docs/4"));

        assertThat(refused.stage()).isEqualTo(Stage.APPLICATION);
        assertThat(refused.rejection().code()).isEqualTo("stale-handle");
        assertThat(refused.rejection().message()).contains("removed or replaced in version 2");
    }

    @Test
    void handle_whereOnlyItsOwnItemChanged_isGood() {
        board.propose(
                "other", "[{op: replace, path: /docs/4, value: {title: new}}, {op: add, path: /docs/-, value: {}}]");

        assertThat(at(expand(board.invocation("reader"), "/docs/4"), "/state/~1docs~14/title"))
                .isEqualTo(Json.of("new"));
    }

    /** Each change takes all of a handle's steps along. */
    @Test
    void handle_ofManySteps_isChargedForEachThatMoves() {
        for (int i = 0; i < 15; i++) {
            board.propose("other", "[" + "{op: add, path: /docs/0, value: {}},".repeat(100) + "]");
        }
        board.fail(board.invocation("reader"), "no");
        String request = "[{op: add, path: /$expand/-, value: {handle: '/docs/0%s', version: 1}}]";

        WorkerInvoked second = board.invocation("reader");
        List<LogEntry> entries = board.answer(second, request.formatted(""));
        assertThat(Scenario.only(entries, PatchCommitted.class).expand()).containsExactly("/docs/1500");

        PatchRejected refused = refused(request.formatted("/a".repeat(40_000)));

        assertThat(refused.rejection().code()).isEqualTo("cost");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: add, path: /$expand/-, value: /secret}          | AUTHORIZATION | read-contract",
                "{op: add, path: /$expand/-, value: /docs}            | AUTHORIZATION | read-contract",
                "{op: add, path: /$expand/-, value: /docs/77}         | APPLICATION   | path-missing",
                "{op: add, path: /$expand/-, value: docs}             | SYNTAX        | expand",
                "{op: add, path: /$expand/-, value: 1}                | SYNTAX        | expand",
                "{op: add, path: /$expand/0, value: /docs/1}          | SYNTAX        | expand",
                "{op: add, path: /$expand, value: [/docs/1]}          | SYNTAX        | expand",
                "{op: replace, path: /$expand/-, value: /docs/1}      | SYNTAX        | expand",
                "{op: test, path: /$expand, value: []}                | SYNTAX        | expand",
                "{op: copy, from: /$expand/0, path: /notes/-}         | SYNTAX        | expand",
                "{op: move, from: /notes/0, path: /$expand/-}         | SYNTAX        | expand",
                "{op: remove, path: /docs/1}, {op: add, path: /$expand/-, value: /docs/1} | APPLICATION | path-missing",
            })
    void otherRequests_areRefused(String operation, Stage stage, String code) {
        PatchRejected refused = refused("[" + operation + "]");

        assertThat(refused.stage()).isEqualTo(stage);
        assertThat(refused.rejection().code()).isEqualTo(code);
    }

    @Test
    void unsolicitedRequest_isRefused() {
        PatchRejected refused = Scenario.only(board.propose("other", request("/docs/1")), PatchRejected.class);

        assertThat(refused.stage()).isEqualTo(Stage.SYNTAX);
    }

    @Test
    void pinnedView_holdsWhatWasThere_andOwnChangesAreNotStale() {
        Scenario pinned = new Scenario("""
                        apiVersion: patchboard/v1
                        name: pinned
                        state: {schema: true, initial: {critics: [a, b], list: [one, two], mine: 0}}
                        workers:
                          critic: {read: ['/list/*', /mine], write: [{op: [replace], path: /mine}, {op: [add], path: /text}]}
                          other: {privileged: true, unsolicited: true, write: [{op: [remove], path: '/list/*'}, {op: [add], path: /text}]}
                        rules: [{name: r, on: {op: [add], path: /text}, forEach: '/critics/*', pin: true, invoke: critic}]
                        """).created();
        pinned.propose("other", "[{op: add, path: /text, value: t}]");
        WorkerInvoked first = pinned.invocations("critic").get(0);
        pinned.propose("other", "[{op: remove, path: /list/0}]");

        WorkerInvoked second = Scenario.only(
                pinned.answer(
                        first, "[{op: replace, path: /mine, value: 1}, {op: add, path: /$expand/-, value: /list/1}]"),
                WorkerInvoked.class);

        assertThat(second.baseVersion()).isEqualTo(first.baseVersion());
        assertThat(at(second, "/state/~1list~11")).isEqualTo(Json.of("two"));
        assertThat(pinned.answer(second, "[{op: replace, path: /mine, value: 2}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
        PatchRejected twin = Scenario.only(
                pinned.answer(pinned.invocation("critic"), "[{op: replace, path: /mine, value: 3}]"),
                PatchRejected.class);
        assertThat(twin.rejection().code()).isEqualTo("stale");
    }

    @Test
    void handlesAskedFor_followTheirItems() {
        WorkerInvoked second = expand(board.invocation("reader"), "/docs/5");
        board.propose("other", "[{op: remove, path: /docs/0}]");

        board.fail(second, "no");

        assertThat(board.invocation("reader").expanded()).containsExactly("/docs/4");
    }
}
