package io.patchboard.gateway.runner.http;

import static io.patchboard.gateway.runner.http.ScriptedServer.json;
import static io.patchboard.gateway.runner.http.ScriptedServer.status;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.CapturedLog;
import io.patchboard.gateway.runner.KeptCheckpoints;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a workers file keeps secret is looked for in everything that comes out. */
final class HttpSecretsTest {

    private static final String TOKEN = "tok-SECRET-1";
    private static final String KEY = "key-SECRET-2";
    private static final String QUERY = "code=query-SECRET-3";

    @TempDir
    Path folder;

    @Test
    void secrets_quotedByTheServer_inNoLogErrorOrPatch() throws Exception {
        String quoted = "you sent " + TOKEN + " signed with " + KEY + " to ?" + QUERY;
        try (CapturedLog log = new CapturedLog();
                ScriptedServer server = new ScriptedServer(
                        status(500, quoted),
                        status(403, quoted),
                        status(200, quoted, "Content-Type", "text/" + TOKEN),
                        json(quoted),
                        json("{\"error\":\"" + quoted + "\"}"),
                        json("{\"invocationId\":\"" + TOKEN + "\"}"),
                        json("[{\"op\":\"add\",\"path\":\"/x\",\"value\":{\"deep\":[\"" + quoted + "\"]}}]"),
                        json("[\"fine\"]"),
                        json("{\"patch\":[],\"usage\":{\"model\":\"" + quoted + "\",\"repairs\":[\"" + TOKEN
                                + "\"]}}"))) {
            List<Answer> answers;
            try (HttpRunner runner =
                    new HttpRunner("w", binding(server), new HttpCaller(), Callbacks.none(), Clock.systemUTC())) {
                answers = IntStream.range(0, 8)
                        .mapToObj(i -> runner.run(invocation("i-" + i, "w"))
                                .toCompletableFuture()
                                .orTimeout(5, TimeUnit.MINUTES)
                                .join())
                        .toList();
            }
            assertThat(server.requests().get(0).header("authorization")).isEqualTo("Bearer " + TOKEN);
            assertThat(server.requests().get(0).header("x-team")).isEqualTo("blue");
            assertThat(answers).hasSize(8);
            assertThat(answers.subList(0, 6)).allMatch(Answer::isFailed);
            assertThat(answers.get(0).error().orElseThrow()).contains("you sent *** signed with *** to ?***");
            assertThat(answers.get(5).patch()).isEqualTo(Json.nul());
            assertThat(answers.get(5).error().orElseThrow()).contains("its patch quotes one");
            assertThat(answers.get(6).isFailed()).isFalse();
            assertThat(answers.get(7).usage().orElseThrow().model().orElseThrow())
                    .isEqualTo("you sent *** signed with *** to ?***");
            assertThat(answers.toString() + log.lines()).doesNotContain("SECRET");
            assertThat(log.lines()).isNotEmpty();
        }
    }

    @Test
    void secrets_inReports_areStars_andInACheckpoint_refused() throws Exception {
        AwaitedAnswers awaited = new AwaitedAnswers();
        KeptCheckpoints checkpoints = new KeptCheckpoints();
        List<String> refused = new CopyOnWriteArrayList<>();
        ScriptedServer.Reply reporting = exchange -> {
            LongWork work = awaited.work("i-1").orElseThrow();
            work.report("I was sent " + TOKEN);
            try {
                work.save(JsonObject.of("sent", Json.of("Bearer " + TOKEN)));
            } catch (IllegalArgumentException e) {
                refused.add(e.getMessage());
            }
            json("[]").to(exchange);
        };
        try (ScriptedServer server = new ScriptedServer(reporting);
                HttpRunner runner = new HttpRunner(
                        "w",
                        binding(server),
                        new HttpCaller(),
                        new Callbacks(Optional.of(URI.create("http://gw")), awaited),
                        Clock.systemUTC(),
                        Optional.of(checkpoints))) {
            runner.run(invocation("i-1", "w")).toCompletableFuture().get(5, TimeUnit.MINUTES);
        }
        assertThat(checkpoints.saved)
                .singleElement()
                .satisfies(kept -> assertThat(kept.progress()).contains("I was sent ***"));
        assertThat(refused).singleElement().asString().contains("without the worker's secrets");
    }

    @Test
    void secretUrl_quotedByItsParts_inNoLogErrorOrPatch() throws Exception {
        String token = "SECRET/of a path";
        String path = "/services/SECRET%2Fof%20a%20path";
        try (CapturedLog log = new CapturedLog();
                ScriptedServer server = new ScriptedServer(
                        status(404, "no such path: " + path),
                        status(404, "bad segment: " + token),
                        status(404, "bad key: SECRET-of-query"),
                        json("[{\"op\":\"add\",\"path\":\"/x\",\"value\":\"" + token + "\"}]"),
                        json("[{\"op\":\"add\",\"path\":\"/x\",\"value\":\"our services\"}]"))) {
            Files.writeString(
                    folder.resolve("url"),
                    server.url().resolve(path + "?v=1&key=SECRET-of-query").toString());
            Path file = Files.writeString(
                    folder.resolve("workers.yaml"), "workers: {w: {http: {url: {file: url}, retry: {attempts: 1}}}}");
            WorkerBinding.Http binding =
                    (WorkerBinding.Http) WorkersFile.load(file).workers().get("w");
            List<Answer> answers;
            try (HttpRunner runner =
                    new HttpRunner("w", binding, new HttpCaller(), Callbacks.none(), Clock.systemUTC())) {
                answers = IntStream.range(0, 5)
                        .mapToObj(i -> runner.run(invocation("i-" + i, "w"))
                                .toCompletableFuture()
                                .orTimeout(5, TimeUnit.MINUTES)
                                .join())
                        .toList();
            }
            assertThat(answers.get(0).error().orElseThrow()).contains("no such path: ***");
            assertThat(answers.get(3).error().orElseThrow()).contains("its patch quotes one");
            assertThat(answers.get(4).isFailed()).as("a short part is a word").isFalse();
            assertThat(answers.toString() + log.lines()).doesNotContain("SECRET");
        }
    }

    @Test
    void binding_printed_showsNoSecret() throws Exception {
        try (ScriptedServer server = new ScriptedServer(json("[]"))) {
            assertThat(binding(server).toString()).doesNotContain("SECRET").contains("/answer");
        }
    }

    /** 500 is tried again, so eight answers take nine replies. */
    private WorkerBinding.Http binding(ScriptedServer server) throws Exception {
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.writeString(folder.resolve("key"), KEY);
        Path file = Files.writeString(folder.resolve("workers.yaml"), """
                workers:
                  w:
                    http: %s?%s
                    headers:
                      Authorization: {file: token, prefix: "Bearer "}
                      X-Team: blue
                    secret: {file: key}
                    retry: {base: PT0.01S}
                """.formatted(server.url(), QUERY));
        return (WorkerBinding.Http) WorkersFile.load(file).workers().get("w");
    }
}
