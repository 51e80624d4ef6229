package io.patchboard.standalone.http;

import static io.patchboard.standalone.http.RunningApi.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatientSettings;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Boards and workers over HTTP, against a real broker and kernel, which all tests of a class share. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiRig {

    static final Duration PATIENCE = Duration.ofMinutes(5);

    AllInOne all;
    RunningApi api;
    private Path patient;

    @BeforeAll
    void start(@TempDir Path dir) throws IOException {
        patient = PatientSettings.in(dir);
        all = AllInOne.start(config(dir));
        api = new RunningApi(all);
    }

    AllInOneConfig config(Path dir) {
        return AllInOneConfig.on(dir);
    }

    @AfterAll
    void stop() {
        api.close();
        all.close();
    }

    /** The one invocation that comes. */
    JsonObject poll(String queue, String body) throws Exception {
        List<JsonObject> lent = api.lent(queue, body);
        assertThat(lent).hasSize(1);
        return lent.get(0);
    }

    static String answerPath(JsonObject invocation) {
        return "/v1/invocations/" + text(invocation, "invocationId") + "/answer";
    }

    static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("content-type")).startsWith("application/problem+json");
        assertThat(answer.json().names()).contains("type", "title", "status", "detail", "instance");
    }

    /** The command line, on the same cluster, which may take its time. */
    Cli cli(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 4);
        all[arguments.length] = "--bootstrap-server";
        all[arguments.length + 1] = this.all.connection().bootstrapServers();
        all[arguments.length + 2] = "--config";
        all[arguments.length + 3] = patient.toString();
        return Cli.run(all);
    }
}
