package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.HEAD;
import static io.patchboard.kernel.blueprint.Compiled.STATE;
import static io.patchboard.kernel.blueprint.Compiled.WORKER;
import static io.patchboard.kernel.blueprint.Compiled.assertProblemAt;
import static io.patchboard.kernel.blueprint.Compiled.problems;
import static io.patchboard.kernel.blueprint.Compiled.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Problem;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author is told about a blueprint. */
class BlueprintCompilerTest {

    @Test
    void smallest_compiles() {
        Blueprint blueprint = valid(HEAD + STATE + WORKER);
        assertThat(blueprint.budgets().list())
                .containsExactly(new Budget(BudgetKind.INVOCATIONS, BigDecimal.valueOf(1_000)));
        assertThat(blueprint.worker("w").orElseThrow().queue()).isEqualTo("default");
        assertThat(blueprint.worker("w").orElseThrow().policy()).isEqualTo(Policy.defaultOf(WorkerRole.Kind.MODEL));
    }

    @Test
    void twentyErrors_areReportedAtOnceWithTheirPlaces() {
        List<Problem> problems = problems("""
                apiVersion: patchboard/v2
                name: 1st
                colour: blue
                input: {type: nonsense}
                state:
                  schema:
                    type: object
                    properties:
                      a: {pattern: '(?=x)y'}
                      b: {$ref: 'https://example.com/schema.json'}
                      c: {$ref: '#/$defs/missing'}
                      d: {minLength: -1}
                  initial: {q: {$input: question}, r: [{$input: /~2}]}
                workers:
                  w: {read: ['sources', '/a/**/b', '/a/-'], write: [{op: [increment], path: /x}, {op: [add], path: 'y'}], policy: missing, view: {maxChars: 10}}
                  'bad name': {}
                rules:
                  - {name: r, on: {path: '/x'}, invoke: nobody}
                  - {name: r, on: {event: never}, invoke: w}
                  - {name: s, on: {path: '/x'}, when: 'state.', invoke: w}
                  - {name: t, on: {path: '/x'}, when: 'nobody == 1', invoke: w}
                  - {name: u, on: {path: '/x'}, when: '1 + 1', invoke: w}
                invariants:
                  - {name: i, path: '/x/-', rule: 'self > 0'}
                  - {name: i, rule: 'item > 0'}
                policies:
                  default: {timeout: soon, retry: {maxAttempts: 0, backoff: {base: PT, mode: random}}}
                budgets: {invocations: 0, duration: P1M}
                complete: {when: '', result: answer}
                """);

        assertThat(problems)
                .extracting(Problem::pointer)
                .contains(
                        "/apiVersion",
                        "/budgets/duration",
                        "/budgets/invocations",
                        "/colour",
                        "/complete/result",
                        "/complete/when",
                        "/input/type",
                        "/invariants/0/path",
                        "/invariants/1/name",
                        "/invariants/1/rule",
                        "/name",
                        "/policies/default/retry/backoff/base",
                        "/policies/default/retry/backoff/mode",
                        "/policies/default/retry/maxAttempts",
                        "/policies/default/timeout",
                        "/rules/0/invoke",
                        "/rules/1/name",
                        "/rules/1/on",
                        "/rules/2/when",
                        "/rules/3/when",
                        "/rules/4/when",
                        "/state/initial/q/$input",
                        "/state/initial/r/0/$input",
                        "/state/schema/properties/a/pattern",
                        "/state/schema/properties/b/$ref",
                        "/state/schema/properties/c/$ref",
                        "/state/schema/properties/d/minLength",
                        "/workers/w/policy",
                        "/workers/w/read/0",
                        "/workers/w/read/1",
                        "/workers/w/read/2",
                        "/workers/w/view/maxChars",
                        "/workers/w/write/0/op/0",
                        "/workers/w/write/1/path")
                .contains("/workers");
        assertThat(problems)
                .extracting(Problem::message)
                .anyMatch(message -> message.contains("colour"))
                .anyMatch(message -> message.contains("bad name"));
    }

    @Test
    void unknownMembers_areReportedWhereTheyStand_withThoseThatThereAre() {
        assertProblemAt(
                HEAD + STATE + WORKER + "rule: []\n",
                "/rule",
                "Expected one of ",
                " rules, ",
                "but got \"rule\".",
                "Did you mean \"rules\"?");
        assertProblemAt(
                HEAD + STATE + "workers: {w: {instuction: Do it.}}\n",
                "/workers/w/instuction",
                "Did you mean \"instruction\"?");
        assertThat(problems(HEAD + STATE + WORKER + "zzz: 1\nyyy: 2\n"))
                .extracting(Problem::pointer)
                .contains("/zzz", "/yyy");
        assertThat(problems(HEAD + STATE + WORKER + "zzz: 1\n"))
                .extracting(Problem::message)
                .noneMatch(message -> message.contains("Did you mean"));
    }

    @Test
    void typeThatThereIsNot_isToldWithThoseThatThereAre() {
        assertProblemAt(
                HEAD + "state: {schema: {properties: {notes: {type: list}}}, initial: {}}\n" + WORKER,
                "/state/schema/properties/notes/type",
                "Expected one of array, boolean, ",
                "but got \"list\".",
                "Did you mean \"array\"?");
        assertProblemAt(
                HEAD + "state: {schema: {type: [string, none]}, initial: {}}\n" + WORKER,
                "/state/schema/type",
                "or a list of them");
    }

    @Test
    void formsThatThereAreNot_areToldOnce_withThoseThatThereAre() {
        String rule = HEAD + STATE + WORKER + "rules: [{name: r, on: %s, invoke: w}]\n";
        assertProblemAt(
                rule.formatted("created"),
                "/rules/0/on",
                "{\"path\":\"/notes/*\"}",
                "but got \"created\".",
                "Did you mean {\"event\":\"created\"}?");
        assertThat(problems(rule.formatted("created"))).hasSize(1);
        assertProblemAt(rule.formatted("{evnt: created}"), "/rules/0/on", "{\"event\":\"created\"}");
        assertProblemAt(
                HEAD + STATE + WORKER + "policies: {default: {onExhausted: give up}}\n",
                "/policies/default/onExhausted",
                "\"stop\", \"incident\", \"halt\", {\"catch\":\"senior\"}");
    }

    @Test
    void textOfTheWrongForm_isToldOnce_inWords() {
        assertThat(problems(HEAD + STATE + WORKER + "budgets: {duration: soon}\n"))
                .singleElement()
                .extracting(Problem::message)
                .isEqualTo("Expected a duration such as 30s, 5m, 1h30m or PT30S, but got \"soon\".");
        assertThat(problems(HEAD + STATE + "workers: {w: {unsolicited: true, read: [notes]}}\n"))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a JSON Pointer");
    }

    @Test
    void unknownWorker_isNamedWithTheKnownOnes() {
        assertProblemAt(
                HEAD + STATE + "workers: {a: {}, b: {}}\nrules: [{name: r, on: {event: created}, invoke: c}]",
                "/rules/0/invoke",
                "a, b",
                "\"c\"");
    }

    @Test
    void duplicateNames_areReported() {
        String rule = "{name: same, on: {event: created}, invoke: w}";
        assertProblemAt(HEAD + STATE + WORKER + "rules: [" + rule + ", " + rule + "]", "/rules/1/name", "\"same\"");
        assertProblemAt(
                HEAD + STATE + WORKER + "invariants: [{name: i, rule: 'true'}, {name: i, rule: 'true'}]",
                "/invariants/1/name",
                "\"i\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state.x +     | /rules/0/when",
                "stat.x == 1   | /rules/0/when",
                "'1'           | /rules/0/when",
                "self == 1     | /rules/0/when",
                "oldState == 1 | /rules/0/when",
                "size(1) > 0   | /rules/0/when",
            })
    void badCondition_isReported(String when, String pointer) {
        assertProblemAt(
                HEAD + STATE + WORKER + "rules: [{name: r, on: {event: created}, invoke: w, when: \"" + when + "\"}]",
                pointer,
                "Expected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pattern: '(?=x)y'}                          | /state/schema/pattern",
                "{pattern: '(a)\\1'}                          | /state/schema/pattern",
                "{patternProperties: {'(?<!a)b': true}}       | /state/schema/patternProperties/(?<!a)b",
                "{$ref: 'http://evil.example/x.json'}         | /state/schema/$ref",
                "{$ref: 'file:///etc/passwd'}                 | /state/schema/$ref",
                "{properties: {a: {$ref: '#/nowhere'}}}       | /state/schema/properties/a/$ref",
                "{type: thing}                                | /state/schema/type",
                "{required: a}                                | /state/schema/required",
                "{$schema: 'http://json-schema.org/draft-07/schema#'} | /state/schema/$schema",
            })
    void badSchema_isReported(String schema, String pointer) {
        assertProblemAt(HEAD + WORKER + "state: {initial: {}, schema: " + schema + "}", pointer);
    }

    @Test
    void inputPointer_thatIsNone_isReported() {
        assertProblemAt(
                HEAD + WORKER + "state: {schema: true, initial: {a: {b: [{$input: question}]}}}",
                "/state/initial/a/b/0/$input",
                "question");
    }

    @Test
    void notAnObject_isReported() {
        for (String blueprint : List.of("7", "[]", "text", "{}", "null", "{workers: 7, rules: {}, state: []}")) {
            assertThat(problems(blueprint)).as(blueprint).isNotEmpty();
        }
    }

    @Test
    void orderOfTheBlueprint_changesNothingThatIsCompiled() {
        String a = "{name: a, on: {event: created}, invoke: w}";
        String b = "{name: b, on: {event: created}, invoke: w}";
        Blueprint one = valid(HEAD + STATE + "workers: {w: {}, v: {}}\nrules: [" + a + ", " + b + "]");
        Blueprint two = valid(HEAD + STATE + "workers: {v: {}, w: {}}\nrules: [" + b + ", " + a + "]");

        assertThat(one.rules())
                .extracting(Rule::name)
                .isEqualTo(two.rules().stream().map(Rule::name).toList());
        assertThat(one.workers().keySet())
                .containsExactlyElementsOf(two.workers().keySet());
    }

    @Test
    void recompile_viewTooSmallForItsFixedPart_isStillRead() {
        String worker = "workers: {w: {instruction: '" + "Look. ".repeat(100) + "', view: {maxChars: 200}}}\n";
        assertThat(problems(HEAD + STATE + worker)).extracting(Problem::pointer).containsExactly("/workers/w/view");

        CompileResult again = BlueprintCompiler.recompile(Texts.json(HEAD + STATE + worker));

        assertThat(again).isInstanceOf(CompileResult.Valid.class);
        assertThat(((CompileResult.Valid) again)
                        .blueprint()
                        .worker("w")
                        .orElseThrow()
                        .view()
                        .budget()
                        .maxChars())
                .isGreaterThan(600);
    }
}
