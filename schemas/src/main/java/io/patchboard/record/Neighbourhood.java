package io.patchboard.record;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;

/**
 * The part of the state that one invocation may change, whatever else its role may do (ALAS, localized cascading
 * repair: it edits only what is near to what failed).
 *
 * @param radius how many steps from what the invocation is about these places are, at most
 * @param places JSON Pointers into the state that the view shows, the nearest first; what is inside of them belongs to
 *     it, too. Where there are none, nothing may be changed
 */
public record Neighbourhood(long radius, List<String> places) {

    public Neighbourhood {
        places = List.copyOf(places);
    }

    public static Neighbourhood read(Fields fields) {
        return new Neighbourhood(fields.integer("radius"), fields.strings("places"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("radius", radius)
                .put("places", JsonArray.ofStrings(places))
                .build();
    }
}
