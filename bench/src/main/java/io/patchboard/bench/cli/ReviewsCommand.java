package io.patchboard.bench.cli;

import io.patchboard.bench.load.Reviews;
import io.patchboard.bench.peer.LangGraph;
import io.patchboard.bench.peer.ReviewCrew;
import io.patchboard.bench.peer.ReviewGraph;
import io.patchboard.bench.peer.ReviewSteps;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.bench.process.Directories;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Rounds;
import io.patchboard.bench.service.Side;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Boards of {@code evidence-review} completed a second by kernel, gateway and broker, against LangGraph4j with its
 * checkpointer in files, whose nodes return what our workers wrote, and against a topology and a worker that send the
 * same messages and decide nothing.
 */
@Command(
        name = "reviews",
        description = "Boards of evidence-review completed a second, against LangGraph4j with its file checkpointer.",
        mixinStandardHelpOptions = true)
final class ReviewsCommand implements Callable<Integer> {

    private static final String PREFIX = "reviews.";
    private static final String CONSUMER = "consumerreviews.";
    private static final String SAME = "samereviews.";

    @Mixin
    private ResultOptions options;

    @Mixin
    private RoundOptions rounds;

    @Option(
            names = "--copies",
            defaultValue = "JACKSON",
            description = "How LangGraph4j copies a state: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private LangGraph.Copies copies;

    @Option(
            names = "--peer-threads",
            defaultValue = "2",
            description = "Graphs of LangGraph4j that run at once (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("reviews");
        Path dir = Files.createTempDirectory("patchboard-bench");
        try (Rig rig = Rig.start(!options.quick());
                Side kernel = rig.kernelAndGateway("patchboard", PREFIX, SourceKind.AUTO);
                Side grouped = rig.kernelAndGateway("patchboard, consumer group", CONSUMER, SourceKind.CONSUMER);
                Side limit = rig.sameMessages(SAME, BoardKind.REVIEWS, 0)) {
            Reviews load = new Reviews(PREFIX);
            Reviews consumer = new Reviews(CONSUMER);
            Reviews same = new Reviews(SAME);
            try (ReviewCrew crew = new ReviewCrew(load, written(kernel, load), dir, copies, threads)) {
                Rounds.Contender ours = new Rounds.Contender("patchboard", boards -> kernel.untilEnd(boards, load));
                Rounds.Contender group =
                        new Rounds.Contender(grouped.name(), boards -> grouped.untilEnd(boards, consumer));
                Rounds.Contender plain = new Rounds.Contender(limit.name(), boards -> limit.untilEnd(boards, same));
                Rounds.Contender peer = new Rounds.Contender("langgraph4j file", boards -> turn(crew, boards));
                Map<Rounds.Contender, List<Side.Turn>> turns =
                        rounds.rounds(options.quick()).run(List.of(ours, group, plain, peer));
                Map<String, String> at = Map.of("copies", copies.name());
                Reports.throughput(turns, at, results);
                Reports.ratio(turns.get(ours), peer.name(), turns.get(peer), at, results);
                Reports.ratio(turns.get(ours), plain.name(), turns.get(plain), at, results);
                Reports.ratio(group.name(), turns.get(group), peer.name(), turns.get(peer), at, results);
                Reports.ratio(plain.name(), turns.get(plain), peer.name(), turns.get(peer), at, results);
            }
        } finally {
            Directories.delete(dir);
        }
        results.save();
        return 0;
    }

    private static Side.Turn turn(ReviewCrew crew, int boards) {
        ReviewCrew.Turn taken = crew.turn(boards);
        return new Side.Turn(boards, taken.clock(), taken.processor(), 0);
    }

    /** What our workers write for each input. */
    private static List<List<ReviewGraph.Step>> written(Side kernel, Reviews load) {
        Map<Integer, List<ReviewGraph.Step>> steps = new TreeMap<>();
        kernel.untilEnd(load.inputs(), load, record -> {
            JsonObject entry = (JsonObject) JsonReader.parse(new String(record.value(), StandardCharsets.UTF_8));
            if (entry.get("type").equals(Optional.of(Json.of("PatchCommitted")))) {
                int input = load.inputOf(record.key());
                steps.computeIfAbsent(input, one -> new ArrayList<>()).add(ReviewSteps.of(load.state(input), entry));
            }
        });
        return List.copyOf(steps.values());
    }
}
