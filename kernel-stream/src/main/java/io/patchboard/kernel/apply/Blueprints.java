package io.patchboard.kernel.apply;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compiled blueprints by hash, so that boards with the same blueprint share one. Compiling is a pure function of the
 * blueprint, so forgetting one costs time and nothing else. Safe for use by several threads.
 */
public final class Blueprints {

    private static final int MOST = 256;

    private final Map<String, CompileResult> compiled = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CompileResult> eldest) {
            return size() > MOST;
        }
    };

    public CompileResult compile(Json source) {
        String hash = CanonicalJson.sha256(source);
        synchronized (compiled) {
            CompileResult known = compiled.get(hash);
            if (known != null) {
                return known;
            }
        }
        CompileResult result = BlueprintCompiler.compile(source);
        synchronized (compiled) {
            compiled.put(hash, result);
        }
        return result;
    }
}
