package io.patchboard.standalone.registry;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.registry.RegistryState.Definition;
import io.patchboard.standalone.registry.RegistryState.Reference;
import io.patchboard.standalone.registry.RegistryState.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The bodies of the REST interface, read and written. */
final class RegistryJson {

    private RegistryJson() {}

    static Json schemaString(Definition definition) {
        JsonObject.Builder answer = JsonObject.builder().put("schema", definition.text());
        putReferences(definition, answer);
        return answer.build();
    }

    static Json version(String subject, Version version) {
        JsonObject.Builder answer = JsonObject.builder()
                .put("subject", subject)
                .put("version", version.version())
                .put("id", version.id());
        putReferences(version.definition(), answer);
        return answer.put("schema", version.definition().text()).build();
    }

    private static void putReferences(Definition definition, JsonObject.Builder answer) {
        if (!definition.references().isEmpty()) {
            answer.put(
                    "references",
                    JsonArray.copyOf(definition.references().stream()
                            .map(reference -> JsonObject.builder()
                                    .put("name", reference.name())
                                    .put("subject", reference.subject())
                                    .put("version", reference.version())
                                    .build())
                            .toList()));
        }
    }

    static Definition definition(String body) throws RegistryRefusal {
        JsonObject object = object(body);
        List<Reference> references = new ArrayList<>();
        if (object.get("references").orElse(Json.nul()) instanceof JsonArray given) {
            for (Json reference : given) {
                JsonObject named = (JsonObject) reference;
                references.add(new Reference(
                        text(named, "name").orElseThrow(),
                        text(named, "subject").orElseThrow(),
                        ((JsonNumber) named.get("version").orElseThrow())
                                .value()
                                .intValue()));
            }
        }
        if (!text(object, "schemaType").orElse("AVRO").equals("AVRO")) {
            throw RegistryRefusal.invalidSchema("of a type that this registry does not know");
        }
        return new Definition(
                text(object, "schema").orElseThrow(() -> RegistryRefusal.invalidSchema("empty")), references);
    }

    static JsonObject object(String body) throws RegistryRefusal {
        try {
            return (JsonObject) JsonReader.parse(body);
        } catch (ClassCastException | IllegalArgumentException e) {
            throw new RegistryRefusal(400, 400, "HTTP 400 Bad Request");
        }
    }

    static Optional<String> text(JsonObject object, String name) {
        return object.get(name).filter(JsonString.class::isInstance).map(value -> ((JsonString) value).value());
    }
}
