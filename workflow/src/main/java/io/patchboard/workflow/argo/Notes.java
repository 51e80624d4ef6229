package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.util.Optional;
import java.util.Set;

/** What a workflow says and Argo has no field for: it stands in annotations, for the way back. */
final class Notes {

    private static final String KEY = "patchboard.io/workflow";

    /** Members of a node that are in fields, or in templates of their own. */
    private static final Set<String> SAID = Set.of("id", "params");

    private static final Set<String> SAID_PARAMS = Set.of("body", "branches", "seconds", "items", "maxConcurrency");

    private Notes() {}

    /** A document or template with a note in its metadata. */
    static JsonObject put(JsonObject place, JsonObject note) {
        JsonObject metadata = place.object("metadata");
        return place.with("metadata", metadata.with("annotations", JsonObject.of(KEY, Json.of(note.toString()))));
    }

    /** The note of a document or template; empty if there is none, or it cannot be read any more. */
    static Optional<JsonPlace> of(JsonPlace place) {
        return place.into("metadata").into("annotations").text(KEY).flatMap(text -> {
            try {
                return Optional.of(JsonPlace.of(new JsonReader(JsonLimits.DEFAULT).read(text)));
            } catch (JsonSyntaxException e) {
                return Optional.empty();
            }
        });
    }

    /** A node without what is said elsewhere. */
    static JsonObject of(JsonObject node) {
        JsonObject note = node;
        for (String said : SAID) {
            note = note.without(said);
        }
        JsonObject params = node.object("params");
        for (String said : SAID_PARAMS) {
            params = params.without(said);
        }
        return params.isEmpty() ? note : note.with("params", params);
    }
}
