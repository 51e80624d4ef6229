package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.run.AnchorFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Anchors that were kept elsewhere, and logs that lead to them or do not. */
class AnchorCommandTest {

    @TempDir
    static Path dir;

    private static GuardedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = GuardedBroker.start(dir.resolve("broker"));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Cli run(String prefix, String... args) {
        String[] all = Arrays.copyOf(args, args.length + 4);
        List<String> more = List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", prefix);
        for (int i = 0; i < more.size(); i++) {
            all[args.length + i] = more.get(i);
        }
        return Cli.run(all);
    }

    private static void write(String prefix, List<LogEntry> entries) {
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), new Topics(prefix))) {
            log.commit(entries);
        }
    }

    private static Cli verify(String prefix, Path anchors) {
        return run(prefix, "replay", "--verify", "--json", "--anchor", anchors.toString());
    }

    @Test
    void logThatGoesOn_leadsToTheAnchor_andARewrittenOneDoesNot() throws Exception {
        SampleLog log = new SampleLog("b").created().committed("p-1", "", 1);
        write("honest.", SampleLog.completed("a").entries());
        write("honest.", log.entries());
        Cli anchor = run("honest.", "anchor", "--json");
        assertThat(anchor.exitCode()).as(anchor.err()).isZero();
        Path file = Files.writeString(dir.resolve("anchors.jsonl"), anchor.out());
        assertThat(run("honest.", "anchor").out()).contains(" over 2 logs in ");

        write("honest.", log.committed("p-2", "", 2).entries().subList(2, 3));
        write("honest.", SampleLog.completed("c").entries());
        Cli honest = verify("honest.", file);
        assertThat(honest.exitCode()).as(honest.out()).isZero();
        assertThat(JsonPointer.parse("/anchors").resolve(honest.json())).contains(Json.of(1));

        // The same places, and all hashes made anew.
        write("forged.", SampleLog.completed("a").entries());
        write("forged.", new SampleLog("b").created().committed("p-1", "", 7).entries());
        Path moved = Files.writeString(dir.resolve("moved.jsonl"), anchor.out().replace("honest.", "forged."));
        assertThat(run("forged.", "replay", "--verify").exitCode()).isZero();
        Cli forged = verify("forged.", moved);
        assertThat(forged.exitCode()).isEqualTo(5);
        assertThat(forged.out()).contains("anchor of ", "partition ");
    }

    @Test
    void serverAppends_andAnotherFileIsRefused() throws Exception {
        write(Topics.DEFAULT_PREFIX, SampleLog.completed("a").entries());
        Path file = dir.resolve("appended.jsonl");
        KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers());
        try (AnchorFile appending = AnchorFile.appendTo(file, Duration.ofHours(1), connection)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> Files.size(file) > 0);
        }
        try (AnchorFile again = AnchorFile.appendTo(file, Duration.ofHours(1), connection)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Files.readAllLines(file).size() == 2);
        }
        assertThat(AnchorFile.read(file).anchors()).hasSize(2);
        Cli verified = verify(Topics.DEFAULT_PREFIX, file);
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();

        Path torn = Files.writeString(dir.resolve("torn.jsonl"), Files.readString(file) + "{\"root\":\"ab");
        try (AnchorFile again = AnchorFile.appendTo(torn, Duration.ofHours(1), connection)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> Files.readAllLines(torn).size() == 4);
        }
        assertThat(AnchorFile.read(torn).anchors()).hasSize(3);
        assertThat(verify(Topics.DEFAULT_PREFIX, torn).exitCode()).isEqualTo(5);
        assertThat(run(Topics.DEFAULT_PREFIX, "replay", "--verify", "--anchor", torn.toString())
                        .out())
                .contains("file of anchors: Expected an anchor on each line, but got Line 3 is no anchor");

        Path other = Files.writeString(dir.resolve("other.jsonl"), "{}\n");
        assertThat(verify(Topics.DEFAULT_PREFIX, other).err()).contains("Line 1");
        Files.writeString(other, "no JSON\n");
        assertThat(verify(Topics.DEFAULT_PREFIX, other).err()).contains("Line 1");
        assertThat(run(Topics.DEFAULT_PREFIX, "replay", "--anchor", file.toString())
                        .err())
                .contains("--verify");
    }

    /** With no more than the archive; without it what was cut is missing. */
    @Test
    void anchorsOfBeforeAndAfterACut_areProvedTogether() throws Exception {
        SampleLog open = new SampleLog("open").created();
        write("cut.", SampleLog.completed("b").entries());
        write("cut.", SampleLog.completed("a").entries());
        write("cut.", open.entries());
        String archive = dir.resolve("archive").toString();
        String before = run("cut.", "anchor", "--json").out();
        Cli cut = run("cut.", "archive", "--to", archive, "--cut");
        assertThat(cut.out()).as(cut.err()).contains("2 logs removed");
        write("cut.", open.ended().entries().subList(1, 2));
        String after = run("cut.", "anchor", "--json").out();
        assertThat(after).contains("\"begins\":{\"cut.committed\":{");

        Path both = Files.writeString(dir.resolve("both.jsonl"), before + after);
        assertThat(verify("cut.", both).exitCode()).isEqualTo(5);
        assertThat(verify("cut.", Files.writeString(dir.resolve("after.jsonl"), after))
                        .exitCode())
                .isZero();
        Cli proved = run("cut.", "replay", "--verify", "--anchor", both.toString(), "--archive", archive);
        assertThat(proved.exitCode()).as(proved.out() + proved.err()).isZero();
        assertThat(proved.out()).contains("3 boards", "identical");
    }

    @Test
    void whatIsNotCovered_isTold_andWhatNeedsARegistry_isRefused() {
        List<LogEntry> log = SampleLog.completed("a").entries();
        write("gap.", List.of(log.get(0), log.get(2)));
        try (LogTopics topics = new LogTopics(broker.bootstrapServers(), new Topics("gap."))) {
            topics.commit("gap.committed", "a", "{}");
        }
        Cli gap = run("gap.", "anchor");
        assertThat(gap.exitCode()).as(gap.err()).isZero();
        assertThat(gap.err()).contains("1 log has a gap", "1 record is no log entry");

        write("registry.", log);
        try (LogTopics topics = new LogTopics(broker.bootstrapServers(), new Topics("registry."))) {
            topics.commit("registry.committed", "a", "\0\0\0\0\1 written with a registry");
        }
        Cli registry = run("registry.", "anchor", "--json");
        assertThat(registry.exitCode()).isEqualTo(1);
        assertThat(registry.out()).isEmpty();
        assertThat(registry.err()).contains("1 record was written with a Schema Registry");
    }
}
