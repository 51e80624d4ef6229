package io.patchboard.faults.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.net.URI;
import java.util.List;

/** Does a state satisfy its JSON Schema? Answered by another library than the kernel's. */
public final class SchemaJudge {

    private static final URI STATE = URI.create("urn:patchboard:state");

    private final Validator validator;

    public SchemaJudge(JsonNode schema) {
        this.validator = new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory())
                .createValidator();
        validator.registerSchema(STATE, schema);
    }

    public boolean accepts(JsonNode state) {
        return validator.validate(STATE, state).isValid();
    }

    List<String> findings(JsonNode state) {
        Validator.Result result = validator.validate(STATE, state);
        return result.isValid()
                ? List.of()
                : List.of("breaks its schema: "
                        + result.getErrors().stream()
                                .findFirst()
                                .map(error -> error.getInstanceLocation() + " " + error.getError())
                                .orElse("somewhere"));
    }
}
