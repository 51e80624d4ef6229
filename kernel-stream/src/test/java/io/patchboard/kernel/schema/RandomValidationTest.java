package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.schema.keyword.Evaluation;
import io.patchboard.kernel.schema.keyword.OverBudgetException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random schemas, states and patches: the verdict on a state that shares parts with earlier ones is that on a copy
 * which shares none, under the same schema compiled again, and that of another library.
 */
class RandomValidationTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);

    private int schemas;
    private int steps;
    private int valid;

    @Test
    void validate_randomPatches_agreesWithANewValidationAndWithAnotherLibrary() {
        Random random = new Random(SEED);
        while (steps < 3_000) {
            RandomSchemas chance = new RandomSchemas(random);
            walk(chance.schema(), chance.value(3), 15, chance, random);
        }
        report("small states");
    }

    @Test
    void validate_randomPatchesOfLargeStates_agreesWithANewValidationAndWithAnotherLibrary() {
        Random random = new Random(SEED);
        while (steps < 400) {
            RandomSchemas chance = new RandomSchemas(random);
            walk(chance.schemaOfLarge(), chance.large(1_000 + random.nextInt(500)), 10, chance, random);
        }
        report("large states");
    }

    private void report(String what) {
        System.out.printf(
                "Random validation, seed %d, %s: %d schemas, %d states, %d valid%n", SEED, what, schemas, steps, valid);
        assertThat(valid).isBetween(steps / 10, steps * 9 / 10);
    }

    private void walk(Json source, Json start, int length, RandomSchemas chance, Random random) {
        JsonSchema schema;
        JsonSchema again;
        try {
            schema = JsonSchema.compile(source);
            again = JsonSchema.compile(source);
        } catch (SchemaCompileException e) {
            return; // References in a circle.
        }
        schemas++;
        Schema other = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(source.toString(), InputFormat.JSON);
        Json state = start;
        for (int i = 0; i < length; i++) {
            steps++;
            String text = state.toString();
            String where = "seed " + SEED + ", schema " + source + ", state " + text;
            Json copy = JsonReader.parse(text);
            boolean accepted = check(schema, again, state, copy, where);
            assertThat(accepted)
                    .as(where)
                    .isEqualTo(other.validate(text, InputFormat.JSON).isEmpty());
            checkBudget(schema, again, state, copy, 1 + random.nextInt(200), where);
            valid += accepted ? 1 : 0;
            state = Diff.apply(state, chance.operation(state));
        }
    }

    private static boolean check(JsonSchema schema, JsonSchema again, Json state, Json copy, String where) {
        Evaluation remembering = new Evaluation(JsonSchema.MAX_STEPS);
        Evaluation anew = new Evaluation(JsonSchema.MAX_STEPS);
        boolean accepted = schema.accepts(state, remembering);
        assertThat(accepted).as(where).isEqualTo(again.accepts(copy, anew));
        assertThat(remembering.steps()).as(where).isEqualTo(anew.steps());
        assertThat(schema.validateAll(state, 50)).as(where).isEqualTo(again.validateAll(copy, 50));
        return accepted;
    }

    /** With any bound of work, both give up or neither does. */
    private static void checkBudget(
            JsonSchema schema, JsonSchema again, Json state, Json copy, long most, String where) {
        assertThat(verdict(schema, state, most)).as(where).isEqualTo(verdict(again, copy, most));
    }

    private static String verdict(JsonSchema schema, Json value, long most) {
        try {
            return schema.accepts(value, new Evaluation(most)) ? "valid" : "invalid";
        } catch (OverBudgetException e) {
            return "given up";
        }
    }
}
