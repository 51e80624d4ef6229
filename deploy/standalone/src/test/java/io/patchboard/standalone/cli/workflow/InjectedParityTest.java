package io.patchboard.standalone.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same workflow as it is, as a state machine and for Argo, under the same file of faults (ALAS, A.10): timeouts,
 * failures by class and violations, each by its label, some of them drawn by the seed.
 */
class InjectedParityTest {

    private static final String WORKFLOW = """
            name: delivery
            start: look
            nodes:
              - {id: look, type: task}
              - {id: much, type: choice}
              - {id: each, type: map, policyRef: each, params: {items: input.items, maxConcurrency: 1, body: {
                  start: cut, nodes: [{id: cut, type: task}, {id: sew, type: task}],
                  edges: [{from: cut, to: sew, kind: sequence}]}}}
              - {id: pack, type: task, io: {input: list, output: box}}
              - {id: send, type: task, policyRef: caught, io: {input: box}}
              - {id: sorry, type: task}
              - {id: done, type: succeed}
            edges:
              - {from: look, to: much, kind: sequence}
              - {from: much, to: each, kind: branch, guard: size(input.items) > 1}
              - {from: much, to: done, kind: branch, guard: "true"}
              - {from: each, to: pack, kind: sequence}
              - {from: pack, to: send, kind: sequence}
              - {from: send, to: done, kind: sequence}
              - {from: sorry, to: done, kind: sequence}
            policies:
              default: {timeout: {seconds: 60}, retry: {maxAttempts: 4}, backoff: {mode: fixed, base: 0.05}}
              each: {timeout: {seconds: 500}, loopGuards: {maxIters: 9}}
              caught: {timeout: {seconds: 60}, retry: {maxAttempts: 2}, backoff: {mode: fixed, base: 0.05},
                catch: {onError: refused, handlerNode: sorry}}
            schemas:
              list: {type: array}
              box: {type: object, required: [pieces], properties: {pieces: {type: array}}}
            """;

    private static final String FAULTS = """
            seed: 11
            faults:
              - {label: nobody looks, worker: look, kind: timeout}
              - {label: the knife is blunt, worker: cut, kind: failure, class: bug, share: 0.5}
              - {label: no thread, worker: sew, kind: failure, class: outage, share: 0.5, attempts: 2}
              - {label: a box without pieces, worker: pack, kind: violation, value: {pieces: none}, attempts: 2}
              - {label: the road is closed, worker: send, kind: failure, class: refused, attempts: 9}
            """;

    private static final String WORKER = """
            import json, sys
            for line in sys.stdin:
                asked = json.loads(line)
                value = asked["view"]["item"]["value"]
                output = {"pieces": value} if sys.argv[1] == "pack" else value
                patch = [{"op": "add", "path": asked["view"]["contract"][0]["path"], "value": output}]
                print(json.dumps({"invocationId": asked["invocationId"], "patch": patch}), flush=True)
            """;

    /** Ids, what follows from them, and what is another in each run. */
    private static final Set<String> OTHERS = Set.of(
            "boardId",
            "invocationId",
            "proposalId",
            "commandId",
            "previousHash",
            "hash",
            "viewHash",
            "stateHash",
            "child",
            "parent",
            "cause",
            "blueprint",
            "blueprintHash",
            "time",
            "deadline",
            "retryAt",
            "usage",
            "proposal");

    @TempDir
    Path dir;

    @Test
    void threeRoads_oneLog_underTheSameFaults() throws IOException {
        Files.writeString(dir.resolve("worker.py"), WORKER);
        StringBuilder workers = new StringBuilder("workers:\n");
        for (String task : List.of("look", "cut", "sew", "pack", "send", "sorry")) {
            workers.append("  " + task + ": {process: [python3, worker.py, " + task + "]}\n");
        }
        Files.writeString(dir.resolve("workers.yaml"), workers);
        Files.writeString(dir.resolve("faults.yaml"), FAULTS);
        Files.writeString(dir.resolve("input.json"), "{\"items\": [\"a\", \"b\", \"c\"]}");
        Path own = Files.writeString(dir.resolve("own.yaml"), WORKFLOW);
        List<List<String>> logs = new ArrayList<>();

        for (Path road : List.of(own, exported(own, "asl"), exported(own, "argo"))) {
            logs.add(log(road));
        }

        assertThat(logs.get(1)).isEqualTo(logs.get(0));
        assertThat(logs.get(2)).isEqualTo(logs.get(0));
        assertThat(String.join("\n", logs.get(0)))
                .contains("Injected: nobody looks", "Injected: the road is closed", "\"class\":\"timeout\"")
                .contains("\"stage\":\"SCHEMA\"", "\"type\":\"BoardCompleted\"");
    }

    private Path exported(Path own, String language) throws IOException {
        Cli out = Cli.run("workflow", "export", "--to", language, own.toString());
        assertThat(out.exitCode()).as(out.toString()).isZero();
        return Files.writeString(dir.resolve("delivery." + language + ".json"), out.out());
    }

    private List<String> log(Path road) {
        String data = dir.resolve(road.getFileName() + ".data").toString();
        Cli run = Cli.run(
                "workflow",
                "run",
                road.toString(),
                "--board",
                "b1",
                "--data-dir",
                data,
                "--workers",
                dir.resolve("workers.yaml").toString(),
                "--input",
                dir.resolve("input.json").toString(),
                "--inject",
                dir.resolve("faults.yaml").toString(),
                "--timeout",
                "10m");
        assertThat(run.exitCode()).as(run.toString()).isZero();
        Cli log = Cli.run("board", "log", "b1", "--json", "--data-dir", data);
        return log.lines().stream().map(InjectedParityTest::alike).toList();
    }

    private static String alike(String line) {
        JsonObject entry = (JsonObject) JsonReader.parse(line);
        boolean created =
                JsonPlace.of(entry).text("type").filter("BoardCreated"::equals).isPresent();
        JsonObject kept = entry.without("trigger");
        for (String other : OTHERS) {
            kept = kept.without(other);
        }
        Json trigger = created ? Json.nul() : entry.get("trigger").orElse(Json.nul());
        return kept.toString()
                + (trigger instanceof JsonObject why ? why.without("actionId").toString() : "");
    }
}
