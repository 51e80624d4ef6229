package io.patchboard.bench.cli;

import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import io.patchboard.bench.service.Changelog;
import io.patchboard.bench.service.Rig;
import io.patchboard.bench.service.Side;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a commit writes to the changelogs of the kernel's stores, snapshots included. */
@Command(
        name = "changelog",
        description = "Changelog bytes for each commit: a large board, small patches.",
        mixinStandardHelpOptions = true)
final class ChangelogCommand implements Callable<Integer> {

    @Mixin
    private ResultOptions options;

    @Option(names = "--board-bytes", defaultValue = "1000000", description = "Default: ${DEFAULT-VALUE}.")
    private int boardBytes;

    @Option(
            names = "--commits",
            defaultValue = "12000",
            description = "Enough for several snapshots (default: ${DEFAULT-VALUE}).")
    private int commits;

    @Override
    public Integer call() throws IOException {
        Results results = options.results("changelog");
        int bytes = options.quick() ? 10_000 : boardBytes;
        int count = options.quick() ? 50 : commits;
        Proposals proposals = Proposals.ofSmallPatches(bytes);
        try (Rig rig = Rig.start(!options.quick());
                Side kernel = rig.kernel("kernel.")) {
            kernel.createBoards(proposals, 0, 1);
            Changelog changelog = Changelog.of(rig, kernel);
            Map<TopicPartition, Long> from = changelog.ends();
            long filesBefore = changelog.fileBytes();
            kernel.turn(count, 1, proposals::small);
            Map<TopicPartition, Long> to = changelog.ends();
            Map<String, String> at = Map.of("boardBytes", Integer.toString(bytes), "commits", Integer.toString(count));
            Map<String, Long> byTopic = changelog.recordBytes(from, to);
            byTopic.forEach((topic, sum) -> results.add(perCommit(store(topic), at, sum, count)));
            long sum = byTopic.values().stream().mapToLong(Long::longValue).sum();
            results.add(perCommit("all stores", at, sum, count));
            results.add(perCommit("broker's files", at, changelog.fileBytes() - filesBefore, count));
        }
        results.save();
        return 0;
    }

    private static String store(String topic) {
        String[] parts = topic.split("-");
        return "store " + parts[parts.length - 2];
    }

    private static Measurement perCommit(String what, Map<String, String> at, long bytes, int commits) {
        return Measurement.once("patchboard", what, at, "B/commit", bytes / (double) commits);
    }
}
