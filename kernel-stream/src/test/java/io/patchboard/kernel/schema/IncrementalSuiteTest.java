package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.schema.keyword.Evaluation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The required part of the JSON-Schema-Test-Suite once more: each instance as a state that patches lead to. Each state
 * on the way is judged as a copy that shares nothing, and as another library judges it.
 */
class IncrementalSuiteTest {

    private static final Documents DOCUMENTS = SchemaSuite.documents();

    @Test
    void suite_instancesReachedByPatches_areJudgedAsIfTheyWereNew() throws SchemaCompileException {
        List<String> failures = new ArrayList<>();
        int states = 0;
        int asked = 0;
        for (SchemaSuite.Group group : SchemaSuite.groups()) {
            JsonSchema warm = JsonSchema.compile(group.schema(), DOCUMENTS);
            Optional<OtherLibrary> other = OtherLibrary.of(group);
            List<Json> starts = Stream.concat(
                            Stream.of(Json.nul(), JsonObject.EMPTY),
                            group.cases().stream().map(SchemaSuite.Case::data))
                    .toList();
            for (SchemaSuite.Case one : group.cases()) {
                for (Json start : starts) {
                    for (Json state : way(start, one.data())) {
                        states++;
                        if (!agree(warm, state)) {
                            failures.add(group.name() + ": " + start + " to " + one.data() + ", at " + state);
                        }
                        if (other.isPresent()) {
                            asked++;
                            if (other.get().accepts(state)
                                    != warm.validate(state).isEmpty()) {
                                failures.add(group.name() + ": the other library on " + state);
                            }
                        }
                    }
                    boolean valid = warm.validate(way(start, one.data()).get(0)).isEmpty();
                    if (valid != one.isValid()) {
                        failures.add(group.name() + ": " + one.name() + " from " + start + " -> " + valid);
                    }
                }
            }
        }
        System.out.println("JSON-Schema-Test-Suite, required, as states reached by patches: " + states + " states, "
                + asked + " of them asked of another library");
        assertThat(failures).isEmpty();
        assertThat(states).isGreaterThan(10_000);
        assertThat(asked).isGreaterThan(states * 9 / 10);
    }

    /** The end as a whole, then the states after each operation of a patch that leads there. */
    private static List<Json> way(Json start, Json end) {
        List<Json> states = new ArrayList<>(List.of(end));
        Json state = start;
        states.add(state);
        for (Operation operation : Diff.between(start, end)) {
            state = Diff.apply(state, operation);
            states.add(state);
        }
        assertThat(state).isEqualTo(end);
        return states;
    }

    /** Whether a value that shares parts with others is judged, and costs, as a copy does that shares none. */
    private static boolean agree(JsonSchema schema, Json state) {
        Json copy = JsonReader.parse(state.toString());
        Evaluation remembering = new Evaluation(JsonSchema.MAX_STEPS);
        Evaluation anew = new Evaluation(JsonSchema.MAX_STEPS);
        return schema.accepts(state, remembering) == schema.accepts(copy, anew)
                && remembering.steps() == anew.steps()
                && schema.validateAll(state, 100).equals(schema.validateAll(copy, 100));
    }
}
