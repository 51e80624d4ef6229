package io.patchboard.blueprints.lint;

import static io.patchboard.blueprints.lint.LintedBlueprint.HEAD;
import static io.patchboard.blueprints.lint.LintedBlueprint.errors;
import static io.patchboard.blueprints.lint.LintedBlueprint.grant;
import static io.patchboard.blueprints.lint.LintedBlueprint.rule;
import static io.patchboard.blueprints.lint.LintedBlueprint.warnings;
import static io.patchboard.blueprints.lint.LintedBlueprint.worker;
import static io.patchboard.blueprints.lint.LintedBlueprint.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths that the schema does not know, and workers that write to the same place. */
class PathsAndOverlapsTest {

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

    @Test
    void aRuleOnAPathThatCannotBe_isToldOfOnce() {
        assertThat(warnings(CLOSED
                        + workflow(
                                worker("w", grant("add", "/items/-")),
                                rule("begin", "{event: created}", "w") + rule("watch", "{path: '/item/*'}", "w"))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo("/rules/1/on/path");
                    assertThat(problem.message()).contains("Did you mean \"/items/*\"?");
                });
    }

    @ParameterizedTest
    @CsvSource({"untrusted", "confidential"})
    void aTaintedPlaceThatCannotBe_isAskedAbout(String label) {
        assertThat(warnings(writing("/items/-") + "taint: {" + label + ": [/titel]}\n"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo("/taint/" + label + "/0");
                    assertThat(problem.message()).contains("Did you mean \"/title\"?");
                });
    }

    @Test
    void whatACardShows_andCannotBe_isAskedAbout() {
        assertThat(warnings(writing("/items/-")
                        + "gates: [{name: g, on: {path: /items}, card: {show: [/title, /titel]}}]\n"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo("/gates/0/card/show/1");
                    assertThat(problem.message()).contains("Did you mean \"/title\"?");
                });
    }

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
                gates: [{name: publish, on: {path: /titel}}]
                neighbourhoods: [{from: /title, to: /titel, kind: time}, {from: /titel, to: '"/title"', kind: time}]
                circuit: {touched: [{path: /title}, {path: /titel}]}
                """;
        assertThat(warnings(blueprint))
                .filteredOn(warning -> warning.message().contains("forbids it"))
                .extracting(Problem::pointer)
                .containsExactly(
                        "/circuit/touched/1/path",
                        "/complete/result",
                        "/gates/0/on/path",
                        "/invariants/0/path",
                        "/neighbourhoods/0/to",
                        "/neighbourhoods/1/from",
                        "/rules/1/on/path",
                        "/workers/w/write/0/path");
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
        "create, '/x/*', create, /x/y, false",
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

    @Test
    void recompiling_asksForLess_soThatLogsStayReadable() {
        assertThat(BlueprintCompiler.recompile(Texts.json(HEAD + writing("/claims"))))
                .isInstanceOf(CompileResult.Valid.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'degraded: true', '', false",
        "'degraded: true', 'begin-b', true",
        "'unsolicited: true, degraded: true', '', true",
        "'unsolicited: true', '', true",
    })
    void overlap_ofAWorkerAndItsFallback_isFine(String fallback, String rule, boolean found) {
        String more = rule.isEmpty() ? "" : rule(rule, "{event: created}", "b");
        String workers = """
                  a: {policy: p, write: [{op: [replace], path: /x}]}
                  b: {%s, write: [{op: [replace], path: /x}]}
                """.formatted(fallback);

        assertThat(warnings("state: {schema: {}, initial: {}}\npolicies: {p: {onExhausted: {catch: b}}}\n"
                        + workflow(workers, rule("begin-a", "{event: created}", "a") + more)))
                .hasSize(found ? 1 : 0);
    }
}
