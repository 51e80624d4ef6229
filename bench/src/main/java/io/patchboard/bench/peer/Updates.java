package io.patchboard.bench.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.bench.load.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The patches of a load in the form in which a program without JSON Patch would have them; made beforehand. */
public final class Updates implements Supplier<Map<String, Object>> {

    private static final int ROUNDS = 256;

    private final List<Map<String, Object>> updates = new ArrayList<>();
    private int round;

    /** @param growing whether each adds a claim; otherwise it only replaces a field */
    public Updates(Claims claims, boolean growing) {
        ObjectMapper mapper = new ObjectMapper();
        int count = Claims.count(claims.state());
        for (int i = 0; i < ROUNDS; i++) {
            try {
                JsonNode patch = mapper.readTree(claims.growing(i, count));
                String[] place = patch.get(1).get("path").asText().split("/");
                updates.add(Map.of(
                        "add", mapper.convertValue(patch.get(0).get("value"), Map.class),
                        "index", Integer.valueOf(place[2]),
                        "value", patch.get(1).get("value").asText()));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public Map<String, Object> get() {
        round = (round + 1) % ROUNDS;
        return updates.get(round);
    }
}
