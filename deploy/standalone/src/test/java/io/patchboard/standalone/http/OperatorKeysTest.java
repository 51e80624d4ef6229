package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.sign.Signer;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards whose operators sign, over HTTP and from the command line. */
class OperatorKeysTest extends ApiRig {

    private static final String COMMANDS = "patchboard.commands";

    @TempDir
    Path dir;

    private static String blueprint(String key) {
        return """
                {"apiVersion":"patchboard/v1","name":"operated",
                 "state":{"schema":{"type":"object"},"initial":{"notes":[]}},
                 "workers":{"guest":{"unsolicited":true,"read":[""],"write":[{"op":["add"],"path":"/notes/-"}]}},
                 "operators":{"ada":{"keys":["%s"]}}}
                """.formatted(key);
    }

    private static CommandHeader header(String id, String board) {
        return CommandHeader.of(id, board, "ada", "because");
    }

    private static CreateBoard create(String board, String key) {
        return new CreateBoard(
                header("c-" + board, board),
                JsonReader.parse(blueprint(key)),
                JsonObject.EMPTY,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private Answer post(String verb, Command command) throws Exception {
        JsonObject body = command.toJson().without("type").without("boardId");
        return api.post("/v1/boards/" + command.boardId() + "/" + verb, body.toString());
    }

    @Test
    void overHttp_aSignatureGoesOnAsItCame() throws Exception {
        Signer ada = Signer.generate();
        CreateBoard create = create("http", ada.publicKey());
        Command pause = new PauseBoard(header("c-pause", "http"));

        Answer stranger = api.post(
                "/v1/boards",
                create.toJson().with("commandId", Json.of("c-stranger")).toString());
        Answer created =
                api.post("/v1/boards", ada.sign(create, COMMANDS).toJson().toString());
        Answer unsigned = post("pause", new PauseBoard(header("c-unsigned", "http")));
        Answer paused = post("pause", ada.sign(pause, COMMANDS));
        Answer elsewhere = post("resume", ada.sign(new ResumeBoard(header("c-resume", "http")), "other.commands"));

        assertThat(stranger.text("code")).isEqualTo("unsigned");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        assertProblem(unsigned, 422);
        assertThat(unsigned.text("detail")).contains("Expected a command that a key of operator \"ada\" has signed");
        assertThat(paused.status()).as(paused.text()).isEqualTo(200);
        assertThat(paused.json().get("signature").orElseThrow().toString()).contains(ada.publicKey());
        assertThat(elsewhere.text("pointer")).isEqualTo("/signature/audience");
    }

    @Test
    void overHttp_whatCannotHaveBeenSigned_isToldBeforeItIsSent() throws Exception {
        Signer ada = Signer.generate();
        api.post(
                "/v1/boards",
                ada.sign(create("told", ada.publicKey()), COMMANDS).toJson().toString());
        JsonObject mark = ada.sign(new MarkBoard(header("c-mark", "told"), "good"), COMMANDS)
                .toJson()
                .without("type")
                .without("boardId");
        Command restore = ada.sign(
                new RestoreBoard(header("c-restore", "told"), Optional.of("good"), Optional.empty()), COMMANDS);
        JsonObject toVersion = restore.toJson()
                .without("type")
                .without("boardId")
                .without("mark")
                .with("version", Json.of(1));

        Answer nameless =
                api.post("/v1/boards/told/marks", mark.without("commandId").toString());
        Answer version = api.post("/v1/boards/told/restore", toVersion.toString());
        Answer fork = api.post(
                "/v1/boards/told/fork",
                mark.without("name").with("commandId", Json.of("c-fork")).toString());

        assertThat(api.post("/v1/boards/told/marks", mark.toString()).status()).isEqualTo(200);
        assertThat(post("restore", restore).text("type")).isEqualTo("BoardRestored");
        assertProblem(nameless, 400);
        assertThat(nameless.text("pointer")).isEqualTo("/commandId");
        assertProblem(version, 400);
        assertThat(version.text("pointer")).isEqualTo("/version");
        assertProblem(fork, 400);
        assertThat(fork.text("pointer")).isEqualTo("/as");
    }

    @Test
    void fromTheCommandLine_anOperatorSigns_andReplayAgrees() throws Exception {
        String own = dir.resolve("ada.pem").toString();
        String other = dir.resolve("other.pem").toString();
        String key = Cli.run("keys", "make", own).out().strip();
        assertThat(Cli.run("keys", "make", other).exitCode()).isZero();
        CreateBoard create = create("cli", key);
        Signer ada = Signer.parse(Files.readString(Path.of(own)));
        api.post("/v1/boards", ada.sign(create, COMMANDS).toJson().toString());
        Path patch =
                Files.writeString(dir.resolve("note.json"), "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":1.50}]");

        assertThat(cli("board", "pause", "cli").err()).contains("--by and --sign-with");
        Cli foreign = cli("board", "pause", "cli", "--by", "ada", "--sign-with", other);
        assertThat(foreign.exitCode()).as(foreign.err()).isEqualTo(4);
        assertThat(foreign.err()).contains("Expected a key that the blueprint has for operator \"ada\"");
        for (List<String> command : List.of(
                List.of("pause", "cli"),
                List.of("resume", "cli"),
                List.of("edit", "cli", "--patch", patch.toString()),
                List.of("mark", "cli", "good"),
                List.of("restore", "cli", "1"),
                List.of("restore", "cli", "good"),
                List.of("fork", "cli", "--as", "cli-2"),
                List.of("cancel", "cli"),
                List.of("reopen", "cli"))) {
            List<String> arguments = new ArrayList<>(List.of("board"));
            arguments.addAll(command);
            arguments.addAll(List.of("--reason", "because", "--by", "ada", "--sign-with", own));
            Cli done = cli(arguments.toArray(String[]::new));
            assertThat(done.exitCode()).as(command + done.err()).isZero();
        }
        Path file = Files.writeString(dir.resolve("run.json"), blueprint(key).replace("\"unsolicited\":true,", ""));
        assertThat(cli("run", file.toString(), "--board", "run", "--by", "ada", "--sign-with", own)
                        .exitCode())
                .isZero();
        assertThat(cli("run", file.toString(), "--board", "run-2").err()).contains("--by and --sign-with");
        assertThat(cli("board", "log", "run", "--json").out()).contains("\"by\":\"ada\",\"signature\":");
        Cli replayed = cli("replay", "--verify", "--decide");
        assertThat(replayed.exitCode()).as(replayed.out() + replayed.err()).isZero();
        assertThat(post("cancel", ada.sign(new CancelBoard(header("c-end", "cli")), COMMANDS))
                        .status())
                .isEqualTo(200);
    }
}
