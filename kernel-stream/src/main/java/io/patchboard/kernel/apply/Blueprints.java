package io.patchboard.kernel.apply;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Compiled blueprints by hash, so that boards with the same blueprint share one. What is compiled is the canonical
 * spelling, since a blueprint that is stored comes back in it. Compiling is a pure function of the blueprint, so
 * forgetting one costs time and nothing else. Safe for use by several threads.
 */
public final class Blueprints {

    /** Some 0.6 to 2 bytes of heap are kept for each step of compiling, so a tenth of the heap at most. */
    private static final int STEPS_IN_HEAP = 20;

    private final Memory compiled;
    private final Memory recompiled;

    public Blueprints() {
        this(Runtime.getRuntime().maxMemory() / STEPS_IN_HEAP);
    }

    /** @param mostSteps that compiling all that is remembered took; the last one is remembered in any case */
    public Blueprints(long mostSteps) {
        this.compiled = new Memory(mostSteps);
        this.recompiled = new Memory(mostSteps);
    }

    /** What came of those that were used last. */
    private static final class Memory {

        private final Map<String, Result> results = new LinkedHashMap<>(16, 0.75f, true);
        private final long mostSteps;
        private long steps;

        Memory(long mostSteps) {
            this.mostSteps = mostSteps;
        }

        private record Result(CompileResult of, long steps) {}

        synchronized Optional<Result> find(String hash) {
            return Optional.ofNullable(results.get(hash));
        }

        synchronized void put(String hash, Result result) {
            Result former = results.put(hash, result);
            steps += result.steps() - (former == null ? 0 : former.steps());
            Iterator<Result> eldest = results.values().iterator();
            while (steps > mostSteps && results.size() > 1) {
                steps -= eldest.next().steps();
                eldest.remove();
            }
        }

        synchronized int size() {
            return results.size();
        }
    }

    /** Of a blueprint that a board is to be created with. */
    public CompileResult compile(Json source) {
        return compile(source, steps -> {});
    }

    /**
     * Of a blueprint that a board is to be created with.
     *
     * @param payer is told what compiling it takes, remembered or not, before that is done
     */
    public CompileResult compile(Json source, LongConsumer payer) {
        Memory.Result result = remembered(source, compiled, BlueprintCompiler::compile, payer);
        if (result.of() instanceof CompileResult.Valid valid
                && recompiled.find(valid.blueprint().hash()).isEmpty()) {
            recompiled.put(valid.blueprint().hash(), result);
        }
        return result.of();
    }

    /** How many are remembered that some board was, or is to be, created with. */
    int remembered() {
        return recompiled.size();
    }

    /** Of a blueprint that a board was created with, by this version or an earlier one. */
    public CompileResult recompile(Json source) {
        return remembered(source, recompiled, BlueprintCompiler::recompile, steps -> {})
                .of();
    }

    /**
     * The blueprint with a hash, which some board was created with; absent if it was forgotten or never seen. Who has
     * the hash and finds it here need not read the source.
     */
    public Optional<Blueprint> known(String hash) {
        return recompiled.find(hash).map(Memory.Result::of).orElse(null) instanceof CompileResult.Valid valid
                ? Optional.of(valid.blueprint())
                : Optional.empty();
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

    private static Memory.Result remembered(
            Json source, Memory memory, Function<Json, CompileResult> compiler, LongConsumer payer) {
        String hash = CanonicalJson.sha256(source);
        Optional<Memory.Result> known = memory.find(hash);
        long steps = known.map(Memory.Result::steps).orElseGet(() -> BlueprintWork.of(source));
        payer.accept(steps);
        if (known.isPresent()) {
            return known.get();
        }
        CompileResult result = compiler.apply(canonical(source));
        if (result instanceof CompileResult.Invalid invalid) {
            result = new CompileResult.Invalid(invalid.problems());
        }
        Memory.Result made = new Memory.Result(result, steps);
        memory.put(hash, made);
        return made;
    }

    /**
     * One spelling for all that have the same hash: otherwise whoever came first would decide how the others are read.
     */
    private static Json canonical(Json source) {
        return JsonReader.parse(CanonicalJson.text(source));
    }
}
