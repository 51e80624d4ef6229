package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.tree.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a world keeps its claims and its sources.
 *
 * @param claims pointer pattern of the lists of claims; {@code *} stands for any one token
 * @param sources pointer to a list of sources with handles, or to a map of sources by handle
 */
public record ClaimPlace(String claims, String sources) {

    public List<JsonNode> in(JsonNode state) {
        List<String> pattern = Pointers.tokens(claims).orElseThrow();
        List<JsonNode> found = new ArrayList<>();
        for (List<String> place : Pointers.all(state)) {
            if (matches(pattern, place)) {
                Pointers.at(state, place).forEach(found::add);
            }
        }
        return found;
    }

    private static boolean matches(List<String> pattern, List<String> place) {
        if (pattern.size() != place.size()) {
            return false;
        }
        for (int i = 0; i < pattern.size(); i++) {
            if (!pattern.get(i).equals("*") && !pattern.get(i).equals(place.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The text of a source; empty if there is none with this handle. */
    public Optional<String> text(JsonNode state, String handle) {
        JsonNode all = Pointers.at(state, sources);
        JsonNode found = all.path(handle);
        for (JsonNode source : all) {
            if (all.isArray() && source.path("handle").asText().equals(handle)) {
                found = source;
            }
        }
        return found.path("text").isTextual() ? Optional.of(found.get("text").textValue()) : Optional.empty();
    }

    public List<String> handles(JsonNode state) {
        JsonNode all = Pointers.at(state, sources);
        List<String> handles = new ArrayList<>();
        if (all.isArray()) {
            all.forEach(source -> handles.add(source.path("handle").asText()));
        } else {
            all.fieldNames().forEachRemaining(handles::add);
        }
        return handles;
    }
}
