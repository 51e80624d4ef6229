package io.patchboard.blueprints.lint;

import static io.patchboard.blueprints.lint.LintedBlueprint.ANY_STATE;
import static io.patchboard.blueprints.lint.LintedBlueprint.HEAD;
import static io.patchboard.blueprints.lint.LintedBlueprint.errors;
import static io.patchboard.blueprints.lint.LintedBlueprint.grant;
import static io.patchboard.blueprints.lint.LintedBlueprint.inVoice;
import static io.patchboard.blueprints.lint.LintedBlueprint.initial;
import static io.patchboard.blueprints.lint.LintedBlueprint.rule;
import static io.patchboard.blueprints.lint.LintedBlueprint.warnings;
import static io.patchboard.blueprints.lint.LintedBlueprint.worker;
import static io.patchboard.blueprints.lint.LintedBlueprint.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** First states that break their own rules, and blueprints of any size and any input. */
class LinterTest {

    /** Which name was meant is looked for as long as that takes little. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'input': {'properties': {%s}}, 'state': {'schema': true, 'initial': {'a': [{'$input': '/%s'}]}}",
                "'state': {'schema': {'additionalProperties': false, 'properties': {%s}, 'required': ['%s']}}"
            })
    void manyNamesThatAreNone_getSuggestionsAtFirst(String parts) {
        String known = IntStream.range(0, 1_000)
                .mapToObj(i -> "'someproperty" + (10_000 + i) + "': true")
                .collect(Collectors.joining(","));
        int from = parts.indexOf('[') + 1;
        int end = parts.indexOf(']');
        String wrong = IntStream.range(0, 900)
                .mapToObj(i -> parts.substring(from, end).replace("%s", "someproprety" + (10_000 + i)))
                .collect(Collectors.joining(","));
        String blueprint = "{'apiVersion': 'patchboard/v1', 'name': 'n', 'workers': {'w': {'unsolicited': true}}, "
                + parts.substring(0, from).replace("%s", known) + wrong + parts.substring(end) + "}";

        assertThat(Linter.lint(JsonReader.parse(blueprint.replace('\'', '"'))).warnings())
                .filteredOn(warning -> warning.message().contains("someproprety"))
                .hasSize(900)
                .filteredOn(warning -> warning.message().contains("Did you mean"))
                .hasSize(100);
    }

    /** Each warning would have its place. */
    @Test
    void whatTakesTooLongToCompile_isNotLookedAtFurther() {
        String wrong = Stream.generate(() -> "{'maxLenght': 1}").limit(1_000).collect(Collectors.joining(","));
        String blueprint = "{'apiVersion': 'patchboard/v1', 'name': 'n', 'workers': {'w': {'unsolicited': true}},"
                + " 'state': {'schema': {'$defs': {'%s': {'allOf': [%s]}}}, 'initial': {}}}"
                        .formatted("n".repeat(50_000), wrong);

        Linter.Linted linted = Linter.lint(JsonReader.parse(blueprint.replace('\'', '"')));

        assertThat(linted.result()).isInstanceOf(CompileResult.Invalid.class);
        assertThat(linted.warnings()).isEmpty();
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
    @CsvSource(
            delimiter = ';',
            value = {
                "on: {event: created}; item.kind == 'a'; about none",
                "on: {event: quiescent}; has(item.kind) || state.n == 1; about none",
                "on: {count: 2, of: [{op: [remove], path: '/a/*'}]}; state.n < 1 && item.kind == 'a'; not known",
                "on: {all: [{op: [remove], path: '/a/*'}, {op: [remove], path: '/b/*'}]}; item.kind > 1; not known",
            })
    void condition_onAnItemThatThereNeverIs_isWarnedOf(String on, String when, String said) {
        assertThat(warnings(conditional(on, when)))
                .filteredOn(warning -> warning.pointer().equals("/rules/0/when"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("item.kind", said, "forEach"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "on: {event: created}; item == null && state.a.all(item, item.kind == 'a')",
                "on: {event: created}, forEach: '/a/*'; item.kind == 'a'",
                "on: {op: [remove], path: '/a/*'}; item.kind == 'a'",
                "on: {op: [remove], path: '/a/*'}, delay: PT1S; item.kind == 'a'",
                "on: {any: [{op: [remove], path: '/a/*'}, {op: [remove], path: '/b/*'}]}; item.kind == 'a'",
                "on: {all: [{op: [add], path: '/a/*'}, {op: [remove], path: '/b/*'}]}; item.kind == 'a'",
            })
    void condition_onAnItemThatThereIs_isNotWarnedOf(String on, String when) {
        assertThat(warnings(conditional(on, when))).extracting(Problem::pointer).doesNotContain("/rules/0/when");
    }

    private static String conditional(String on, String when) {
        return "state: {schema: true, initial: {a: [], b: [], n: 0}}\n"
                + workflow(worker("w"), "  - {name: r, " + on + ", when: \"" + when + "\", invoke: w}\n");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{requird: [a]}; /requird; required",
                "{additionalProprties: false}; /additionalProprties; additionalProperties",
                "{maxlength: 3}; /maxlength; maxLength",
                "{properties: {a: {enums: [b]}}}; /properties/a/enums; enum",
                "{items: {oneof: [true]}}; /items/oneof; oneOf",
                "{allOf: [true, {item: true}]}; /allOf/1/item; items",
                "{properties: {a: {format: date-tme}}}; /properties/a/format; date-time",
                "{$defs: {a: {ref: b}}}; /$defs/a/ref; $ref",
                "{definitions: {a: {minimun: 0}}}; /definitions/a/minimun; minimum",
            })
    void misspeltKeyword_isAskedAbout_inEverySchema(String schema, String pointer, String meant) {
        String patch = "{unsolicited: true, patch: {schema: " + schema + "}}";
        assertThat(warnings("input: " + schema + "\nstate: {schema: " + schema + ", initial: {}}\nworkers: {w: " + patch
                        + "}\n"))
                .allSatisfy(warning -> assertThat(warning.message()).endsWith("Did you mean \"" + meant + "\"?"))
                .extracting(Problem::pointer)
                .containsExactly("/input" + pointer, "/state/schema" + pointer, "/workers/w/patch/schema" + pointer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{note: a, unit: ms, x-requird: true, x-patchboard-label: true, ui: {requird: 1}}",
                "{properties: {a: {format: phone}, b: {format: int32}, c: {format: uuid}, d: {format: currency}}}",
                "{properties: {requird: true, itmes: {default: {typ: a}}}, patternProperties: {typ: true}}",
                "{$defs: {typ: {const: {typ: a}}}, examples: [{typ: a}], enum: [{typ: a}, {}]}",
                "{dependentRequired: {typ: []}, dependentSchemas: {typ: true}, definitions: {typ: true}}",
            })
    void namesThatAreNoKeywords_orFarFromAll_areLeftAlone(String schema) {
        assertThat(warnings("state: {schema: " + schema + ", initial: {}}\nworkers: {w: {unsolicited: true}}\n"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{properties: {text: true}, required: [txt], additionalProperties: false}; /required; Did you mean \"text\"?",
                "{items: {minLength: 9, maxLength: 3}}; /items/minLength; at most maxLength, which is 3, but got 9",
                "{minimum: 2, maximum: 1.5}; /minimum; no value is ever valid",
            })
    void schemaThatNothingFits_isAskedAbout(String schema, String pointer, String words) {
        isAskedAbout(
                "state: {schema: {properties: {a: " + schema + "}}, initial: {}}\nworkers: {w: {unsolicited: true}}\n",
                "/state/schema/properties/a" + pointer,
                words);
    }

    private static void isAskedAbout(String rest, String pointer, String words) {
        assertThat(warnings(rest)).singleElement().satisfies(warning -> {
            assertThat(warning.pointer()).isEqualTo(pointer);
            assertThat(warning.message()).startsWith("Expected ").contains(words);
        });
    }

    @Test
    void requiredMembers_thatMayBeThere_areLeftAlone() {
        for (String rest : List.of(
                "properties: {b: true}",
                "properties: {a: true}, additionalProperties: false",
                "properties: {b: true}, patternProperties: {a: true}, additionalProperties: false")) {
            assertThat(warnings("state: {schema: {required: [a], minLength: 3, maxLength: 3, " + rest
                            + "}, initial: {a: 1}}\nworkers: {w: {unsolicited: true}}\n"))
                    .isEmpty();
        }
    }

    @Test
    void backoff_withoutBase_waitsNothing() {
        String policies = """
                policies:
                  default: {retry: {maxAttempts: 4, backoff: {mode: exponential, jitter: 0.5}}}
                  several: {retry: [{retryOn: [bug], backoff: {base: PT1S}}, {retryOn: [timeout], backoff: {}}]}
                  patient: {retry: {backoff: {base: PT0S}}, outage: {backoff: {jitter: 0}}}
                """;

        assertThat(warnings(ANY_STATE
                        + "workers: {v: {unsolicited: true, policy: several}, "
                        + "w: {unsolicited: true, policy: patient}}\n"
                        + policies))
                .extracting(Problem::pointer)
                .containsExactly("/policies/default/retry/backoff", "/policies/several/retry/1/backoff");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"{timeout: PT30S}; 1", "{timeout: PT10M}; 0", "{retry: {maxAttempts: 2}}; 0"})
    void personWithTheTimeOfPrograms_isAskedAbout(String policy, int warnings) {
        String workers = "workers: {ada: {kind: person}, bob: {kind: person, policy: slow}, w: {unsolicited: true}}\n";

        assertThat(warnings(ANY_STATE + workers + "policies: {slow: {timeout: PT2M}, default: " + policy + "}\n"))
                .filteredOn(warning -> warning.message().contains("30 s by the policy default"))
                .extracting(Problem::pointer)
                .hasSize(warnings)
                .allMatch("/workers/ada"::equals);
    }

    @Test
    void policyOfNobody_isAskedAbout() {
        String policies = "policies: {default: {timeout: 1m}, patient: {timeout: 1h}, slow: {timeout: 2h}}\n";

        assertThat(warnings(ANY_STATE + "workers: {w: {unsolicited: true, policy: slow}}\n" + policies))
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.pointer()).isEqualTo("/policies/patient");
                    assertThat(warning.message()).contains("\"patient\"", "policy: patient");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a: {$input: /ticket/id}}; /a/$input; Did you mean \"/tickets\"?",
                "{a: [{$input: /other}]}; /a/0/$input; a board without it is refused.",
                "{a: $input/tickets}; /a; {$input: /tickets}",
                "{a: '${input.tickets}'}; /a; {$input: /tickets}",
                "{a: {$inputs: /tickets}}; /a/$inputs; Did you mean \"$input\"?",
            })
    void referencesToNoPartOfTheInput_areAskedAbout(String initial, String pointer, String words) {
        isAskedAbout(
                "input: {properties: {tickets: true}}\nstate: {schema: {}, initial: " + initial
                        + "}\nworkers: {w: {unsolicited: true}}\n",
                "/state/initial" + pointer,
                words);
    }

    @Test
    void referencesToAnInput_thatIsDescribed_orIsNot_areLeftAlone() {
        for (String input : List.of("", "input: {type: object}\n", "input: {properties: {a: true}}\n")) {
            assertThat(warnings(
                            input + "state: {schema: {}, initial: {a: {$input: /a/b}, b: {$input: ''}, c: {$ref: x}}}\n"
                                    + "workers: {w: {unsolicited: true}}\n"))
                    .isEmpty();
        }
    }

    @Test
    void namesThatAreSame_forRuleAndWorker_areKeptApart() {
        String both = workflow(worker("same", grant("add", "/a")), rule("same", "{event: created}", "same"));
        assertThat(warnings(ANY_STATE + both)).isEmpty();
    }
}
