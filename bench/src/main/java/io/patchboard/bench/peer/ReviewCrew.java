package io.patchboard.bench.peer;

import com.sun.management.OperatingSystemMXBean;
import io.patchboard.bench.load.Reviews;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Graphs that run at once, each in a thread and with a checkpointer of its own. */
public final class ReviewCrew implements AutoCloseable {

    private final List<Map<String, Object>> inputs;
    private final List<List<ReviewGraph.Step>> steps;
    private final List<ReviewGraph> graphs;
    private final ExecutorService threads;

    /**
     * What a turn took, in nanoseconds.
     *
     * @param processor time of this JVM
     */
    public record Turn(long clock, long processor) {}

    /**
     * Starts its threads.
     *
     * @param steps for each input what there is to write
     * @param dir for checkpoints
     */
    public ReviewCrew(Reviews load, List<List<ReviewGraph.Step>> steps, Path dir, LangGraph.Copies copies, int atOnce) {
        this.inputs = IntStream.range(0, load.inputs()).mapToObj(load::state).toList();
        this.steps = steps;
        List<String> workers = steps.stream()
                .flatMap(List::stream)
                .map(ReviewGraph.Step::worker)
                .distinct()
                .toList();
        this.graphs = IntStream.range(0, atOnce)
                .mapToObj(i -> new ReviewGraph(workers, dir.resolve("graph" + i), copies))
                .toList();
        this.threads = Executors.newFixedThreadPool(atOnce);
    }

    /** Runs so many boards, with the inputs in turns. */
    public Turn turn(int boards) {
        long processor = processorNanos();
        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < graphs.size(); i++) {
            int first = i;
            running.add(threads.submit(() -> {
                for (int board = first; board < boards; board += graphs.size()) {
                    run(graphs.get(first), board % inputs.size());
                }
            }));
        }
        running.forEach(ReviewCrew::await);
        return new Turn(System.nanoTime() - begin, processorNanos() - processor);
    }

    private void run(ReviewGraph graph, int input) {
        if (!graph.run(inputs.get(input), steps.get(input)).containsKey("answer")) {
            throw new IllegalStateException("Expected an answer to input " + input + ", but the graph ended without.");
        }
    }

    private static void await(Future<?> running) {
        try {
            running.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected a graph to run, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a graph was running.", e);
        }
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
