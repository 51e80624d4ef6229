package io.patchboard.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Programs of a few lines, and the command that checks them. */
abstract class CheckWorkerRig {

    static final String LOOP = """
            import json, sys, time
            for line in sys.stdin:
                try:
                    invocation = json.loads(line)
                    %s
                except Exception as e:
                    answer = {"error": str(e)}
                print(json.dumps(answer), flush=True)
            """;

    static final String GOOD = LOOP.formatted(
            "answer = {\"invocationId\": invocation[\"invocationId\"], \"patch\": [{\"op\": \"add\", \"path\": \"/claims/-\", \"value\": {\"text\": \"t\"}}]}");

    @TempDir
    Path folder;

    String file(String program) throws IOException {
        return Files.writeString(folder.resolve("w" + System.nanoTime() + ".py"), program)
                .toString();
    }

    String blueprint() throws IOException {
        return Files.writeString(folder.resolve("blueprint.yaml"), """
                        apiVersion: patchboard/v1
                        name: copies
                        state:
                          initial: {seen: [1], hidden: 2, copies: []}
                          schema: {type: object}
                        workers:
                          w:
                            instruction: Copy.
                            read: ["/seen/*"]
                            write: [{op: [copy], path: /copies/-}]
                          later:
                            write: [{op: [create], path: "/notes/*"}]
                            patch: {maxOperations: 1}
                        rules:
                          - {name: copy, on: {op: [add], path: "/seen/*"}, invoke: w}
                          - {name: note, on: {op: [add], path: "/copies/*"}, invoke: later}
                        complete: {when: size(state.copies) == 1, result: /copies}
                        """).toString();
    }

    Cli check(String program, String... options) throws IOException {
        return checkFile(file(program), options);
    }

    static Cli checkFile(String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("worker", "check", "--json"));
        if (!List.of(options).contains("--timeout")) {
            arguments.addAll(List.of("--timeout", "2m"));
        }
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(List.of("--", "python3", file));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static List<JsonObject> checks(Cli cli) {
        JsonArray checks = (JsonArray) ((JsonObject) cli.json()).get("checks").orElseThrow();
        return checks.stream().map(JsonObject.class::cast).toList();
    }

    /** The worst result of each check. */
    static Map<String, String> results(Cli cli) {
        return checks(cli).stream()
                .collect(Collectors.toMap(
                        check -> text(check, "check"),
                        check -> text(check, "result"),
                        (a, b) -> a.equals("pass") ? b : a));
    }

    static String failed(Cli cli, String name) {
        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(7);
        return checks(cli).stream()
                .filter(check -> text(check, "check").equals(name)
                        && text(check, "result").equals("fail"))
                .map(check -> text(check, "text"))
                .collect(Collectors.joining("\n"));
    }

    private static String text(JsonObject object, String name) {
        Json value = object.get(name).orElseThrow();
        return value instanceof JsonString string ? string.value() : "";
    }
}
