package io.patchboard.standalone.architect;

import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The command, with a server that says what a model might, and the real compiler. */
abstract class ArchitectRig {

    static final String GOOD = """
            apiVersion: patchboard/v1
            name: greeting
            input: {type: object, required: [name], properties: {name: {type: string}}}
            state:
              schema:
                type: object
                additionalProperties: false
                required: [name]
                properties: {name: {type: string}, greeting: {type: string}}
              initial: {name: {$input: /name}}
            workers:
              greeter:
                instruction: Add a greeting.
                read: [/name]
                write: [{op: [add], path: /greeting}]
            rules:
              - {name: greet, on: {event: created}, invoke: greeter}
            budgets: {invocations: 10}
            complete: {when: has(state.greeting), result: /greeting}
            """;

    @TempDir
    Path dir;

    final ScriptedChatServer server = ScriptedChatServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    Cli architect(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "architect",
                "greet somebody",
                "--model",
                "openai/scripted",
                "--base-url",
                server.baseUrl(),
                "-o",
                dir.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    static Reply yaml(String blueprint) {
        return Reply.text("```yaml\n" + blueprint + "```");
    }

    Path file(String name, String text) {
        try {
            return Files.writeString(dir.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    String workers() {
        file("greeter.py", """
                import json, sys
                for line in sys.stdin:
                    name = json.loads(line)['view']['state']['/name']
                    patch = [{'op': 'add', 'path': '/greeting', 'value': 'Hello, ' + name + '!'}]
                    print(json.dumps({'patch': patch}), flush=True)
                """);
        return file("workers.yaml", "workers: {greeter: {process: [python3, greeter.py]}}")
                .toString();
    }
}
