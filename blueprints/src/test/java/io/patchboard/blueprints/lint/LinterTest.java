package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What validation says about blueprints that can be read but do not make sense. */
class LinterTest {

    private static final String HEAD = "apiVersion: patchboard/v1\nname: test\n";
    private static final String ANY_STATE = "state: {schema: true, initial: {}}\n";

    private static CompileResult compile(String rest) {
        return lint(rest).result();
    }

    private static Linter.Linted lint(String rest) {
        return Linter.lint(Texts.json(HEAD + rest));
    }

    private static List<Problem> warnings(String rest) {
        Linter.Linted linted = lint(rest);
        assertThat(linted.result()).isInstanceOf(CompileResult.Valid.class);
        return inVoice(linted.warnings());
    }

    private static List<Problem> errors(String rest) {
        return compile(rest) instanceof CompileResult.Invalid invalid ? inVoice(invalid.problems()) : List.of();
    }

    private static List<Problem> inVoice(List<Problem> problems) {
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.message()).startsWith("Expected ").contains(", but ");
            assertThat(JsonPointer.parse(problem.pointer()).toString()).isEqualTo(problem.pointer());
        });
        return problems;
    }

    private static String worker(String name, String... grants) {
        return "  " + name + ": {write: [" + String.join(", ", grants) + "]}\n";
    }

    private static String grant(String operation, String path) {
        return "{op: [" + operation + "], path: '" + path + "'}";
    }

    private static String rule(String name, String on, String worker) {
        return "  - {name: " + name + ", on: " + on + ", invoke: " + worker + "}\n";
    }

    private static String on(String operation, String path) {
        return "{op: [" + operation + "], path: '" + path + "'}";
    }

    private static String workflow(String workers, String rules) {
        return "workers:\n" + workers + "rules:\n" + rules;
    }

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

    private static final String CLOSED = """
            state:
              initial: {items: []}
              schema:
                type: object
                additionalProperties: false
                properties:
                  title: {type: string}
                  items: {type: array, items: {$ref: '#/$defs/item'}}
                  pair: {type: array, prefixItems: [{type: integer}, true], items: false}
                  one: {type: array, maxItems: 1}
                  free: true
                  either: {anyOf: [{type: object, additionalProperties: false}, {type: string}]}
                  both: {allOf: [{type: object}, {additionalProperties: {type: integer}}]}
                  never: false
                  byName: {type: object, patternProperties: {'^x': {type: object}}, additionalProperties: false}
                $defs:
                  item:
                    type: object
                    additionalProperties: false
                    properties: {status: {enum: [draft, done]}, parts: {type: array, items: {$ref: '#/$defs/item'}}}
            """;

    private static String writing(String path) {
        return CLOSED + workflow(worker("w", grant("add", path)), rule("begin", "{event: created}", "w"));
    }

    @ParameterizedTest
    @CsvSource({
        "/claims, /additionalProperties",
        "/claims/-, /additionalProperties",
        "/title/x, /properties/title/type",
        "/title/**, /properties/title/type",
        "/items/first, /properties/items/type",
        "/items/*/state, /$defs/item/additionalProperties",
        "/items/*/status/x, /$defs/item/properties/status/enum",
        "/items/*/parts/0/parts/*/state, /$defs/item/additionalProperties",
        "/pair/2, /properties/pair/items",
        "/one/1, /properties/one/maxItems",
        "/never, /properties/never",
        "/both/a/b, /properties/both/allOf/1/additionalProperties/type",
        "/byName/y, /properties/byName/additionalProperties",
        "/byName/*/a/**, NONE",
        "/*/*/*/*/*/*, NONE",
        "'', NONE",
        "/title, NONE",
        "/items/-, NONE",
        "/items/*/status, NONE",
        "/items/*/parts/*/parts/-, NONE",
        "/pair/1/x, NONE",
        "/pair/-, NONE",
        "/one/0, NONE",
        "/free/a/b, NONE",
        "/either/a, NONE",
        "/both/a, NONE",
        "/byName/xy/z, NONE",
        "/**, NONE",
    })
    void writePath_outsideTheSchema_isAnError_whereItIsCertain(String path, String keyword) {
        if (keyword.equals("NONE")) {
            assertThat(errors(writing(path))).isEmpty();
        } else {
            assertThat(errors(writing(path))).singleElement().satisfies(error -> {
                assertThat(error.pointer()).isEqualTo("/workers/w/write/0/path");
                assertThat(error.message()).contains(path, "/state/schema" + keyword + " forbids it");
            });
        }
    }

    @Test
    void otherPaths_outsideTheSchema_areWarnings() {
        String blueprint = CLOSED + """
                workers:
                  w: {read: [{path: /titel, unchecked: true}, /title], write: [{op: [test], path: /titel}, {op: [add, test], path: /title}]}
                rules:
                  - {name: begin, on: {event: created}, invoke: w}
                  - {name: watch, on: {path: /titel}, invoke: w}
                invariants:
                  - {name: titled, path: /titel, rule: 'true'}
                  - {name: whole, rule: 'true'}
                complete: {when: 'false', result: /titel}
                """;
        assertThat(warnings(blueprint))
                .filteredOn(warning -> warning.message().contains("forbids it"))
                .extracting(Problem::pointer)
                .containsExactly(
                        "/complete/result", "/invariants/0/path", "/rules/1/on/path", "/workers/w/write/0/path");
    }

    @Test
    void readPath_outsideTheSchema_isAnError_unlessItIsMarked() {
        String read = CLOSED + """
                workers: {w: {read: [%s]}}
                rules: [{name: begin, on: {event: created}, invoke: w}]
                """;

        assertThat(errors(read.formatted("/title, /titel"))).singleElement().satisfies(error -> {
            assertThat(error.pointer()).isEqualTo("/workers/w/read/1");
            assertThat(error.message()).contains("/titel", "forbids it", "Did you mean \"/title\"?", "unchecked");
        });
        assertThat(errors(read.formatted("{path: /title/x}")))
                .singleElement()
                .extracting(Problem::pointer)
                .isEqualTo("/workers/w/read/0/path");
        assertThat(errors(read.formatted("{path: /titel, unchecked: true}"))).isEmpty();
    }

    @Test
    void paths_areChecked_whateverElseIsWrong() {
        assertThat(errors(writing("/claims") + "budgets: {invocations: 0}\n"))
                .extracting(Problem::pointer)
                .containsExactly("/budgets/invocations", "/workers/w/write/0/path");
    }

    private static List<Problem> overlaps(String workers) {
        List<String> names =
                workers.lines().map(line -> line.strip().split(":", 2)[0]).toList();
        String rules = names.stream()
                .map(name -> rule("begin-" + name, "{event: created}", name))
                .collect(Collectors.joining());
        String state = "state: {schema: {properties: {list: {type: array}}}, initial: {}}\n";
        return warnings(state + workflow(workers, rules));
    }

    @ParameterizedTest
    @CsvSource({
        "replace, /x, replace, /x, true",
        "replace, '/x/*', replace, /x/y, true",
        "remove, '/x/**', remove, /x/y/z, true",
        "add, '/x/*', add, /x/y, true",
        "move, '/x/**', move, '/*/*/*', true",
        "replace, '', replace, '', true",
        "replace, /x, remove, /x, false",
        "add, /list/-, add, /list/-, false",
        "add, /list/*, add, /list/*, false",
        "replace, /list/*, replace, /list/0, true",
        "test, /x, test, /x, false",
        "replace, /x, replace, /y, false",
        "replace, /x, replace, /x/y, false",
        "replace, '/x/**', replace, /x, false",
    })
    void overlap_isFound(String one, String here, String other, String there, boolean found) {
        List<Problem> warnings = overlaps(worker("a", grant(one, here)) + worker("b", grant(other, there)));
        if (found) {
            assertThat(warnings).singleElement().satisfies(warning -> {
                assertThat(warning.pointer()).isEqualTo("/workers/a/write/0");
                assertThat(warning.message()).contains("a, b", one);
            });
        } else {
            assertThat(warnings).isEmpty();
        }
    }

    @Test
    void overlap_ofManyWorkers_isOneFinding_andOfManyPatternsABoundedNumber() {
        String alike = IntStream.range(0, 150)
                .mapToObj(i -> worker("w" + i, grant("replace", "/x")))
                .collect(Collectors.joining());
        assertThat(overlaps(alike))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("and 145 more");

        String[] places = IntStream.range(0, 100)
                .mapToObj(i -> grant("replace", "/x" + i))
                .toArray(String[]::new);
        assertThat(overlaps(worker("a", places) + worker("b", places)))
                .hasSize(21)
                .first()
                .extracting(Problem::message)
                .asString()
                .contains("80 more paths");
    }

    @Test
    void overlap_ofOneWorkerWithItself_isFine() {
        assertThat(overlaps(worker("a", grant("replace", "/x"), grant("replace", "/*"))))
                .isEmpty();
    }

    private static String initial(String schema, String initial, String rest) {
        return "state: {schema: " + schema + ", initial: " + initial + "}\nworkers: {w: {unsolicited: true}}\n" + rest;
    }

    @Test
    void initialState_thatBreaksTheSchema_isAnError_withEveryPlace() {
        String schema = "{required: [a], properties: {b: {type: integer}, c: {enum: [x]}}}";
        assertThat(errors(initial(schema, "{b: '1', c: y}", "")))
                .extracting(Problem::pointer)
                .containsExactly("/state/initial", "/state/initial/b", "/state/initial/c");
        assertThat(errors(initial(schema, "{a: 0, b: 1, c: x}", ""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a: {$input: /a}, b: x}; {properties: {a: {type: string}, b: {type: integer}}}; /state/initial/b",
                "{a: {$input: /a}}; {required: [b]}; /state/initial",
                "{a: {$input: /a}}; {additionalProperties: false}; /state/initial",
                "{a: [{$input: /a}]}; {properties: {a: {type: string}}}; /state/initial/a",
                "{a: {$input: /a}}; {properties: {a: {type: string}}}; NONE",
                "{a: {b: {$input: /a}}}; {properties: {a: {enum: [1]}}}; NONE",
                "{a: {$input: /a}}; {properties: {a: {required: [b]}}}; NONE",
                "{a: [{$input: /a}, {$input: /b}]}; {properties: {a: {uniqueItems: true}}}; NONE",
                "{$input: ''}; {required: [b]}; NONE",
                "{k: {$input: /k}}; {if: {properties: {k: {const: 1}}}, else: {required: [b]}}; NONE",
                "{k: {$input: /k}}; {anyOf: [{properties: {k: {const: 1}}}, {required: [b]}]}; NONE",
            })
    void initialState_withReferences_isCheckedAsFarAsTheInputDoesNotMatter(
            String initial, String schema, String pointer) {
        assertThat(errors(initial(schema, initial, "")))
                .extracting(Problem::pointer)
                .isEqualTo(pointer.equals("NONE") ? List.of() : List.of(pointer));
    }

    private static String invariant(String path, String rule) {
        return "invariants: [{name: positive, path: '" + path + "', rule: '" + rule + "', message: Stay positive.}]\n";
    }

    @Test
    void initialState_thatBreaksAnInvariant_isAnError() {
        assertThat(errors(initial("true", "{a: [1, 0]}", invariant("/a/*", "self > 0"))))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.pointer()).isEqualTo("/state/initial/a/1");
                    assertThat(error.message()).contains("\"positive\"", "Stay positive.");
                });
        assertThat(errors(initial("true", "{a: [x]}", invariant("/a/*", "self > 0"))))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("cannot be evaluated");
        assertThat(errors(initial("true", "{a: [1]}", invariant("/a/*", "self > 0"))))
                .isEmpty();
        assertThat(errors(initial("true", "{a: [0]}", invariant("/a/*", "self > oldSelf"))))
                .isEmpty();
    }

    @Test
    void initialState_withReferences_isHeldAgainstInvariantsThatSeeNoneOfThem() {
        String initial = "{a: 0, b: {$input: /b}}";
        assertThat(errors(initial("true", initial, invariant("/a", "self > 0"))))
                .hasSize(1);
        assertThat(errors(initial("true", initial, invariant("/a", "self > 0 || state.b == 1"))))
                .isEmpty();
        assertThat(errors(initial("true", initial, invariant("/b", "self > 0"))))
                .isEmpty();
        assertThat(errors(initial("true", initial, invariant("", "self.a > 0"))))
                .isEmpty();
    }

    @Test
    void largestBlueprint_isCheckedWithinItsSteps() {
        String workers = IntStream.range(0, 200)
                .mapToObj(i -> worker(
                        "w" + i,
                        IntStream.range(0, 20)
                                .mapToObj(j -> grant("replace", "/*/" + i + "/" + j + "/**"))
                                .toArray(String[]::new)))
                .collect(Collectors.joining());
        String rules = IntStream.range(0, 500)
                .mapToObj(i -> rule("r" + i, "{path: '/*/*/*/*/*'}", "w" + i % 200))
                .collect(Collectors.joining());
        Blueprint blueprint = ((CompileResult.Valid)
                        BlueprintCompiler.recompile(Texts.json(HEAD + ANY_STATE + workflow(workers, rules))))
                .blueprint();

        assertThat(checked(blueprint, 10_000))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("within 10000 steps");
        assertThat(checked(blueprint, WorkflowChecks.MOST_STEPS)).hasSizeBetween(1, 1_000);
    }

    private static List<Problem> checked(Blueprint blueprint, long steps) {
        Problems warnings = new Problems();
        WorkflowChecks.check(blueprint, steps, warnings);
        return inVoice(warnings.sorted());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workers: 1\nrules: {}\nstate: []\n",
                "state: {schema: {properties: []}, initial: {}}\nworkers: {w: {write: [{op: 1, path: 2}, 3]}}\n",
                "state: {schema: true, initial: {$input: nowhere}}\nworkers: {w: []}\nrules: [1, {on: 2}]\n",
                "state: {schema: {$ref: '#'}, initial: {}}\nworkers: {w: {read: ['/a/**/b']}}\n",
            })
    void badInput_isInvalid_andNothingWorse(String rest) {
        assertThat(errors(rest)).isNotEmpty();
    }

    @Test
    void recompiling_asksForLess_soThatLogsStayReadable() {
        assertThat(BlueprintCompiler.recompile(Texts.json(HEAD + writing("/claims"))))
                .isInstanceOf(CompileResult.Valid.class);
    }

    @Test
    void namesThatAreSame_forRuleAndWorker_areKeptApart() {
        String both = workflow(worker("same", grant("add", "/a")), rule("same", "{event: created}", "same"));
        assertThat(warnings(ANY_STATE + both)).isEmpty();
    }
}
