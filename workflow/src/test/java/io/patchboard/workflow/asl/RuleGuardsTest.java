package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.workflow.argo.ArgoExport;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of choices become guards that say the same. */
class RuleGuardsTest {

    private static String guard(String rule, boolean jsonata) {
        Findings findings = new Findings();
        Optional<String> guard = new RuleGuards(findings)
                .guard(JsonPlace.of(JsonReader.parse(rule.replace('\'', '"').replace('~', '\''))), 0, jsonata);
        assertThat(findings.errors()).isEmpty();
        assertThat(findings.unsupported()).isEmpty();
        return guard.orElseThrow();
    }

    /** Only of what a path asks may the type be left out: whatever else asks for one goes another way without it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "type(input.a) == map && input.b == 1 | ",
                "type(input.a) == map && input.b > 3 | ",
                "type(input.a) == map && has(input.b.c) | ",
                "type(input.a) == list && size(input.b) > 2 | ",
                "type(input.a) == list && size(input.a) > 0 | ",
                "type(input.a) == list && size(input.a) > 2 | $exists($states.input.a[2])",
                "input.c == 'type(input.a) == map && has(input.a.b) && type(input.a) == list && size(input.a) > 2' | "
                        + "$states.input.c = \\\"type(input.a) == map && has(input.a.b)"
                        + " && type(input.a) == list && size(input.a) > 2\\\"",
                "type(input.a) == map && has(input.a.b) | $exists($states.input.a.b)"
            })
    void typeThatAGuardAsksFor_isNotDropped(String guard, String condition) {
        Json workflow = JsonReader.parse("""
                {"name": "w", "meta": {"asl": {"QueryLanguage": "JSONata"}}, "policies": {"default": {}},
                 "nodes": [{"id": "a", "type": "choice"}, {"id": "b", "type": "succeed"}, {"id": "c", "type": "succeed"}],
                 "edges": [{"from": "a", "to": "b", "kind": "branch", "guard": "%s"},
                   {"from": "a", "to": "c", "kind": "branch", "guard": "true"}]}
                """.formatted(guard));
        AslExport.Result result = RoundTripTest.export(workflow);

        assertThat(result.machine().map(Json::toString).filter(text -> text.contains("{% " + condition + " %}")))
                .as(result.toString())
                .isEqualTo(
                        condition == null ? Optional.empty() : result.machine().map(Json::toString));
        assertThat(result.unsupported().isEmpty()).isEqualTo(condition != null);
        assertThat(ArgoExport.write(Workflow.read(workflow).workflow().orElseThrow())
                        .unsupported()
                        .isEmpty())
                .isEqualTo(guard.contains("has(input.a.b)"));
    }

    private static boolean holds(String guard, Json input) throws Exception {
        return new CelExpression.Condition.Holds(true)
                .equals(CelExpression.compileCondition(guard, Set.of("input")).test(Map.of("input", input)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'Variable':'$.a','StringMatches':'l*.txt'} | {'a':'log-1.txt'} | true",
                "{'Variable':'$.a','StringMatches':'l*.txt'} | {'a':'log-1xtxt'} | false",
                "{'Variable':'$.a','StringMatches':'1\\\\*'} | {'a':'1*'} | true",
                "{'Variable':'$.a','StringMatches':'1\\\\*'} | {'a':'12'} | false",
                "{'Variable':'$.a.b','IsPresent':true} | {'a':{}} | false",
                "{'Variable':'$.a[1]','IsPresent':true} | {'a':[1,2]} | true",
                "{'Variable':'$[~two words~]','IsPresent':false} | {} | true",
                "{'Variable':'$.a.b','IsPresent':false} | {'a':null} | true",
                "{'Variable':'$.a.b[~c d~]','IsPresent':false} | {'a':{'b':'text'}} | true",
                "{'Variable':'$.a','IsPresent':false} | 7 | true",
                "{'Variable':'$.a[0]','IsPresent':true} | {'a':{'k':1}} | false",
                "{'Variable':'$.a[0]','IsPresent':false} | {'a':'text'} | true",
                "{'Condition':'{% $not($states.input.a.b = 1) %}'} | {'a':null} | true",
                "{'Condition':'{% $not($exists($states.input.a.b)) %}'} | {'a':'text'} | true",
                "{'Variable':'$.a','IsNull':true} | {'a':null} | true",
                "{'Variable':'$.a','IsTimestamp':true} | {'a':'2016-03-14T01:59:00Z'} | true",
                "{'Variable':'$.a','TimestampLessThan':'2016-03-14T01:59:00Z'} | {'a':'2016-03-14T02:58:00+01:00'} | true",
                "{'Variable':'$.a','NumericLessThan':3} | {'a':'x'} | false",
                "{'Variable':'$.a','NumericLessThan':3} | {'a':2.5} | true",
                "{'Not':{'Variable':'$.a','StringEquals':'x'}} | {'a':7} | true",
                "{'And':[{'Variable':'$.a','IsNumeric':true},{'Or':[{'Variable':'$.a','NumericGreaterThan':9},"
                        + "{'Variable':'$.a','NumericEquals':1}]}]} | {'a':1} | true",
                "{'And':[{'Not':{'Variable':'$.a','IsPresent':true},'IsPresent':true,'Variable':'$.b'},"
                        + "{'And':[{'Variable':'$.b','IsPresent':true}],'IsPresent':true}]} | {'a':1,'b':1} | false",
                "{'Condition':'{% $states.input.a >= 20 and $states.input.a < 30 %}'} | {'a':20} | true",
                "{'Condition':'{% $states.input.a = 1 or $states.input.b %}'} | {'b':true} | true",
                "{'Condition':'{% $not($states.input.a = 1) %}'} | {} | true",
                "{'Condition':'{% $exists($states.input.a.`x y`) %}'} | {'a':{'x y':1}} | true",
            })
    void rule_guard(String rule, String input, boolean expected) throws Exception {
        String guard = guard(rule, rule.contains("Condition"));
        assertThat(holds(guard, JsonReader.parse(input.replace('\'', '"'))))
                .as(guard)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{'Variable':'$$.Execution.Id','StringEquals':'x'} | context.Execution.Id == 'x'",
                "{'Variable':'$v.x[0]','IsPresent':true} | has(variables.v) && type(variables.v) == map && has(variables.v.x) && type(variables.v.x) == list && size(variables.v.x) > 0",
                "{'Variable':'$v','NumericEqualsPath':'$$.n'} | type(variables.v) in [int, uint, double] && type(context.n) in [int, uint, double] && variables.v == context.n",
                "{'Condition':'{% $v.x > 1 and $states.context.a > 2 %}'} | variables.v.x > 1 && context.a > 2",
                "{'Condition':'{% $ok %}'} | variables.ok",
                "{'Condition':'{% $count($states.input.a) > 1 %}'} | rules[0]",
            })
    void rule_overVariablesAndTheContext(String rule, String guard) {
        assertThat(guard(rule, rule.contains("Condition"))).isEqualTo(guard.replace('\'', '"'));
    }

    /** Without its type, a size would be that of a text, too. */
    @Test
    void itemsOfAList_areEachAskedWithItsType() {
        String guard =
                guard("{'And':[{'Variable':'$.l[1]','IsPresent':true},{'Variable':'$.l[2]','IsPresent':true}]}", false);

        assertThat(Condition.parse(guard, Dialect.CEL).orElseThrow().text(Dialect.JSONATA))
                .isEqualTo("$exists($states.input.l) and $exists($states.input.l[1]) and $exists($states.input.l[2])");
    }

    @Test
    @EnabledIf("io.patchboard.workflow.asl.StateMachines#areThere")
    void recordedComparisons_theSame() throws Exception {
        List<String> others = new ArrayList<>();
        for (JsonPlace row : StateMachines.lines("choice-operators.jsonl")) {
            String operator = row.text("operator").orElseThrow();
            if (operator.startsWith("Timestamp")
                    && row.text("variable").filter("date"::equals).isPresent()) {
                continue; // The recording has this word for each point in time.
            }
            JsonObject input = JsonObject.builder()
                    .put("variable", row.into("variable").value())
                    .put("value", row.into("value").value())
                    .build();
            JsonObject rule = JsonObject.of("Variable", Json.of("$.variable"))
                    .with(
                            operator,
                            operator.endsWith("Path")
                                    ? Json.of("$.value")
                                    : row.into("value").value());
            Findings findings = new Findings();
            Optional<String> guard = new RuleGuards(findings).guard(JsonPlace.of(rule), 0, false);
            boolean matches = guard.isPresent() && holds(guard.get(), input);
            if (matches != row.flag("matches")) {
                others.add(row.value() + " " + guard.orElse("none"));
            }
        }
        assertThat(others).isEmpty();
    }

    @Test
    void circle_endsWithTheHistory() {
        Json machine = JsonReader.parse("""
                {"StartAt": "t", "States": {
                  "t": {"Type": "Task", "Resource": "r", "Next": "c", "TimeoutSeconds": 5,
                        "Retry": [{"ErrorEquals": ["States.Timeout"], "MaxAttempts": 0}],
                        "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "s"}]},
                  "c": {"Type": "Choice", "Choices": [{"Variable": "$.again", "BooleanEquals": true, "Next": "t"}],
                        "Default": "s"},
                  "s": {"Type": "Succeed"}}}
                """);

        JsonObject workflow = AslImport.read(machine, "m").workflow().orElseThrow();

        assertThat(WorkflowChecker.check(workflow).errors()).isEmpty();
        JsonPlace policies = JsonPlace.of(workflow).into("policies");
        assertThat(policies.into("c").into("loopGuards").integer("maxIters")).contains(25_000L);
        assertThat(policies.into("t").into("retry").items().get(0).integer("maxAttempts"))
                .contains(1L);
        assertThat(policies.into("t")
                        .into("retry")
                        .items()
                        .get(0)
                        .into("retryOn")
                        .value())
                .isEqualTo(JsonReader.parse("[\"timeout\"]"));
        assertThat(policies.into("t")
                        .into("catch")
                        .items()
                        .get(0)
                        .into("onError")
                        .value())
                .isEqualTo(JsonReader.parse("[\"*\"]"));
        assertThat(policies.into("default").into("timeout").integer("seconds")).contains(99_999_999L);
    }
}
