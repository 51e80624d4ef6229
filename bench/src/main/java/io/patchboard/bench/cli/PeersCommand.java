package io.patchboard.bench.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.bench.core.LiveBoard;
import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Shape;
import io.patchboard.bench.peer.LangGraph;
import io.patchboard.bench.peer.Updates;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a commit costs as the history behind it gets longer, in one process: ours, and LangGraph4j with its checkpointers. */
@Command(
        name = "peers",
        description =
                "Cost of a commit against the length of the history: ours, and LangGraph4j with its checkpointers.",
        mixinStandardHelpOptions = true)
final class PeersCommand implements Callable<Integer> {

    /** Commits whose median is the cost at a length. */
    private static final int WINDOW = 20;

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

    @Override
    public Integer call() throws IOException {
        Results results = options.results("peers");
        Claims claims = new Claims(Shape.LIST, options.quick() ? 1_000 : stateBytes, Claims.SHORT_QUOTE);
        Map<String, Object> state = new ObjectMapper().readValue(claims.stateBytes(), new TypeReference<>() {});
        Path dir = Files.createTempDirectory("patchboard-bench");
        try {
            measure("patchboard", ours(claims), results);
            measure(
                    "langgraph4j memory",
                    new LangGraph(
                            state,
                            new Updates(claims, false),
                            new MemorySaver(),
                            LangGraph.Copies.JAVA,
                            Integer.MAX_VALUE)::step,
                    results);
            measure(
                    "langgraph4j file",
                    new LangGraph(
                            state,
                            new Updates(claims, false),
                            new FileSystemSaver(dir, LangGraph.serializer(LangGraph.Copies.JAVA)),
                            LangGraph.Copies.JAVA,
                            Integer.MAX_VALUE)::step,
                    results);
        } finally {
            delete(dir);
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

    /** Commits on and on, and takes the median of the last commits before each length. */
    private void measure(String side, Runnable commit, Results results) {
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

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
