package io.patchboard.kernel.apply;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compiled blueprints by hash, so that boards with the same blueprint share one. What is compiled is the canonical
 * spelling, since a blueprint that is stored comes back in it. Compiling is a pure function of the blueprint, so
 * forgetting one costs time and nothing else. Safe for use by several threads.
 */
public final class Blueprints {

    private static final int MOST = 256;

    private final Map<String, CompileResult> compiled = leastRecentlyUsed();
    private final Map<String, CompileResult> recompiled = leastRecentlyUsed();

    private static Map<String, CompileResult> leastRecentlyUsed() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, CompileResult> eldest) {
                return size() > MOST;
            }
        };
    }

    /** Of a blueprint that a board is to be created with. */
    public CompileResult compile(Json source) {
        CompileResult result = remembered(source, compiled, BlueprintCompiler::compile);
        if (result instanceof CompileResult.Valid valid) {
            synchronized (recompiled) {
                recompiled.putIfAbsent(valid.blueprint().hash(), valid);
            }
        }
        return result;
    }

    /** Of a blueprint that a board was created with, by this version or an earlier one. */
    public CompileResult recompile(Json source) {
        return remembered(source, recompiled, BlueprintCompiler::recompile);
    }

    /**
     * The blueprint with a hash, which some board was created with; absent if it was forgotten or never seen. Who has
     * the hash and finds it here need not read the source.
     */
    public Optional<Blueprint> known(String hash) {
        synchronized (recompiled) {
            return recompiled.get(hash) instanceof CompileResult.Valid valid
                    ? Optional.of(valid.blueprint())
                    : Optional.empty();
        }
    }

    /**
     * Finds blueprints that some board was created with.
     *
     * @param sources by hash; absent where there is none
     * @return throws {@link IllegalStateException} where there is none, or another one than the hash says
     */
    public Function<String, Blueprint> from(Function<String, Optional<Json>> sources) {
        return hash -> known(hash)
                .or(() -> sources.apply(hash)
                        .map(this::recompile)
                        .flatMap(result -> result instanceof CompileResult.Valid valid
                                ? Optional.of(valid.blueprint())
                                : Optional.empty())
                        .filter(blueprint -> blueprint.hash().equals(hash)))
                .orElseThrow(() -> new IllegalStateException(
                        "Expected a source of the blueprint " + hash + ", but there is none that fits."));
    }

    private static CompileResult remembered(
            Json source, Map<String, CompileResult> memory, Function<Json, CompileResult> compiler) {
        String hash = CanonicalJson.sha256(source);
        synchronized (memory) {
            CompileResult known = memory.get(hash);
            if (known != null) {
                return known;
            }
        }
        CompileResult result = compiler.apply(canonical(source));
        synchronized (memory) {
            memory.put(hash, result);
        }
        return result;
    }

    /**
     * One spelling for all that have the same hash: otherwise whoever came first would decide how the others are read.
     */
    private static Json canonical(Json source) {
        return JsonReader.parse(CanonicalJson.text(source));
    }
}
