package io.patchboard.blueprints.lint;

import static io.patchboard.blueprints.lint.LintedBlueprint.ANY_STATE;
import static io.patchboard.blueprints.lint.LintedBlueprint.grant;
import static io.patchboard.blueprints.lint.LintedBlueprint.initial;
import static io.patchboard.blueprints.lint.LintedBlueprint.on;
import static io.patchboard.blueprints.lint.LintedBlueprint.rule;
import static io.patchboard.blueprints.lint.LintedBlueprint.warnings;
import static io.patchboard.blueprints.lint.LintedBlueprint.worker;
import static io.patchboard.blueprints.lint.LintedBlueprint.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Problem;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that invoke each other without an end, and rules and workers that nothing invokes. */
class CyclesAndDeadRulesTest {

    private static final String PING_PONG = workflow(
            worker("left", grant("add", "/a")) + worker("right", grant("replace", "/b")),
            rule("ping", "{path: /b}", "left")
                    + rule("pong", "{path: /a}", "right")
                    + rule("begin", "{event: created}", "left"));

    @Test
    void cycle_withoutCondition_isNamedWithItsWorkers() {
        assertThat(warnings(ANY_STATE + PING_PONG)).singleElement().satisfies(warning -> {
            assertThat(warning.pointer()).isEqualTo("/rules/0");
            assertThat(warning.message()).contains("ping -> pong -> ping", "left, right", "`when`");
        });
    }

    @Test
    void cycle_withAConditionOnTheWay_isFine() {
        String guarded = PING_PONG.replace("invoke: right}", "invoke: right, when: 'version < 9'}");
        assertThat(warnings(ANY_STATE + guarded)).isEmpty();
    }

    @Test
    void cycle_ofOneRule_isFound() {
        assertThat(warnings(ANY_STATE
                        + workflow(
                                worker("w", grant("add", "/log/-")),
                                rule("again", on("add", "/log/*"), "w") + rule("begin", "{event: created}", "w"))))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("again -> again");
    }

    /** The one who takes over lets the first one begin anew, with all its attempts. */
    @Test
    void cycle_throughWhoTakesOver_isFound() {
        String caught = workflow(
                        worker("a", grant("add", "/done")) + worker("h", grant("add", "/todo/-")),
                        rule("work", on("add", "/todo/*"), "a") + rule("begin", "{event: created}", "a"))
                + "policies: {default: {onExhausted: {catch: h}}}\n";
        assertThat(warnings(ANY_STATE + caught))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("work -> work", "a, h");
        assertThat(warnings(ANY_STATE + caught.replace("/todo/-", "/sorry")))
                .noneMatch(warning -> warning.message().contains("work -> work"));
    }

    @Test
    void cycle_thatFillsAnArrayOfBoundedLength_isFine_unlessSomebodyTakesItemsAway() {
        String state = "state: {schema: {properties: {log: {type: array, maxItems: 9}}}, initial: {log: []}}\n";
        String rules = rule("again", on("add", "/log/*"), "w") + rule("begin", "{event: created}", "w");
        assertThat(warnings(state + workflow(worker("w", grant("add", "/log/-")), rules)))
                .isEmpty();
        assertThat(warnings(state + workflow(worker("w", grant("add", "/log/-"), grant("remove", "/log/0")), rules)))
                .hasSize(1);
    }

    @Test
    void cycle_thatAddsAMemberOnce_isFine_unlessSomebodyTakesItAway() {
        String rules = rule("one", on("add", "/a"), "w")
                + rule("two", on("add", "/b"), "w")
                + rule("begin", "{event: created}", "w");
        String adds = grant("add", "/a") + ", " + grant("add", "/b");
        assertThat(warnings(ANY_STATE + workflow(worker("w", adds), rules))).isEmpty();
        assertThat(warnings(ANY_STATE + workflow(worker("w", adds, grant("remove", "/*")), rules)))
                .isNotEmpty();
    }

    @Test
    void cycle_byQuiescence_isFine_whereTheBoardCanComplete() {
        String idle = workflow(worker("w", grant("add", "/a")), rule("go-on", "{event: quiescent}", "w"));
        assertThat(warnings(ANY_STATE + idle))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("go-on -> go-on", "`complete`");
        assertThat(warnings(ANY_STATE + idle + "complete: {when: has(state.a)}\n"))
                .isEmpty();
    }

    @Test
    void cycles_thatShareRules_areOneFinding() {
        String rules = IntStream.range(0, 50)
                .mapToObj(i -> rule("r" + (char) ('a' + i / 10) + i % 10, "{path: '/x/*'}", "w"))
                .collect(Collectors.joining());
        assertThat(warnings("state: {schema: true, initial: {x: [1]}}\n"
                        + workflow(worker("w", grant("replace", "/x/*")), rules)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("ra0 -> ra0", "49 more rules");
    }

    @Test
    void rule_thatNothingTriggers_isFound() {
        String rules = rule("begin", "{event: created}", "w") + rule("never", on("remove", "/a"), "w");
        assertThat(warnings(ANY_STATE + workflow(worker("w", grant("add", "/a")), rules)))
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.pointer()).isEqualTo("/rules/1");
                    assertThat(warning.message()).contains("\"never\"", "no worker's contract");
                });
        assertThat(warnings(ANY_STATE + workflow(worker("w", grant("remove", "/a")), rules)))
                .noneMatch(warning -> warning.message().contains("trigger the rule"));
    }

    @Test
    void rule_onWhatIsOnlyCreated_isTriggeredByItsAdditionAlone() {
        String rules = rule("begin", "{event: created}", "w") + rule("later", on("%s", "/a"), "w");
        String workers = worker("w", grant("create", "/a"));

        assertThat(warnings(ANY_STATE + workflow(workers, rules.formatted("replace"))))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("\"later\"", "no worker's contract");
        assertThat(warnings(ANY_STATE + workflow(workers, rules.formatted("add"))))
                .noneMatch(warning -> warning.message().contains("trigger the rule"));
    }

    @Test
    void rule_thatOnlyUninvokedWorkersTrigger_isFound() {
        String rules = rule("begin", "{event: created}", "w") + rule("island", on("add", "/a"), "x");
        assertThat(warnings(ANY_STATE + workflow(worker("w") + worker("x", grant("add", "/a")), rules)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("\"island\"", "never invoked themselves");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a: [1]}; /a/*; true",
                "{a: []}; /a/*; false",
                "{a: {}}; /a/**; false",
                "{a: {b: 1}}; /a/**; true",
                "{a: {$input: /x}}; /a/*/c; true",
                "{a: {$input: /x}}; /b; false",
                "{$input: ''}; /a/b/c; true",
                "{a: {'$input': 1}}; /a/b; false",
            })
    void firstState_triggersRules(String initial, String path, boolean triggers) {
        String blueprint = "state: {schema: true, initial: " + initial + "}\n"
                + workflow(worker("w"), rule("begin", "{event: created}", "w") + rule("watch", on("add", path), "w"));
        assertThat(warnings(blueprint).isEmpty()).isEqualTo(triggers);
    }

    @Test
    void worker_whomNobodyInvokes_isFound_unlessUnsolicited() {
        assertThat(warnings(ANY_STATE + "workers: {w: {}}\n")).singleElement().satisfies(warning -> {
            assertThat(warning.pointer()).isEqualTo("/workers/w");
            assertThat(warning.message()).contains("\"w\"", "unsolicited");
        });
        assertThat(warnings(ANY_STATE + "workers: {w: {unsolicited: true}}\n")).isEmpty();
    }
}
