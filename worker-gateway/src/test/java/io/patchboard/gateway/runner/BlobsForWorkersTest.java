package io.patchboard.gateway.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.HttpCaller;
import io.patchboard.calls.RetryPolicy;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobLooks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.blob.HeldBlobs;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.runner.http.HttpRunner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workers get of the blobs in their views. */
class BlobsForWorkersTest extends ProcessRig {

    private static final int HANDLES = 20_000;

    @TempDir
    Path dir;

    private HeldBlobs store;
    private Callbacks callbacks;
    private BlobHandle blob;

    @BeforeEach
    void put() throws IOException {
        store = new HeldBlobs(DirectoryBlobs.open(dir, 1_000, 1_000));
        BlobStore.Stored stored =
                store.put(new ByteArrayInputStream("four".getBytes(StandardCharsets.UTF_8)), Optional.empty());
        blob = new BlobHandle(stored.sha256(), stored.bytes(), "text/plain");
        callbacks = new Callbacks(
                Optional.of(URI.create("http://here")),
                new AwaitedAnswers(),
                Optional.of(new BlobLinks(store, InstantSource.system())));
    }

    private Invocation about(Json value) {
        return Invocations.invocation(
                "i-1",
                "w",
                Instant.now().plusSeconds(600),
                JsonObject.of("item", value).toString());
    }

    private ProcessRunner reader(Duration timeout) {
        ProcessRunner runner = new ProcessRunner(
                "w",
                new WorkerBinding.Program(List.of("python3", "-uc", """
                                import json, sys
                                for line in sys.stdin:
                                    asked = json.loads(line)
                                    sha256 = asked["view"]["item"]["$blob"]["sha256"]
                                    text = open(asked["blobs"][sha256]).read()
                                    print(json.dumps([{"op": "add", "path": "/text", "value": text}]))
                                """), folder, timeout, 1, Map.of()),
                callbacks,
                Clock.systemUTC());
        runners.add(runner);
        return runner;
    }

    @Test
    void program_getsAFile_besideItsView() throws Exception {
        Answer answer = answer(reader(Duration.ofMinutes(5)), about(blob.toJson()));

        assertThat(answer.patch().toString()).contains("\"value\":\"four\"");
    }

    @Test
    void storeThatHangs_isAnOutage_ofWhoIsToGetABlobAlone() throws Exception {
        store.hold();

        Answer answer = answer(reader(Duration.ofMillis(100)), about(blob.toJson()));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(answer.failure().orElseThrow().message()).contains("their store is slow");
        assertThat(callbacks
                        .withFiles(about(Json.of("none")), Duration.ofDays(1))
                        .has("blobs"))
                .isFalse();
        store.release();
    }

    @Test
    void storeThatFails_isAnOutage_andTheProgramIsNotAsked() throws Exception {
        store.breakDown("stale file handle");

        Answer answer = answer(reader(Duration.ofMinutes(5)), about(blob.toJson()));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(answer.failure().orElseThrow().message()).contains("the files of the blobs", "stale file handle");
    }

    @Test
    void url_isGivenToWhoIsElsewhere_andNothingWhereThereIsNoBlob() throws Exception {
        JsonObject asked = callbacks.withUrls(about(blob.toJson()));

        assertThat(asked.get("blobs").orElseThrow().toString())
                .contains("http://here/v1/blobs/" + blob.sha256() + "?capability=");
        assertThat(callbacks.withUrls(about(Json.of("none"))).has("blobs")).isFalse();
        assertThat(Callbacks.none().withUrls(about(blob.toJson())).has("blobs")).isFalse();
        assertThat(callbacks
                        .withFiles(about(new BlobHandle("0".repeat(64), 1, "text/plain").toJson()), Duration.ofDays(1))
                        .has("blobs"))
                .as("one that is missing")
                .isFalse();
    }

    @Test
    void manyHandlesOfWhatIsNotThere_areNotComparedWithEachOther() throws Exception {
        AtomicInteger searches = new AtomicInteger();
        BlobStore empty = new HeldBlobs(store) {
            @Override
            public List<String> missing(Collection<String> hashes) {
                return new ArrayList<>(hashes) {
                    @Override
                    public boolean contains(Object hash) {
                        searches.incrementAndGet();
                        return super.contains(hash);
                    }
                };
            }
        };
        List<Json> handles = IntStream.range(0, HANDLES)
                .mapToObj(number -> new BlobHandle("%064x".formatted(number), 1, "image/png").toJson())
                .toList();
        BlobLinks links = new BlobLinks(empty, InstantSource.system());

        assertThat(links.paths(JsonObject.of("item", JsonArray.copyOf(handles)), Instant.now())
                        .isEmpty())
                .isTrue();
        assertThat(searches).as("searches of a list").hasValue(0);
    }

    @Test
    void httpWorker_isAskedByAThreadThatMayWait_andNotByTheOneThatPolls() throws Exception {
        Thread polls = Thread.currentThread();
        CompletableFuture<Boolean> waits = new CompletableFuture<>();
        BlobStore looking = new HeldBlobs(store) {
            @Override
            public List<String> missing(Collection<String> hashes) {
                waits.complete(Arrays.stream(polls.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(BlobLooks.class.getName())));
                return List.of();
            }
        };
        Callbacks listened = new Callbacks(
                Optional.of(URI.create("http://here")),
                new AwaitedAnswers(),
                Optional.of(new BlobLinks(looking, InstantSource.system())));
        WorkerBinding.Http binding = new WorkerBinding.Http(
                HttpEndpoint.of(URI.create("http://127.0.0.1:1/")),
                Duration.ofMinutes(5),
                1,
                new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1)));
        try (HttpRunner runner = new HttpRunner("w", binding, new HttpCaller(), listened, Clock.systemUTC())) {
            runner.run(about(blob.toJson()));

            assertThat(waits.get(5, TimeUnit.MINUTES)).isFalse();
        }
    }
}
