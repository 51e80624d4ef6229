package io.patchboard.standalone.acl;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import java.nio.file.Path;
import java.util.Map;

/** A worker that is a model and calls a tool: its gateway keeps how far it is, and what it called. */
record CallingModel(ScriptedChatServer server) implements AutoCloseable {

    static CallingModel start() {
        ScriptedChatServer server = ScriptedChatServer.start();
        server.otherwise(request -> request.text().contains("\"role\":\"tool\"")
                ? Reply.text("{\"patch\":[{\"op\":\"add\",\"path\":\"/done\",\"value\":1}]}")
                : Reply.call("look", "{}"));
        return new CallingModel(server);
    }

    Map<String, WorkerBinding> workers(Path dir) throws ConfigException {
        String file = """
                limits: {l: {concurrency: 2}}
                models: {m: {provider: openai, baseUrl: "%s", model: tiny, limit: l}}
                workers:
                  w:
                    llm: m
                    tools:
                      - process: [sh, -c, "read call; echo '{\\"result\\": 1}'"]
                        name: look
                        description: Looks.
                        input: {type: object}
                """.formatted(server.baseUrl());
        return WorkersFile.parse(file, dir.resolve("workers.yaml")).workers();
    }

    @Override
    public void close() {
        server.close();
    }
}
