package io.patchboard.registry;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.registry.RegistryHttp.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The schemas that another one refers to, such as the records of a union, in the order in which they can be parsed.
 *
 * <p>A version of a subject never changes, so this is as lasting as the schema itself.
 */
final class References {

    /** Far more than a contract has; a registry that names more is not followed for ever. */
    private static final int MOST = 200;

    private final RegistryHttp http;
    private final Set<String> seen = new HashSet<>();
    private final List<String> texts = new ArrayList<>();

    References(RegistryHttp http) {
        this.http = http;
    }

    List<String> of(Answer schema) throws RegistryUnavailableException {
        collect(schema);
        return List.copyOf(texts);
    }

    private void collect(Answer schema) throws RegistryUnavailableException {
        if (!(schema.body().get("references").orElse(JsonArray.EMPTY) instanceof JsonArray references)) {
            throw SchemaRegistryClient.incomplete("references", schema);
        }
        for (Json reference : references) {
            if (!(reference instanceof JsonObject object)
                    || !(object.get("subject").orElse(Json.nul()) instanceof JsonString subject)
                    || !(object.get("version").orElse(Json.nul()) instanceof JsonNumber version)) {
                throw SchemaRegistryClient.incomplete("references", schema);
            }
            String path =
                    "/subjects/" + SchemaRegistryClient.escape(subject.value()) + "/versions/" + version.toString();
            if (seen.add(path)) {
                follow(path);
            }
        }
    }

    private void follow(String path) throws RegistryUnavailableException {
        if (seen.size() > MOST) {
            throw new RegistryUnavailableException(
                    "Expected a schema with at most " + MOST + " references, but the registry names more.",
                    OptionalInt.empty(),
                    OptionalInt.empty());
        }
        // A deleted version is still what data was written with.
        Answer answer = http.get(path + "?deleted=true");
        if (!answer.isSuccess()) {
            throw new RegistryUnavailableException(
                    "Expected the Schema Registry to have " + path + ", which another schema refers to, but got "
                            + RegistryAdvice.of(answer),
                    OptionalInt.of(answer.status()),
                    answer.errorCode());
        }
        collect(answer);
        texts.add(answer.text("schema").orElseThrow(() -> SchemaRegistryClient.incomplete("schema", answer)));
    }
}
