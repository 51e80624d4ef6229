package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.gateway.Runners;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.KeptCheckpoints;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A worker of a workers file, with tools that are real and a model that is made up. */
abstract class ToolsRig {

    static final String KEY = "tool-key-0123456789";
    static final String DONE = "{\"patch\":[]}";

    private static final AtomicLong ITEMS = new AtomicLong();

    @TempDir
    Path folder;

    final ScriptedChatServer model = ScriptedChatServer.start();
    final List<Trajectory> trajectories = new CopyOnWriteArrayList<>();
    final KeptCheckpoints checkpoints = new KeptCheckpoints();
    final List<WorkerProvider> providers = new ArrayList<>();
    private final List<Runners> opened = new ArrayList<>();

    @BeforeEach
    void writeFiles() throws Exception {
        Files.writeString(folder.resolve("key"), KEY);
        try (InputStream program = ToolsRig.class.getResourceAsStream("server.py")) {
            Files.copy(program, folder.resolve("server.py"));
        }
    }

    /** Tools that come with the gateway. */
    final void provide(String name, Map<String, Tool> tools) {
        providers.add(new WorkerProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Map<String, Worker> workers() {
                return Map.of();
            }

            @Override
            public Map<String, Tool> tools() {
                return tools;
            }
        });
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Runners::close);
        model.close();
    }

    /** @param tools as YAML in flow style, and what else stands beside the model */
    Runner worker(String tools) throws Exception {
        String file = """
                models:
                  fast: {provider: openai, baseUrl: "%s", model: tiny, retries: 0}
                workers:
                  extractor: {llm: fast, timeout: PT10M, %s}
                """.formatted(model.baseUrl(), tools);
        Runners runners = Runners.of(
                WorkersFile.parse(file, folder.resolve("workers.yaml")).workers(),
                providers,
                Callbacks.none(),
                Clock.systemUTC(),
                4,
                trajectories::add,
                checkpoints,
                FleetLimits.none());
        opened.add(runners);
        return runners.of("extractor").orElseThrow();
    }

    /** With the tools of the program {@code server.py}. */
    Runner withServer(String allow, String more) throws Exception {
        return worker("tools: [{mcp: {command: [python3, server.py], env: {KEY: {file: key}}, allow: [" + allow + "]}}]"
                + more);
    }

    static Answer answer(Runner worker) throws Exception {
        return answer(worker, another());
    }

    static Answer answer(Runner worker, Invocation invocation) throws Exception {
        return worker.run(invocation).toCompletableFuture().get(5, TimeUnit.MINUTES);
    }

    /** About something that nobody was asked about before. */
    private static Invocation another() {
        return invocation("i-1", "\"item\":{\"path\":\"/sources/0\",\"value\":" + ITEMS.incrementAndGet() + "}");
    }

    static Invocation invocation(String id, String changing) {
        return Invocations.invocation(
                id,
                "extractor",
                Instant.now().plusSeconds(600),
                "{\"instruction\":\"Extract.\",\"contract\":[{\"op\":[\"add\"],\"path\":\"/claims/-\"}]," + changing
                        + "}");
    }

    /** What the model was shown of the call that it made as the only one of its first answer. */
    JsonObject shown(Runner worker, String tool, String arguments) throws Exception {
        int before = model.requests().size();
        model.then(Reply.call(tool, arguments), Reply.text(DONE));
        Answer answer = answer(worker);
        if (answer.isFailed()) {
            throw new AssertionError(answer.error().orElseThrow());
        }
        return results(model.requests().get(before + 1)).get(0);
    }

    static List<JsonObject> results(ChatRequest request) {
        List<JsonObject> results = new ArrayList<>();
        for (Json message : (JsonArray) request.at("/messages")) {
            if (message instanceof JsonObject object
                    && object.get("role").orElseThrow().equals(Json.of("tool"))) {
                results.add((JsonObject)
                        JsonReader.parse(((JsonString) object.get("content").orElseThrow()).value()));
            }
        }
        return results;
    }

    static String text(JsonObject object, String name) {
        return object.get(name).orElseThrow() instanceof JsonString text ? text.value() : "";
    }
}
