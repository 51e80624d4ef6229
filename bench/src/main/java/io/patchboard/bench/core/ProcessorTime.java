package io.patchboard.bench.core;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole JVM for each operation, collector and compiler included. On a machine that others use too
 * it says more than the time on the clock, which counts their turns as well.
 */
public final class ProcessorTime implements InternalProfiler {

    /** The label of the result. */
    public static final String LABEL = "cpu";

    private static final double NANOS_PER_MICRO = 1_000;

    private long begin;

    @Override
    public String getDescription() {
        return "Processor time of the JVM for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        begin = processorNanos();
    }

    @Override
    public List<Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double micros = (processorNanos() - begin) / NANOS_PER_MICRO;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, micros / operations, "us/op", AggregationPolicy.AVG));
    }

    /** Of this JVM since its start. */
    public static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
