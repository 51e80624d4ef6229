package io.patchboard.standalone.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A past invocation whose view points to a blob. */
class AskAgainBlobsTest {

    @Test
    void blobs_areThereForWhoeverIsAsked(@TempDir Path dir) throws Exception {
        String blobs = dir.resolve("blobs").toString();
        Json page = Cli.run(
                        "blob",
                        "put",
                        Files.writeString(dir.resolve("page"), "a page").toString(),
                        "--blobs",
                        blobs)
                .json();
        Path data = dir.resolve("data");
        SampleLog log = new SampleLog("b")
                .createdWith(JsonObject.of("count", page))
                .invoked("i-1")
                .committed("p-1", "i-1", 6);
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics written = new LogTopics(broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX))) {
            written.commit(log.entries());
        }
        Files.writeString(dir.resolve("reader.py"), """
                import json
                asked = json.loads(input())
                size = len(open(asked["blobs"][asked["view"]["state"]["count"]["$blob"]["sha256"]]).read())
                print(json.dumps([{"op": "replace", "path": "/count", "value": size}]))
                """);
        Path reader = Files.writeString(
                dir.resolve("workers.yaml"), "workers:\n  counter: {process: [python3, reader.py]}\n");

        List<String> again = new ArrayList<>(List.of("ask-again", "b", "--data-dir", data.toString()));
        again.addAll(List.of("--worker", "counter", "--workers", reader.toString()));

        assertThat(Cli.run(again.toArray(String[]::new)).err())
                .contains("Views point to blobs, but counter gets no bytes");
        again.addAll(List.of("--json", "--blobs", blobs));
        Cli asked = Cli.run(again.toArray(String[]::new));

        assertThat(asked.exitCode()).as(asked.err()).isZero();
        assertThat(JsonPointer.parse("/sameState/value").resolve(asked.json()))
                .as(asked.out())
                .contains(Json.of(1));
        assertThat(asked.err()).doesNotContain("Views point to blobs");
    }
}
