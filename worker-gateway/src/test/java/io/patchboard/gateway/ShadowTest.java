package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose questions are put to somebody else, too, and what becomes of the answers. */
final class ShadowTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int INVOCATIONS = 1_000;

    private final List<ShadowAnswer> written = new CopyOnWriteArrayList<>();
    private final List<Invocation> asked = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch hold = new CountDownLatch(1);

    private final WorkerProvider ours = new WorkerProvider() {
        @Override
        public String name() {
            return "ours";
        }

        @Override
        public Map<String, Worker> workers() {
            return Map.of(
                    "own", invocation -> Answer.of(Json.of("own")),
                    "other",
                            invocation -> {
                                asked.add(invocation);
                                return Answer.of(Json.of("other")).withUsage(new Usage(7, 1));
                            },
                    "slow",
                            invocation -> {
                                hold.await();
                                return Answer.of(Json.of("late"));
                            },
                    "lost", invocation -> Answer.failed(Failure.Kind.REFUSED, "I would not."));
        }
    };

    private Runners runners(String worker) throws ConfigException {
        return runners(worker, Callbacks.none());
    }

    private Runners runners(String worker, Callbacks callbacks) throws ConfigException {
        Trajectories trajectories = new Trajectories() {
            @Override
            public void add(Trajectory trajectory) {}

            @Override
            public void add(ShadowAnswer answer) {
                written.add(answer);
            }
        };
        return Runners.of(
                WorkersFile.parse("workers: {writer: " + worker + "}", Path.of("workers.yaml"))
                        .workers(),
                List.of(ours),
                callbacks,
                Clock.systemUTC(),
                4,
                new GatewayMeters(meters).counting(trajectories),
                Checkpoints.NOWHERE,
                FleetLimits.none());
    }

    private static Answer run(Runners runners, String id) throws Exception {
        return runners.of("writer")
                .orElseThrow()
                .run(SampleInvocation.of("writer").id(id).action("k").build())
                .toCompletableFuture()
                .get(PATIENCE.toMinutes(), TimeUnit.MINUTES);
    }

    private double counted(String outcome) {
        return meters.get("patchboard.shadow.answers").tag("outcome", outcome).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void shareOfInvocations_isAnsweredTwice_andTheBoardHearsOfTheWorkerAlone() throws Exception {
        try (Runners runners = runners("{java: ours/own, shadow: {java: ours/other, concurrency: 1000, share: 0.2}}")) {
            for (int i = 0; i < INVOCATIONS; i++) {
                assertThat(run(runners, "i-" + i).patch()).isEqualTo(Json.of("own"));
            }
            await().atMost(PATIENCE).until(() -> written.size() == asked.size() && written.size() > 150);
        }
        assertThat(written).hasSizeBetween(150, 250).allSatisfy(answer -> {
            assertThat(answer.answer().patch()).isEqualTo(Json.of("other"));
            assertThat(ShadowAnswer.read(answer.toJson()).orElseThrow().toJson())
                    .isEqualTo(answer.toJson());
        });
        assertThat(counted("answered")).isEqualTo(written.size());
        Set<String> first = ConcurrentHashMap.newKeySet();
        written.forEach(answer -> first.add(answer.invocationId()));
        written.clear();
        try (Runners again = runners("{java: ours/own, shadow: {java: ours/lost, concurrency: 1000, share: 0.2}}")) {
            for (String id : first) {
                run(again, id);
            }
            await("the same invocations wherever it is asked")
                    .atMost(PATIENCE)
                    .until(() -> written.size() == first.size());
        }
        assertThat(counted("refused")).isEqualTo(first.size());
        assertThat(ShadowAnswer.read(written.getFirst().toJson())
                        .orElseThrow()
                        .answer()
                        .failure())
                .hasValueSatisfying(why -> assertThat(why.message()).isEqualTo("I would not."));
    }

    /** So that who keeps answers or does things by these does neither in the worker's name. */
    @Test
    void shadow_isAskedUnderAnotherId_andWithoutTheActionsKey() throws Exception {
        try (Runners runners = runners("{java: ours/own, shadow: {java: ours/other, share: 1}}")) {
            run(runners, "i-1");
            await().atMost(PATIENCE).until(() -> written.size() == 1);
        }
        assertThat(asked.getFirst().invocationId()).isEqualTo("shadow-i-1");
        assertThat(asked.getFirst().invoked().trigger().actionId()).isEmpty();
        assertThat(written.getFirst().invocationId()).isEqualTo("i-1");
    }

    /** What it was shown open would stand in what is written down of its answer. */
    @Test
    void shadow_isNotAskedAboutABoardThatSeals() throws Exception {
        try (Runners runners = runners("{java: ours/own, shadow: {java: ours/other, share: 1}}")) {
            Invocation sealing = SampleInvocation.of("writer")
                    .id("i-sealed")
                    .viewMember("sealed", Json.of(true))
                    .build();
            runners.of("writer")
                    .orElseThrow()
                    .run(sealing)
                    .toCompletableFuture()
                    .get(PATIENCE.toMinutes(), TimeUnit.MINUTES);
            run(runners, "i-open");
            await().atMost(PATIENCE).until(() -> !written.isEmpty());
        }
        assertThat(asked).extracting(Invocation::invocationId).containsExactly("shadow-i-open");
        assertThat(written).extracting(ShadowAnswer::invocationId).containsExactly("i-open");
    }

    /** Else one that has to see would be compared as if it had seen. */
    @Test
    void shadow_getsBlobs_asTheWorkerDoes(@TempDir Path dir) throws Exception {
        BlobStore store = DirectoryBlobs.open(dir, 1_000, 1_000);
        BlobStore.Stored page = store.put(new ByteArrayInputStream(new byte[] {1, 2, 3}), Optional.empty());
        Callbacks callbacks = new Callbacks(
                Optional.of(URI.create("http://here")),
                new AwaitedAnswers(),
                Optional.of(new BlobLinks(store, InstantSource.system())));
        String reader = "[python3, -uc, \"import json; asked = json.loads(input());"
                + " print(json.dumps([len(open(file, 'rb').read()) for file in asked['blobs'].values()]))\"]";
        Invocation about = SampleInvocation.of("writer")
                .id("i-1")
                .viewMember("page", new BlobHandle(page.sha256(), page.bytes(), "image/png").toJson())
                .build();
        try (Runners runners = runners("{java: ours/own, shadow: {process: " + reader + ", share: 1}}", callbacks)) {
            runners.of("writer").orElseThrow().run(about).toCompletableFuture().get(5, TimeUnit.MINUTES);
            await().atMost(PATIENCE).until(() -> written.size() == 1);
        }
        assertThat(written.getFirst().answer().patch()).hasToString("[3]");
        assertThat(callbacks
                        .ofBlobs()
                        .withUrls(about)
                        .get("blobs")
                        .orElseThrow()
                        .toString())
                .contains("http://here/v1/blobs/" + page.sha256());
        assertThat(callbacks.ofBlobs().place("shadow-i-1"))
                .as("it cannot answer later")
                .isEmpty();
    }

    @Test
    void shadowThatIsSlow_holdsUpNobody_andIsPassedOver() throws Exception {
        try (Runners runners = runners("{java: ours/own, shadow: {java: ours/slow, concurrency: 2, share: 1}}")) {
            for (int i = 0; i < 5; i++) {
                assertThat(run(runners, "i-" + i).patch()).isEqualTo(Json.of("own"));
            }
            assertThat(counted("passed-over")).isEqualTo(3);
            hold.countDown();
            await().atMost(PATIENCE).until(() -> written.size() == 2);
        }
    }

    /** As where a worker is asked again: then it is the worker itself that is asked. */
    @Test
    void runnersThatWriteNothingDown_haveNoShadows() throws Exception {
        try (Runners runners = Runners.of(
                WorkersFile.parse(
                                "workers: {writer: {java: ours/own, shadow: {java: ours/other, share: 1}}}",
                                Path.of("workers.yaml"))
                        .workers(),
                List.of(ours),
                Callbacks.none(),
                Clock.systemUTC(),
                4)) {
            assertThat(run(runners, "i-1").patch()).isEqualTo(Json.of("own"));
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{java: ours/own, shadow: {java: ours/other}} | a share above 0 and at most 1",
                "{java: ours/own, shadow: {java: ours/other, share: 0}} | but got 0",
                "{java: ours/own, shadow: {java: ours/other, share: 2}} | but got 2",
                "{java: ours/own, shadow: {share: 0.1}} | one of [",
                "{java: ours/own, shadow: {java: ours/other, share: 0.1, shadow: {java: ours/other, share: 0.1}}} | shadow",
                "{java: ours/own, shadow: 0.05} | an object"
            })
    void whatMakesNoSense_isTold(String worker, String said) {
        assertThatThrownBy(() -> runners(worker))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(said);
    }
}
