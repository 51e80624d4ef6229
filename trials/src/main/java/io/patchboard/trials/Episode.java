package io.patchboard.trials;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Played;
import io.patchboard.trials.play.Tokens;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One game or question, played once through one arm.
 *
 * @param type of task or question
 */
public record Episode(Key key, String type, Played played) {

    /**
     * What tells episodes apart.
     *
     * @param model which it was, or what mistakes a simulated one made: {@code all 0.05}
     */
    public record Key(String arm, String model, String game, long seed) {}

    JsonObject toJson() {
        JsonObject.Builder tokens = JsonObject.builder();
        played.tokens()
                .forEach((component, used) ->
                        tokens.put(component, JsonArray.ofLongs(List.of(used.prompt(), used.completion()))));
        JsonObject.Builder json = JsonObject.builder()
                .put("arm", key.arm())
                .put("model", key.model())
                .put("game", key.game())
                .put("type", type)
                .put("seed", key.seed())
                .put("reached", played.reached())
                .put("ended", played.ended().word())
                .put("steps", played.steps())
                .put("calls", played.calls())
                .put("refused", played.refused())
                .put("tokens", tokens.build());
        if (!played.counts().isEmpty()) {
            JsonObject.Builder counts = JsonObject.builder();
            played.counts().forEach((name, count) -> counts.put(name, JsonNumber.of(count)));
            json.put("counts", counts.build());
        }
        return json.build();
    }

    /** @throws FieldException if it is none */
    static Episode read(JsonObject json) {
        Fields fields = new Fields(json);
        String ended = fields.string("ended").toUpperCase(Locale.ROOT);
        return new Episode(
                new Key(fields.string("arm"), fields.string("model"), fields.string("game"), fields.integer("seed")),
                fields.string("type"),
                new Played(
                        fields.flag("reached"),
                        Stream.of(Ended.values())
                                .filter(each -> each.name().equals(ended))
                                .findFirst()
                                .orElse(Ended.STOPPED),
                        (int) fields.integer("steps"),
                        (int) fields.integer("calls"),
                        (int) fields.integer("refused"),
                        tokens(fields),
                        counts(fields)));
    }

    private static SortedMap<String, Double> counts(Fields fields) {
        SortedMap<String, Double> counts = new TreeMap<>();
        if (fields.optionalJson("counts").orElse(JsonObject.EMPTY) instanceof JsonObject object) {
            Fields each = new Fields(object);
            object.names().forEach(name -> counts.put(name, each.number(name).doubleValue()));
        }
        return counts;
    }

    private static SortedMap<String, Tokens> tokens(Fields fields) {
        SortedMap<String, Tokens> tokens = new TreeMap<>();
        Json used = fields.json("tokens");
        if (used instanceof JsonObject object) {
            Fields components = new Fields(object);
            for (String component : object.names()) {
                List<Long> pair = components.integers(component);
                if (pair.size() == 2) {
                    tokens.put(component, new Tokens(pair.get(0), pair.get(1)));
                }
            }
        }
        return tokens;
    }
}
