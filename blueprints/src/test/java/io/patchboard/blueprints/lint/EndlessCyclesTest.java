package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.blueprints.lint.RuleGraph.Node;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Circles in graphs, whatever they were made of. */
class EndlessCyclesTest {

    private static Node rule(int number, boolean guarded) {
        return Node.rule("r" + number, new JsonPointer(List.of("rules", "" + number)), guarded);
    }

    private static Node worker(int number) {
        return Node.worker("w" + number, new JsonPointer(List.of("workers", "w" + number)), false);
    }

    /** A ring of rules and workers, with the first rule guarded or not. */
    private static RuleGraph ring(int rules, boolean guarded, boolean exhaustible) {
        RuleGraph graph = new RuleGraph();
        for (int i = 0; i < rules; i++) {
            graph.lead(rule(i, guarded && i == 0), worker(i), false);
            int next = (i + 1) % rules;
            graph.lead(worker(i), rule(next, guarded && next == 0), exhaustible && i == 0);
        }
        return graph;
    }

    @Test
    void ring_isOneFinding_howeverLongItIs() {
        assertThat(EndlessCycles.find(ring(20_000, false, false)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("r0 -> r1 -> r2", "... -> r0")
                .hasSizeLessThan(500);
    }

    @Test
    void ring_withOneGuardOrOneBound_isNone() {
        assertThat(EndlessCycles.find(ring(3, true, false))).isEmpty();
        assertThat(EndlessCycles.find(ring(3, false, true))).isEmpty();
        assertThat(EndlessCycles.find(ring(3, false, false))).hasSize(1);
    }

    @Test
    void ringsApart_areFindingsOfTheirOwn() {
        RuleGraph graph = new RuleGraph();
        for (int i = 0; i < 5; i++) {
            graph.lead(rule(i, false), worker(i), false);
            graph.lead(worker(i), rule(i, false), false);
        }
        graph.lead(worker(0), rule(1, false), false);

        assertThat(EndlessCycles.find(graph))
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder("/rules/0", "/rules/1", "/rules/2", "/rules/3", "/rules/4");
    }

    @Test
    void shortestCircle_isTheOneNamed() {
        RuleGraph graph = ring(10, false, false);
        graph.lead(worker(1), rule(0, false), false);

        assertThat(EndlessCycles.find(graph))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("r0 -> r1 -> r0", "8 more rules");
    }

    @Test
    void everyRuleAndWorkerConnected_isOneFinding() {
        RuleGraph graph = new RuleGraph();
        for (int rule = 0; rule < 500; rule++) {
            graph.lead(rule(rule, false), worker(rule % 200), false);
            for (int worker = 0; worker < 200; worker++) {
                graph.lead(worker(worker), rule(rule, false), false);
            }
        }

        assertThat(EndlessCycles.find(graph)).hasSize(1);
        assertThat(DeadParts.find(graph)).hasSize(500);
    }
}
