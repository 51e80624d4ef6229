package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.record.Circumstances;
import io.patchboard.record.Usage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker in several versions: which boards each of them has, and what its answers say. */
final class VersionsTest {

    private static final int BOARDS = 1_000;

    private static final WorkerProvider OURS = new WorkerProvider() {
        @Override
        public String name() {
            return "ours";
        }

        @Override
        public Map<String, Worker> workers() {
            return Map.of(
                    "old", invocation -> Answer.of(Json.of("old")),
                    "new", invocation -> Answer.of(Json.of("new")).withUsage(new Usage(7, 1)),
                    "frank",
                            invocation -> Answer.nothing()
                                    .withUsage(Usage.NONE.in(Circumstances.NONE.withVersion("as I say"))));
        }
    };

    /** The version that answered each board, with what it answered. */
    private static Map<String, String> answers(String worker) throws Exception {
        Map<String, String> answers = new TreeMap<>();
        try (Runners runners = runners(worker)) {
            for (int i = 0; i < BOARDS; i++) {
                String board = "b-" + i;
                Answer answer = runners.of("writer")
                        .orElseThrow()
                        .run(SampleInvocation.of("writer").board(board).build())
                        .toCompletableFuture()
                        .get(5, TimeUnit.MINUTES);
                answers.put(
                        board,
                        answer.usage()
                                        .orElse(Usage.NONE)
                                        .circumstances()
                                        .workerVersion()
                                        .orElse("none") + " " + answer.patch());
            }
        }
        return answers;
    }

    private static Runners runners(String worker) throws ConfigException {
        return Runners.of(
                WorkersFile.parse("workers: {writer: " + worker + "}", Path.of("workers.yaml"))
                        .workers(),
                List.of(OURS),
                Callbacks.none(),
                Clock.systemUTC(),
                4);
    }

    private static Map<String, String> shared(String share) throws Exception {
        return answers("{versions: {v1: {java: ours/old}, v2: {java: ours/new, share: " + share + "}}}");
    }

    private static long count(Map<String, String> answers, String version) {
        return answers.values().stream().filter(("v" + version)::equals).count();
    }

    @Test
    void share_ofBoards_isServedByItsVersion_andSaysSo() throws Exception {
        Map<String, String> answers = shared("0.25");

        assertThat(answers.values()).containsOnly("v1 \"old\"", "v2 \"new\"");
        assertThat(count(answers, "2 \"new\"")).isBetween(200L, 300L);
        assertThat(shared("0.25")).as("the same boards wherever it is asked").isEqualTo(answers);
    }

    @Test
    void shareThatGrows_keepsItsBoards_andOneOfNothingIsRolledBack() throws Exception {
        Map<String, String> tenth = shared("0.1");
        Map<String, String> half = shared("0.5");

        tenth.forEach((board, answer) -> {
            if (answer.startsWith("v2")) {
                assertThat(half).containsEntry(board, answer);
            }
        });
        assertThat(count(half, "2 \"new\"")).isGreaterThan(count(tenth, "2 \"new\""));
        assertThat(shared("0").values()).containsOnly("v1 \"old\"");
        assertThat(shared("1").values()).containsOnly("v2 \"new\"");
    }

    @Test
    void usageStaysAsItIs_besideTheVersion() throws Exception {
        try (Runners runners = runners("{java: ours/new, version: \"8\"}")) {
            Answer answer = runners.of("writer")
                    .orElseThrow()
                    .run(SampleInvocation.of("writer").build())
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);

            assertThat(answer.usage()).contains(new Usage(7, 1).in(Circumstances.NONE.withVersion("8")));
        }
    }

    @Test
    void workerThatSaysItsVersionItself_isBelieved() throws Exception {
        assertThat(answers("{java: ours/frank, version: \"8\"}").values()).containsOnly("as I say []");
    }

    @Test
    void workerWithoutAVersion_saysNone() throws Exception {
        assertThat(answers("{java: ours/old}").values()).containsOnly("none \"old\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{versions: {v1: {java: ours/old, share: 1}}} | one version without a share",
                "{versions: {v1: {java: ours/old}, v2: {java: ours/new}}} | one version without a share",
                "{versions: {v1: {java: ours/old}, v2: {java: ours/new, share: 1.5}}} | shares of 1 in all",
                "{versions: {v1: {java: ours/old}, v2: {java: ours/new, share: -1}}} | a number of 0 or more",
                "{versions: {v1: {jawa: ours/old}}} | one of [",
                "{versions: {v1: {java: ours/old}}, java: ours/new} | java",
                "{java: ours/old, version: ''} | version"
            })
    void whatMakesNoSense_isTold(String worker, String said) {
        assertThatThrownBy(() -> runners(worker))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(said);
    }
}
