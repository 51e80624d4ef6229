package io.patchboard.bench.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.fge.jsonpatch.JsonPatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The naive kernel: {@code commit…} are whole commits of a state that is in memory, {@code loadAndCommit…} of one that
 * has to be read from the store's value first; the others are their steps.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class NaiveBenchmark {

    private NaiveKernel kernel;
    private JsonNode state;
    private JsonPatch patch;

    @Setup(Level.Trial)
    public void prepare(StateSize size) {
        kernel = new NaiveKernel(size.schemaText());
        state = kernel.parse(size.stored());
        patch = kernel.parsePatch(size.nextPatch());
        for (NaiveKernel.Library library : NaiveKernel.Library.values()) {
            if (!kernel.isValid(library, kernel.apply(patch, kernel.copy(state)))) {
                throw new IllegalStateException("Expected a valid state, but " + library + " says that it is not.");
            }
        }
    }

    @Benchmark
    public void commitNetworknt(StateSize size, Blackhole result) {
        commit(NaiveKernel.Library.NETWORKNT, state, size, result);
    }

    @Benchmark
    public void commitHarrel(StateSize size, Blackhole result) {
        commit(NaiveKernel.Library.HARREL, state, size, result);
    }

    @Benchmark
    public void loadAndCommitNetworknt(StateSize size, Blackhole result) {
        commit(NaiveKernel.Library.NETWORKNT, kernel.parse(size.stored()), size, result);
    }

    private void commit(NaiveKernel.Library library, JsonNode before, StateSize size, Blackhole result) {
        JsonNode after = kernel.apply(kernel.parsePatch(size.nextPatch()), kernel.copy(before));
        if (!kernel.isValid(library, after)) {
            throw new IllegalStateException("Expected a valid state, but " + library + " says that it is not.");
        }
        byte[] canonical = kernel.canonical(after);
        result.consume(after);
        result.consume(canonical);
        result.consume(kernel.sha256(canonical));
    }

    @Benchmark
    public JsonNode stepParse(StateSize size) {
        return kernel.parse(size.stored());
    }

    @Benchmark
    public JsonNode stepCopy(StateSize size) {
        return kernel.copy(state);
    }

    @Benchmark
    public JsonNode stepApply(StateSize size) {
        return kernel.apply(patch, state);
    }

    @Benchmark
    public boolean stepValidateNetworknt(StateSize size) {
        return kernel.isValid(NaiveKernel.Library.NETWORKNT, state);
    }

    @Benchmark
    public boolean stepValidateHarrel(StateSize size) {
        return kernel.isValid(NaiveKernel.Library.HARREL, state);
    }

    @Benchmark
    public String stepCanonicalHash(StateSize size) {
        return kernel.sha256(kernel.canonical(state));
    }
}
