package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The required part of the official JSON-Schema-Test-Suite for 2020-12, without an exclusion. */
class JsonSchemaSuiteTest {

    private static final Documents DOCUMENTS = SchemaSuite.documents();

    @Test
    void suite_requiredCases_behaveAsExpected() {
        List<String> failures = new ArrayList<>();
        int run = 0;
        for (SchemaSuite.Group group : SchemaSuite.groups()) {
            for (SchemaSuite.Case one : group.cases()) {
                run++;
                String outcome = outcome(group, one.data());
                if (!outcome.equals(one.isValid() ? "valid" : "invalid")) {
                    failures.add(group.name() + ": " + one.name() + " -> " + outcome);
                }
            }
        }
        System.out.println("JSON-Schema-Test-Suite draft2020-12, required: " + (run - failures.size()) + " of " + run);
        assertThat(failures).isEmpty();
        assertThat(run).isGreaterThan(1_000);
    }

    private static String outcome(SchemaSuite.Group group, Json data) {
        try {
            JsonSchema schema = JsonSchema.compile(group.schema(), DOCUMENTS);
            return schema.validate(data)
                    .map(violation -> violation.keyword().equals("cost") ? "given up" : "invalid")
                    .orElse("valid");
        } catch (SchemaCompileException e) {
            return "not compiled: " + e.problems();
        }
    }
}
