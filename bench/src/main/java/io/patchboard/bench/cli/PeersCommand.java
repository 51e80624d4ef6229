package io.patchboard.bench.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.bench.core.LiveBoard;
import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Shape;
import io.patchboard.bench.peer.LangGraph;
import io.patchboard.bench.peer.Updates;
import io.patchboard.bench.process.Directories;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What a commit costs as the history behind it gets longer, in one process: ours, and LangGraph4j with its
 * checkpointers.
 */
@Command(
        name = "peers",
        description =
                "Cost of a commit against the length of the history: ours, and LangGraph4j with its checkpointers.",
        mixinStandardHelpOptions = true)
final class PeersCommand implements Callable<Integer> {

    /** Commits whose median is the cost at a length. */
    private static final int WINDOW = 20;

    private static final int WARM_UP_HISTORY = 100;

    private static final double NANOS_PER_MICRO = 1_000;

    @Mixin
    private ResultOptions options;

    @Option(names = "--state-bytes", defaultValue = "10000", description = "Default: ${DEFAULT-VALUE}.")
    private int stateBytes;

    @Option(
            names = "--lengths",
            split = ",",
            defaultValue = "30,100,300,1000,3000,10000",
            description = "Lengths of the history (default: ${DEFAULT-VALUE}).")
    private List<Integer> lengths;

    @Option(
            names = "--seconds",
            defaultValue = "30",
            description = "After as long a side goes no further (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--warm-up-seconds",
            defaultValue = "15",
            description = "How long each side works before it is measured (default: ${DEFAULT-VALUE}).")
    private int warmUpSeconds;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("peers");
        Claims claims = new Claims(Shape.LIST, options.quick() ? 1_000 : stateBytes, Claims.SHORT_QUOTE);
        Map<String, Object> state = new ObjectMapper().readValue(claims.stateBytes(), new TypeReference<>() {});
        Path dir = Files.createTempDirectory("patchboard-bench");
        try {
            measure("patchboard", () -> ours(claims), results);
            measure("langgraph4j memory", () -> langGraph(claims, state, new MemorySaver()), results);
            measure("langgraph4j file", () -> langGraph(claims, state, inFiles(dir)), results);
        } finally {
            Directories.delete(dir);
        }
        results.save();
        return 0;
    }

    private static Runnable ours(Claims claims) {
        LiveBoard board = new LiveBoard(Shape.LIST, claims.state());
        int count = Claims.count(claims.state());
        int[] round = {0};
        return () -> {
            byte[] patch = claims.small(round[0], count).getBytes(StandardCharsets.UTF_8);
            board.commit(LiveBoard.proposal("p-" + round[0], patch));
            round[0]++;
        };
    }

    private static Runnable langGraph(Claims claims, Map<String, Object> state, BaseCheckpointSaver saver) {
        return new LangGraph(state, new Updates(claims, false), saver, LangGraph.Copies.JAVA, Integer.MAX_VALUE)::step;
    }

    private static BaseCheckpointSaver inFiles(Path dir) {
        try {
            Path own = Files.createTempDirectory(dir, "saver");
            return new FileSystemSaver(own, LangGraph.serializer(LangGraph.Copies.JAVA));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Short histories that are thrown away: else the first lengths would be measured with code that is not compiled
     * yet.
     */
    private void warmUp(Supplier<Runnable> side) {
        long end = System.nanoTime() + (options.quick() ? 0 : warmUpSeconds * 1_000_000_000L);
        while (System.nanoTime() < end) {
            Runnable commit = side.get();
            for (int i = 0; i < WARM_UP_HISTORY && System.nanoTime() < end; i++) {
                commit.run();
            }
        }
    }

    /** Commits on and on, and takes the median of the last commits before each length. */
    private void measure(String side, Supplier<Runnable> start, Results results) {
        warmUp(start);
        Runnable commit = start.get();
        long giveUp = System.nanoTime() + seconds * 1_000_000_000L;
        int done = 0;
        for (int length : options.quick() ? List.of(WINDOW) : lengths) {
            List<Double> window = new ArrayList<>();
            while (done < length && System.nanoTime() < giveUp) {
                long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                commit.run();
                long micros = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
                done++;
                if (done > length - WINDOW) {
                    window.add(micros / NANOS_PER_MICRO);
                }
            }
            if (done < length) {
                return;
            }
            Map<String, String> at =
                    Map.of("history", Integer.toString(length), "stateBytes", Integer.toString(stateBytes));
            results.add(Measurement.of(side, "commit", at, "us of cpu", window));
        }
    }
}
