package io.patchboard.gateway.llm;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The models that one configuration names. Fallbacks are among them, and make no circle. */
public record ModelSet(Map<String, ModelConfig> byName) {

    public ModelSet {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }
}
