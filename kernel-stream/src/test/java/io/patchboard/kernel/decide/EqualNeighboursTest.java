package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RepairShop.places;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import org.junit.jupiter.api.Test;

/** Neighbours by a value that both have, where others choose the values. */
final class EqualNeighboursTest {

    /** By values of which two have the same hash. */
    private static Scenario linked(String values) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: linked
                state: {schema: true, initial: {ops: [{m: [AaBB VALUES]}, {m: BBAa}, {m: [BBAa, AaBB]}]}}
                workers:
                  w: {read: [/ops/0], write: [{op: [add], path: '/ops/*/n'}], neighbourhood: {radius: 1}}
                neighbourhoods: [{from: '/ops/*/m', to: '/ops/*/m', kind: resource}]
                rules: [{name: r, on: {event: created}, forEach: /ops/0, invoke: w}]
                """.replace("VALUES", values)).created();
    }

    @Test
    void valuesOfTheSameHash_areToldApart_andEachThatIsLookedForIsCharged() {
        Scenario few = linked("");
        Scenario many = linked(", x".repeat(1_000));

        assertThat(places(few.invocation("w"))).containsExactly("/ops/0", "/ops/2");
        assertThat(places(many.invocation("w"))).containsExactly("/ops/0", "/ops/2");
        assertThat(many.work() - few.work())
                .as("each value is visited, as an owner's and to be looked for")
                .isGreaterThanOrEqualTo(1_000 * 2 * 50);
    }
}
