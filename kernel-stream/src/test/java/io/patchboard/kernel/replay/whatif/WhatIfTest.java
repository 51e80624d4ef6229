package io.patchboard.kernel.replay.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Rich;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.whatif.WhatIf.Mode;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Usage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts under another blueprint, and none that flips under the same. */
class WhatIfTest {

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: claims
            state:
              schema:
                type: object
                properties:
                  claims: {type: array, items: {type: object, properties: {text: {type: string, maxLength: 5}}}}
              initial: {claims: [], log: []}
            workers:
              writer: {unsolicited: true, read: [/claims/*], write: [{op: [add, replace], path: /claims/-}, {op: [replace], path: '/claims/*/text'}]}
              checker: {read: ['/claims/*'], write: [{op: [add], path: '/claims/*/ok'}]}
            rules:
              - {name: check, on: {op: [add], path: '/claims/*'}, invoke: checker}
            policies: {default: {retry: {maxAttempts: 2}}}
            """;

    private final Scenario board = new Scenario(BLUEPRINT).created();

    private static Blueprint compiled(String text) {
        return ((CompileResult.Valid) new Blueprints().compile(Texts.json(text))).blueprint();
    }

    private static Outlook ask(List<LogEntry> log, Blueprint other, Mode mode) {
        WhatIf whatIf = new WhatIf(Scenario.BOARD, other, new Blueprints(), mode);
        log.forEach(whatIf::accept);
        return whatIf.end();
    }

    private Outlook ask(String from, String to, Mode mode) {
        assertThat(BLUEPRINT).contains(from);
        return ask(board.log(), compiled(BLUEPRINT.replace(from, to)), mode);
    }

    private static void assertNothingFlips(List<LogEntry> log, Json blueprint, Mode mode) {
        Blueprint same = ((CompileResult.Valid) new Blueprints().recompile(blueprint)).blueprint();
        Outlook outlook = ask(log, same, mode);
        assertThat(outlook.flips()).isEmpty();
        assertThat(outlook.added()).isEmpty();
        assertThat(outlook.gone()).isEmpty();
        assertThat(outlook.leaves()).isEmpty();
        assertThat(outlook.judged()).isPositive();
    }

    /** An append, one that is too long, an answer, a wrong one with its repair, and a pause. */
    private void course() {
        board.propose("writer", "[{op: add, path: /claims/-, value: {text: one}}]");
        board.propose("writer", "[{op: add, path: /claims/-, value: {text: too long}}]");
        board.answer(board.invocation("checker"), "[{op: remove, path: /claims}]", new Usage(10, 5));
        board.answer(board.invocation("checker"), "[{op: add, path: /claims/0/ok, value: true}]", new Usage(20, 5));
        board.pause();
        board.resume();
        board.propose("writer", "[{op: replace, path: /claims/0/text, value: two}]");
        board.propose("writer", "[{op: add, path: /claims/-, value: {text: three}}]");
        board.answer(board.invocation("checker"), "[{op: add, path: /claims/1/ok, value: true}]", new Usage(100, 50));
    }

    @ParameterizedTest
    @EnumSource
    void sameBlueprint_flipsNothing(Mode mode) {
        course();
        assertNothingFlips(board.log(), Texts.json(BLUEPRINT), mode);
        Scenario rich = Rich.ended();
        assertNothingFlips(rich.log(), rich.board().blueprint().orElseThrow().source(), mode);
    }

    @Test
    void each_looserClause_commitsWhatWasRejected_andInvitesForIt() {
        course();
        Outlook outlook = ask("maxLength: 5", "maxLength: 50", Mode.EACH);

        assertThat(outlook.flips()).hasSize(1);
        Flip flip = outlook.flips().get(0);
        assertThat(flip.isStricter()).isFalse();
        assertThat(flip.worker()).isEqualTo("writer");
        assertThat(flip.refusal())
                .hasToString(
                        "rejection SCHEMA maxLength at \"/claims/1/text\" by /properties/claims/items/properties/text");
        assertThat(outlook.added()).containsExactly(new Invited("checker", "check", "/claims/1"));
        assertThat(outlook.gone()).isEmpty();
    }

    @Test
    void each_stricterContract_rejectsEachForItself_andSavesWhatFollowed() {
        course();
        Outlook outlook = ask("{op: [add, replace], path: /claims/-}, ", "", Mode.EACH);

        assertThat(outlook.flips())
                .hasSize(2)
                .allMatch(Flip::isStricter)
                .allSatisfy(flip -> assertThat(flip.now().toString()).contains("AUTHORIZATION write-contract"));
        assertThat(outlook.gone())
                .containsExactly(
                        new Invited("checker", "check", "/claims/0"), new Invited("checker", "check", "/claims/1"));
        assertThat(outlook.tokensSaved()).isEqualTo(15 + 150);
        assertThat(outlook.answers()).containsEntry("checker", new Outlook.Answers(3, 190));
    }

    @Test
    void onward_goesOnUntilOthersWouldHaveBeenInvited() {
        course();
        long first = board.log().stream()
                .filter(entry -> entry.type().equals("PatchCommitted"))
                .findFirst()
                .orElseThrow()
                .sequence();
        Outlook outlook = ask("{op: [add, replace], path: /claims/-}, ", "", Mode.ONWARD);

        assertThat(outlook.flips()).extracting(Flip::sequence).containsExactly(first);
        assertThat(outlook.leaves()).hasValue(first);
        assertThat(outlook.unjudged()).isEqualTo(6);
        assertThat(outlook.gone()).containsExactly(new Invited("checker", "check", "/claims/0"));
    }

    @Test
    void onward_judgesOnTheStateThatTheNewVerdictsLeadTo() {
        board.propose("writer", "[{op: add, path: /claims/-, value: {text: one}}]");
        board.propose("writer", "[{op: replace, path: /claims/0/text, value: abcd}]");
        board.propose("writer", "[{op: test, path: /claims/0/text, value: abcd}]");

        String stricter = "maxLength: 3";
        assertThat(ask("maxLength: 5", stricter, Mode.EACH).flips()).hasSize(2);
        Outlook outlook = ask("maxLength: 5", stricter, Mode.ONWARD);

        assertThat(outlook.leaves()).isEmpty();
        assertThat(outlook.flips()).hasSize(2);
        assertThat(outlook.flips().get(1).now()).hasToString("rejection PRECONDITION test at \"/claims/0/text\"");
    }

    @Test
    void creation_isJudged_too() {
        Outlook outlook = ask("{claims: [], log: []}", "{claims: {$input: /claims}, log: []}", Mode.ONWARD);

        assertThat(outlook.flips()).hasSize(1);
        assertThat(outlook.flips().get(0).sequence()).isEqualTo(1);
        assertThat(outlook.flips().get(0).now().rejection()).isPresent();
        assertThat(Optional.of(outlook).filter(Outlook::isTheSame)).isEmpty();
    }
}
