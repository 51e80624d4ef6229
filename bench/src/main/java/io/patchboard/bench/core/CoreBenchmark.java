package io.patchboard.bench.core;

import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchResult;
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
 * Our core: {@code commit} is a whole one, from the patch's bytes to the bytes to be stored, on a state that is known
 * to be valid, as the state of a board always is.
 *
 * <p>The steps cannot be had one by one, since each leaves something for the next in the parts of the tree that it
 * made: {@code upTo…} does all steps up to one, so that differences are what a step costs.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class CoreBenchmark {

    private OurCore core;

    @Setup(Level.Trial)
    public void prepare(StateSize size) {
        core = new OurCore(size.schema());
        if (!core.isValid(size.state())) {
            throw new IllegalStateException("Expected a valid state, but it is not.");
        }
        core.stateHash(size.state());
    }

    @Benchmark
    public Patch upToParse(StateSize size) {
        return core.parse(size.nextPatch());
    }

    @Benchmark
    public PatchResult.Applied upToApply(StateSize size) {
        return core.apply(core.parse(size.nextPatch()), size.state());
    }

    @Benchmark
    public PatchResult.Applied upToValidate(StateSize size) {
        return validated(size);
    }

    @Benchmark
    public void upToHash(StateSize size, Blackhole result) {
        PatchResult.Applied applied = validated(size);
        result.consume(applied);
        result.consume(core.stateHash(applied.document()));
    }

    @Benchmark
    public void commit(StateSize size, Blackhole result) {
        PatchResult.Applied applied = validated(size);
        result.consume(applied);
        result.consume(core.stateHash(applied.document()));
        result.consume(core.stored(applied));
    }

    private PatchResult.Applied validated(StateSize size) {
        PatchResult.Applied applied = core.apply(core.parse(size.nextPatch()), size.state());
        if (!core.isValid(applied.document())) {
            throw new IllegalStateException("Expected a valid state, but it is not.");
        }
        return applied;
    }
}
