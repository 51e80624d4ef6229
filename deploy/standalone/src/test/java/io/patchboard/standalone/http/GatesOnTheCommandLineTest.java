package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate holds is listed, shown and decided on the command line. */
class GatesOnTheCommandLineTest extends GatesRig {

    /** Whose sender may test what it changes. */
    private static final String READ = BLUEPRINT.replace("\"write\"", "\"read\":[\"/text\"],\"write\"");

    @TempDir
    Path files;

    @Test
    void gate_listedShownAndDecided_andTheLogHolds() throws Exception {
        held("cli", "final");

        Cli list = cli("approvals", "list");
        Cli shown = cli("approvals", "show", "cli");
        Cli stranger = cli("approvals", "approve", "cli", "--by", "eve", "--reason", "why not");
        Cli verified = cli("replay", "--verify", "--decide", "--inputs");
        Cli approved = cli("approvals", "approve", "cli", "--by", "grace", "--reason", "checked");
        Cli log = cli("board", "log", "cli");

        assertThat(list.out()).contains("cli", "publish", "guest", "ada, grace");
        assertThat(shown.out()).contains("A text goes out", "changes /text from", "to undo: Take it down.");
        assertThat(stranger.exitCode()).isEqualTo(4);
        assertThat(stranger.err()).contains("Expected one of [ada, grace]");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(approved.exitCode()).as(approved.err()).isZero();
        assertThat(approved.out()).contains("approve, by grace", "allowed by grace");
        assertThat(log.out()).contains("approve, by grace", "allowed by grace");
        assertThat(cli("replay", "--verify", "--decide", "--inputs").exitCode()).isZero();
        assertThat(cli("approvals", "show", "cli").err()).contains("but none waits.");
    }

    @Test
    void held_theCommandThatShowsItIsSaid(@TempDir Path dir) throws Exception {
        held("typed", "final");
        Path patch = Files.writeString(
                dir.resolve("patch.json"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"other\"}]");

        Cli held = cli("propose", "--board", "typed", "--worker", "guest", "--patch", patch.toString());

        assertThat(held.exitCode()).as(held.err()).isZero();
        assertThat(held.out())
                .contains("held", "\"patchboard approvals show typed --bootstrap-server ", "approve, reject");
    }

    @Test
    void whatCameOfADecisionIsTold() throws Exception {
        held("came-1", andEve(READ), "final");
        held("came-2", READ, "final");

        Cli modified = cli(
                "approvals",
                "modify",
                "came-1",
                "--patch",
                patchFile(),
                "--by",
                "grace",
                "--reason",
                "shorter",
                "--json");
        Cli refused = cli("approvals", "reject", "came-2", "--by", "grace", "--reason", "not yet", "--json");

        assertThat(modified.exitCode()).as(modified.err()).isZero();
        assertThat(JsonPlace.of(modified.json()).text("type")).contains("Decided");
        assertThat(JsonPlace.of(modified.json()).into("outcome").text("type"))
                .as("the other approver is asked about the better patch")
                .contains("PatchHeld");
        assertThat(refused.exitCode()).as("that is what was asked for").isZero();
        assertThat(JsonPlace.of(refused.json()).into("outcome").text("type")).contains("PatchRejected");
    }

    /** Two patches wait, each of which tests what the other changes. */
    @Test
    void patch_allowedButRejected_exitCode4() throws Exception {
        held("late", READ, "first");
        Answer second = guarded.post(
                "/v1/boards/late/proposals",
                "{\"proposalId\":\"p-second\",\"worker\":\"guest\",\"patch\":["
                        + "{\"op\":\"test\",\"path\":\"/text\",\"value\":\"draft\"},"
                        + "{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"second\"}]}",
                as("ada"));
        assertThat(second.status()).as(second.text()).isEqualTo(202);
        Cli list = cli("approvals", "list", "--json");
        List<Long> items = JsonPlace.of(list.json()).items("approvals").stream()
                .filter(item -> item.text("boardId").equals(Optional.of("late")))
                .map(item -> item.integer("item").orElseThrow())
                .toList();
        assertThat(items).as(list.out()).hasSize(2);
        String[] reason = {"--by", "grace", "--reason", "looked at it"};

        Cli allowed = cli(
                "approvals", "approve", "late", items.get(0).toString(), reason[0], reason[1], reason[2], reason[3]);
        Cli late = cli(
                "approvals", "approve", "late", items.get(1).toString(), reason[0], reason[1], reason[2], reason[3]);

        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(late.exitCode()).as(late.out()).isEqualTo(4);
        assertThat(late.out()).contains("approve, by grace", "PRECONDITION test at /text");
    }

    private String patchFile() throws IOException {
        return Files.writeString(
                        files.resolve("better.json"), "[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"short\"}]")
                .toString();
    }
}
