package io.patchboard.workflow.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of section 3.2 and appendix A.2, broken in a workflow that keeps them all. */
class WorkflowCheckerTest {

    private static WorkflowChecker.Result check(String text) {
        return WorkflowChecker.check(Workflows.yaml(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order.yaml", "plan-and-repair.yaml"})
    void check_examples_wellFormed(String name) {
        WorkflowChecker.Result result = check(Workflows.example(name));

        assertThat(result.errors()).isEmpty();
    }

    /** What is replaced in the example, by what, where the one error is and what it says. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            to: done, kind: sequence}       | to: ship, kind: sequence}      | /edges                    | sequence edges without a cycle, but they lead in a circle: ship -> tell -> ship
            to: done, kind: sequence}       | to: worth, kind: sequence}     | /edges                    | worth -> ship -> tell -> worth
            name: order                     | name: order\\nstart: approve      | /nodes/0                  | nothing leads to "reserve"
            guard: input.total > 1000       | repairable: none               | /edges/1                  | Expected a guard on the branch
            guard: input.total > 1000       | guard: input.total             | /edges/1/guard            | true or false, but input.total is number
            guard: input.total > 1000       | guard: input.price > 1000      | /edges/1/guard            | no place for input.price
            guard: input.total > 1000       | guard: input.total == "dear"   | /edges/1/guard            | is number by its schema, and "dear" is string
            guard: input.total > 1000       | guard: size(input.items)       | /edges/1/guard            | true or false
            guard: input.total > 1000       | guard: total > 1000            | /edges/1/guard            | total
            guard: input.total > 1000       | guard: "input.total >"         | /edges/1/guard            | Expected a CEL expression
            kind: sequence, repairable: order} | kind: sequence, guard: "true"} | /edges/3/guard         | branch edges alone
            policyRef: each-item            | policyRef: each-itme           | /nodes/3/policyRef        | Did you mean "each-item"?
            maxAttempts: 3, retryOn         | retryOn                        | /policies/careful/retry   | Expected maxAttempts
            backoff: {mode: exponential, base: 1, cap: 20} | timeout: {seconds: 1} | /policies/careful/retry | Expected a backoff
            idempotencyKey: {template: "{node}-{input.id}"} | timeout: {seconds: 1} | /nodes/0             | Expected an idempotencyKey beside the compensation
            handlerNode: release, safeReinvoke: true | handlerNode: relaese, safeReinvoke: true | /policies/careful/compensation/handlerNode | no "relaese"
            maxIters: 500, timeBudget: PT1H | predicate: "index < 5"         | /policies/each-item/loopGuards | predicate alone
            maxIters: 500, timeBudget: PT1H | maxIters: 5, predicate: output > 1 | /policies/each-item/loopGuards/predicate | output
            items: input.items              | items: input.items\\n      maxConcurrency: "2" | /nodes/3/params/maxConcurrency | integer
            pack-{run}-{index}              | pack-{run}                     | /nodes/3/params/body/nodes/0 | for each item
            tell-{run}-{node}               | tell-{run}                     | /nodes/4/params/branches/1/nodes/0 | both have "tell-{run}"
            tell-{run}-{node}               | tell-{run                      | /policies/telling/idempotencyKey/template | no other that closes it
            {id: mail, type                 | {id: reserve, type             | /nodes/4/params/branches/0/nodes/0/id | that of /nodes/0
            kind: data}                     | kind: data}\\n  - {from: done, to: worth, kind: sequence} | /edges/5 | Expected nothing after "done"
            from: tell, to: done            | from: tell, to: mail           | /edges/6/to               | nothing leads into or out of a branch
            items: {type: string}           | items: {type: sting}           | /schemas/order/properties/items/items/type | type
            """)
    void check_ruleBroken_toldWithItsPlace(String from, String to, String pointer, String words) {
        String text = Workflows.example("order.yaml");
        assertThat(text).contains(from);

        List<Problem> errors =
                check(text.replace(from, to.replace("\\n", "\n"))).errors();

        assertThat(errors).anySatisfy(error -> {
            assertThat(error.pointer()).isEqualTo(pointer);
            assertThat(error.message()).contains(words);
        });
    }

    @Test
    void check_severalErrors_allTold() {
        String text = Workflows.example("order.yaml")
                .replace("policyRef: each-item", "policyRef: none-such")
                .replace("maxAttempts: 3, retryOn", "retryOn")
                .replace("to: tell, kind", "to: tel, kind");

        assertThat(check(text).errors())
                .extracting(Problem::pointer)
                .contains("/nodes/3/policyRef", "/policies/careful/retry", "/edges/5/to");
    }

    @Test
    void check_noPolicyAndNoDefault_toldForEachNode() {
        String text = Workflows.example("plan-and-repair.yaml").replace("default: {", "other: {");

        assertThat(check(text).errors())
                .filteredOn(error -> error.message().contains("a policy called default"))
                .extracting(Problem::pointer)
                .containsExactly("/nodes/0", "/nodes/1", "/nodes/3", "/nodes/4", "/nodes/5");
    }

    @Test
    void check_circleOfABranch_needsLoopGuards() {
        String text = Workflows.example("plan-and-repair.yaml").replace("loopGuards: {maxIters: 5}", "");

        assertThat(check(text).errors())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("validate -> valid -> repair -> validate");
    }

    @Test
    void check_taskThatCallsOut_needsTimeout() {
        String text =
                Workflows.example("plan-and-repair.yaml").replace("default: {timeout: {seconds: 120}}", "default: {}");

        assertThat(check(text).errors())
                .extracting(Problem::pointer)
                .containsExactly("/nodes/0", "/nodes/3", "/nodes/4");
    }

    @Test
    void check_outputThatTheNextDoesNotTake_toldWithAnExample() {
        String text = Workflows.example("plan-and-repair.yaml")
                .replace(
                        "role: repair, capabilities: [scheduling], io: {input: judged, output: plan}",
                        "role: repair, capabilities: [scheduling], io: {input: judged, output: problem}");

        assertThat(check(text).errors()).singleElement().satisfies(error -> {
            assertThat(error.pointer()).isEqualTo("/edges/4");
            assertThat(error.message()).contains("but {} is none", "operations");
        });
    }

    @Test
    void check_schemasThatCannotBeCompared_saysSoAndIsNoError() {
        String text = Workflows.example("plan-and-repair.yaml")
                .replace(
                        "input: judged, output: plan}",
                        "input: judged, output: {type: object, required: [operations], properties: {operations: {type: array}}}}")
                .replace("plan: {type: object,", "plan: {type: object, not: {required: [impossible]},");

        WorkflowChecker.Result result = check(text);

        assertThat(result.errors()).isEmpty();
        assertThat(result.undecided()).extracting(Problem::pointer).containsExactly("/edges/4");
    }

    @Test
    void check_notAWorkflow_toldByTheSchema() {
        assertThat(check("{name: x, nodes: [{id: a, type: tsk}], edge: []}").errors())
                .extracting(Problem::pointer)
                .contains("/nodes/0/type", "");
    }
}
