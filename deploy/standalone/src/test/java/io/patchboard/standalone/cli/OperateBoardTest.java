package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.ask.Waiting;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelConfig;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code board edit}, {@code mark}, {@code restore}, {@code fork} and {@code amend}, and the replay of what happened.
 */
class OperateBoardTest {

    @TempDir
    private Path dir;

    private String server = "";

    private Cli board(String... arguments) {
        List<String> line = new ArrayList<>(List.of("board"));
        line.addAll(Arrays.asList(arguments));
        line.addAll(List.of("--bootstrap-server", server));
        return Cli.run(line.toArray(String[]::new));
    }

    private Cli done(String... arguments) {
        Cli cli = board(arguments);
        assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
        return cli;
    }

    private String patch(String name, String text) throws Exception {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    private void operate() throws Exception {
        String five = patch("five.json", "[{\"op\":\"replace\",\"path\":\"/count\",\"value\":5}]");

        assertThat(board("edit", "b", "--patch", five).err())
                .contains("Expected --reason TEXT: why the board is edited");
        assertThat(done("mark", "b", "zero", "--reason", "it begins", "--by", "ada")
                        .out())
                .contains("marked", "zero", "ada", "it begins");
        assertThat(done("edit", "b", "--patch", five, "--reason", "by hand").out())
                .contains("edited", "v2", "/count");
        assertThat(done("state", "b").out()).contains("5");
        assertThat(done("restore", "b", "zero", "--reason", "back").out()).contains("restored", "v3", "marked zero");
        assertThat(done("restore", "b", "2", "--reason", "and forth").out()).contains("restored", "v4", "as v2");
        Cli never = board("restore", "b", "never", "--reason", "r");
        assertThat(never.exitCode()).isEqualTo(4);
        assertThat(never.err()).contains("one of the marks [zero]");
        Cli later = board("restore", "b", "40", "--reason", "r");
        assertThat(later.exitCode()).isEqualTo(4);
        assertThat(later.err()).contains("Expected a version from 1 to 4");
        assertThat(done("show", "b", "--json").json().toString())
                .contains("\"marks\":[{\"name\":\"zero\",\"version\":1}]");
    }

    private void forkAndAmend() throws Exception {
        assertThat(done("fork", "b", "--at", "2", "--as", "b2", "--label", "try=2", "--reason", "another way")
                        .out())
                .contains("created, a fork of b after its entry");
        assertThat(done("state", "b2").out()).contains("5");
        String input = patch("input.json", "{\"of\":\"another\"}");
        done("fork", "b", "--at", "2", "--as", "b3", "--input", input, "--reason", "another input");
        assertThat(done("state", "b3").out()).isEqualTo(done("state", "b2").out());
        assertThat(done("log", "b3", "--json").out()).contains("\"input\":{\"of\":\"another\"}");
        assertThat(done("list", "--label", "try=2").out()).contains("b2").doesNotContain("b ");
        assertThat(board("fork", "b", "--as", "b2", "--reason", "r").exitCode()).isEqualTo(4);
        assertThat(board("fork", "b", "--at", "500", "--as", "b4", "--reason", "r")
                        .exitCode())
                .isEqualTo(4);
        assertThat(board("fork", "nobody", "--reason", "r").exitCode()).isEqualTo(3);

        String other = patch(
                "other.json",
                SampleLog.BLUEPRINT.toString().replace("\"instruction\":\"Count.\"", "\"instruction\":\"Count on.\""));
        assertThat(done("amend", "b2", "--blueprint", other, "--supersede", "--reason", "clearer")
                        .out())
                .contains("amended", "1 open superseded");
        Cli same = board("amend", "b2", "--blueprint", other, "--reason", "clearer");
        assertThat(same.exitCode()).isEqualTo(4);
        assertThat(same.err()).contains("another blueprint");
        String twoErrors = patch(
                "errors.yaml",
                "apiVersion: patchboard/v1\nname: Not a name\nstate: {schema: {}, initial: {}}\nextra: 1\n");
        for (String verb : List.of("amend", "fork")) {
            Cli invalid = board(verb, "b2", "--blueprint", twoErrors, "--reason", "r");
            assertThat(invalid.exitCode()).as(invalid.err()).isEqualTo(6);
            assertThat(invalid.err())
                    .contains(
                            "errors.yaml:2: error at /name: ",
                            "errors.yaml:4: error at /extra: ",
                            "Expected a valid blueprint, but " + twoErrors + " is none. Nothing was sent.");
        }
        assertThat(done("log", "b2").out()).contains("created", "amended", "superseded", "clearer");
    }

    @Test
    void operatedByHand_andTheReplayOfWhatHappened() throws Exception {
        Path data = dir.resolve("data");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                KernelApp kernel = KernelApp.start(KernelConfig.builder(
                                broker.bootstrapServers(),
                                dir.resolve("state"),
                                "0123456789abcdef".getBytes(StandardCharsets.UTF_8))
                        .build())) {
            assertThat(kernel).isNotNull();
            server = broker.bootstrapServers();
            try (RequestSender sender = new RequestSender(KafkaConnection.to(server))) {
                Waiting.on(sender.send(new CreateBoard("c-1", "b", SampleLog.BLUEPRINT, JsonObject.EMPTY)));
            }
            operate();
            forkAndAmend();
        }

        Cli replay = Cli.run("replay", "--verify", "--decide", "--data-dir", data.toString());

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("3 boards", "identical");
    }
}
