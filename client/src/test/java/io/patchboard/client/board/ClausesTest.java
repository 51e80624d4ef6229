package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Clauses are named by their place in the blueprint. */
class ClausesTest {

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"state": {"schema": {"type": "object", "additionalProperties": false, "properties":
                {"a/b": {"type": "array", "items": {"enum": [1, 2]}}, "type": {"anyOf": [{"minimum": 3}]}}}},
             "invariants": [{"name": "one", "rule": "true"}, {"name": "two", "rule": "self > 1"}],
             "workers": {"w": {"write": [{"op": ["add"], "path": "/x"}], "patch": {"maxBytes": 9}, "policy": "quick"}},
             "policies": {"quick": {"timeout": "PT1S"}}}
            """);

    private final Clauses clauses = new Clauses(BLUEPRINT);

    private String name(Stage stage, String code, String rule) {
        return clauses.name(
                new Rejection(stage, code, "/somewhere", Optional.of(rule), "Expected else."), Optional.of("w"));
    }

    @Test
    void rejection_isByTheClause_atItsPlace() {
        assertThat(name(Stage.SCHEMA, "enum", "/properties/a~1b/items"))
                .isEqualTo("/state/schema/properties/a~1b/items/enum");
        assertThat(name(Stage.SCHEMA, "type", "")).isEqualTo("/state/schema/type");
        assertThat(name(Stage.INVARIANT, "violated", "two")).isEqualTo("/invariants/1");
        assertThat(name(Stage.AUTHORIZATION, "write-contract", "/workers/w/write"))
                .isEqualTo("/workers/w/write");
        assertThat(name(Stage.SYNTAX, "patch-bytes", "/workers/w/patch/maxBytes"))
                .isEqualTo("/workers/w/patch/maxBytes");
        assertThat(clauses.name(Rejection.of(RejectionCode.TIMEOUT, "", "Late."), Optional.of("w")))
                .isEqualTo("/policies/quick/timeout");
        assertThat(clauses.text("/invariants/1")).contains("{\"name\":\"two\",\"rule\":\"self > 1\"}");
    }

    @Test
    void whatNoBlueprintSays_isNamedByStageAndCode() {
        String stale = clauses.name(Rejection.of(RejectionCode.STALE, "/x", "Stale."), Optional.of("w"));

        assertThat(stale).isEqualTo("PRECONDITION stale");
        assertThat(clauses.text(stale)).isEmpty();
        assertThat(name(Stage.INVARIANT, "violated", "three")).isEqualTo("INVARIANT violated");
    }

    @Test
    void all_areFound_andNamesOfPropertiesAreNone() {
        assertThat(clauses.all().keySet())
                .containsExactly(
                        "/invariants/0",
                        "/invariants/1",
                        "/state/schema/additionalProperties",
                        "/state/schema/properties/a~1b/items/enum",
                        "/state/schema/properties/a~1b/type",
                        "/state/schema/properties/type/anyOf",
                        "/state/schema/properties/type/anyOf/0/minimum",
                        "/state/schema/type",
                        "/workers/w/patch/maxBytes",
                        "/workers/w/write");
    }
}
