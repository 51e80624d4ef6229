package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.patchboard.gateway.patience.Ports;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class UsageTest {

    static List<CommandLine> commands() {
        List<CommandLine> all = new ArrayList<>();
        collect(PatchBoard.commandLine(), all);
        return all;
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(child -> collect(child, all));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommand_andEveryOption_isDescribed(CommandLine command) {
        var spec = command.getCommandSpec();

        assertThat(spec.usageMessage().description()).as(spec.qualifiedName()).isNotEmpty();
        // The first element alone stands in the overview of the command above.
        assertThat(spec.usageMessage().description()[0])
                .as(spec.qualifiedName())
                .endsWith(".");
        assertThat(spec.args()).allSatisfy(arg -> assertThat(arg.description()).isNotEmpty());
        assertThat(command.getUsageMessage()).contains("Usage:");
    }

    @Test
    void everyTimeout_isWrittenInTheSameWays() {
        List<CommandLine> withTimeout = commands().stream()
                .filter(command -> command.getCommandSpec().findOption("--timeout") != null)
                .toList();

        assertThat(withTimeout).hasSizeGreaterThan(6).allSatisfy(command -> {
            String[] path = command.getCommandSpec().qualifiedName().split(" ");
            for (String text : List.of("5m", "PT5M")) {
                List<String> args = new ArrayList<>(List.of(path).subList(1, path.length));
                args.addAll(List.of("--timeout", text));
                CommandLine all = PatchBoard.commandLine();
                // Where other options and parameters are missing, that is told after those that are there were read.
                Throwable missing = catchThrowable(() -> all.parseArgs(args.toArray(String[]::new)));
                assertThat(String.valueOf(missing)).containsPattern("^null$|Missing required");
                args.set(args.size() - 1, "5 parsecs");
                assertThatThrownBy(() -> all.parseArgs(args.toArray(String[]::new)))
                        .hasMessageContaining("Expected a duration such as 30s, 5m, 1h30m or PT30S");
            }
        });
    }

    @Test
    void wrongUsage_isOneSentence_andExitCode1() {
        Cli unknownOption = Cli.run("board", "list", "--jsn");

        assertThat(unknownOption.exitCode()).isEqualTo(1);
        assertThat(unknownOption.out()).isEmpty();
        assertThat(unknownOption.err()).contains("--jsn", "See \"patchboard board list --help\"");
        assertThat(Cli.run().exitCode()).isEqualTo(1);
        assertThat(Cli.run("run", "x.yaml", "--set", "notes").err()).startsWith("Value for option '--set'");
        assertThat(Cli.run("board", "resolve", "b", "--reason", "r").err()).startsWith("Missing required argument");
        assertThat(Cli.run("board", "list", "--bootstrap-server", "localhost").err())
                .contains("localhost:9092");
        assertThat(Cli.run("rejections", "--by", "stge").err())
                .startsWith("Expected one of clause, worker, model, version, stage, path for --by, but got \"stge\"."
                        + " Did you mean \"stage\"?");
        assertThat(Cli.run("rejections", "--since", "yesterday").err())
                .contains("Expected a time, or how long ago it was, such as 2026-01-31T12:00:00Z, 12h or 7d,"
                        + " but got \"yesterday\".");
        assertThat(Cli.run("board").err()).contains("Expected a command");
        assertThat(Cli.run("replay", "--until", "3").err()).contains("--until");
    }

    @Test
    void versionOfABoard_askedOfACommandThatHasNoSuchOption_isNotTakenForTheProgramsOwn() {
        for (String command : List.of("fork", "restore", "show", "list")) {
            Cli asked = Cli.run("board", command, "b", "--version", "1", "--reason", "r");

            assertThat(asked.exitCode()).as(command).isEqualTo(1);
            assertThat(asked.out()).isEmpty();
            assertThat(asked.err()).contains("--version");
        }
        assertThat(Cli.run("--version").out()).startsWith("PatchBoard ");
        assertThat(Cli.run("board", "list", "--help").out()).contains("--help").doesNotContain("-V", "--version");
    }

    @Test
    void optionThatIsRequired_misspelt_isTold_notThatItIsMissing() {
        assertThat(Cli.run("propose", "--board", "b", "--wroker", "w", "--patch", "-")
                        .err())
                .startsWith("Unknown option")
                .contains("--wroker", "See \"patchboard propose --help\"");
        assertThat(Cli.run("propose", "--board", "b", "--patch", "-").err()).startsWith("Missing required option");
        assertThat(Cli.run("propose", "review-7").err()).startsWith("Missing required option");
    }

    @Test
    void valuesThatAreNone_areToldOfInWords_beforeAnythingIsDone(@TempDir Path dir) {
        String data = dir.resolve("data").toString();

        assertThat(Cli.run("replay", "b", "--until", "abc").err())
                .contains("--until", "Expected a whole number, but got \"abc\".");
        assertThat(Cli.run("replay", "b", "--until", "0").err()).startsWith("Expected a sequence from 1 on as --until");
        assertThat(Cli.run("test", "x", "--faults", "some").err()).contains("Expected a number, but got \"some\".");
        assertThat(Cli.run("test", "x", "--runs", "5").err()).startsWith("Expected --faults with --runs");
        assertThat(Cli.run("up", "--data-dir", "").err()).contains("Expected a file or directory, but got \"\".");
        assertThat(Cli.run("init", "").err()).contains("Expected a file or directory, but got \"\".");
        assertThat(Cli.run("up", "--data-dir", data, "--kafka-port", "7000", "--http-port", "7000")
                        .err())
                .startsWith("Expected another port as --http-port than as --kafka-port, but got 7000 for both.");
        assertThat(Cli.run("up", "--data-dir", data, "--anchor-every", "1h").err())
                .startsWith("Expected --anchor-file with --anchor-every");
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void urlOfTheEnvironmentThatIsNone_isToldOfInWords() throws Exception {
        for (String none : List.of("http://a b", "nonsense")) {
            ProcessBuilder list =
                    new ProcessBuilder(ChildJvm.running(PatchBoard.class, "board", "list")).redirectErrorStream(true);
            list.environment().put("PATCHBOARD_URL", none);
            Process process = list.start();

            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualToIgnoringNewLines(
                            "Expected a URL http://HOST:PORT in --url or PATCHBOARD_URL, but got \"" + none + "\".");
            assertThat(process.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void idsThatCannotBe_areToldOf_beforeAnythingIsDone() {
        Cli run = Cli.run("run", "../../examples/hello-summary", "--board", "");
        Cli propose = Cli.run(
                "propose",
                "--board",
                "b",
                "--worker",
                "w",
                "--patch",
                "-",
                "--proposal-id",
                "",
                "--bootstrap-server",
                "h:1");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).startsWith("Expected 1 to 800 bytes");
        assertThat(propose.exitCode()).isEqualTo(1);
        assertThat(propose.err()).startsWith("Expected 1 to 200 characters as --proposal-id, but got 0.");
    }

    @Test
    void help_onWhatThereIsNot_isAnError_namingWhatIsNear() {
        assertThat(Cli.run("board", "--help").exitCode()).isZero();
        Cli command = Cli.run("boards", "--help");
        assertThat(command.exitCode()).isEqualTo(1);
        assertThat(command.err()).contains("boards", "board");
        assertThat(Cli.run("nonsense", "--help").exitCode()).isEqualTo(1);
        assertThat(Cli.run("--help", "nonsense").exitCode()).isEqualTo(1);
        assertThat(Cli.run("board", "lst", "--help").err()).contains("lst", "board list");
        assertThat(Cli.run("board", "list", "--jsn", "--help").exitCode()).isEqualTo(1);
    }

    @Test
    void whatHasNoPlace_isNamed_andNotCounted() {
        assertThat(Cli.run("blueprint", "validate", "a.yaml", "b.yaml", "c.yaml")
                        .err())
                .startsWith("Expected no more arguments, but got 'b.yaml', 'c.yaml'.");
        assertThat(Cli.run("board", "lst").err()).startsWith("Expected one of its commands, but got 'lst'.");
    }

    @Test
    void gateway_optionsOfItsOwn_areListedAndChecked() {
        Cli help = Cli.run("gateway", "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("--workers", "--bootstrap-server", "--prefix", "--queue", "--http-token-file");
        assertThat(Cli.run("gateway", "--wrkers=x").err()).contains("--wrkers");
        Cli noFile = Cli.run("gateway", "--workers", "no-such.yaml");
        assertThat(noFile.exitCode()).isEqualTo(1);
        assertThat(noFile.err())
                .startsWith("no-such.yaml: Expected a file of workers, but there is none at ")
                .hasLineCount(1);
        assertThat(Cli.run("gateway").err()).startsWith("Expected --workers FILE");
        assertThat(Cli.run("gateway", "--http-port", "99999").err()).startsWith("Expected 0 to 65535 for --http-port");
    }

    @Test
    void noServer_isOneSentence_andExitCode1() throws IOException {
        try (Socket unheard = Ports.unheard()) {
            String server = "127.0.0.1:" + unheard.getLocalPort();

            Cli cli = Cli.run("board", "list", "--json", "--bootstrap-server", server);

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.out()).isEmpty();
            assertThat(cli.err())
                    .startsWith("Expected a Kafka server at " + server)
                    .hasLineCount(1);
        }
    }

    @Test
    void serverThatDoesNotSpeakKafka_isOneSentence_andExitCode1() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Cli cli = Cli.run("replay", "--bootstrap-server", "127.0.0.1:" + silent.getLocalPort());

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("no answer came in time").hasLineCount(1);
        }
    }

    @Test
    void dataDirectory_withoutData_orBesideAServer_isRefused(@TempDir Path empty) {
        assertThat(Cli.run("replay", "--data-dir", empty.toString()).err()).contains("there is none");
        assertThat(Cli.run("replay", "--data-dir", empty.toString(), "--bootstrap-server", "h:1")
                        .err())
                .contains("got both");
    }

    /** Exceptions of files say what happened by their names; people are told in words. */
    @Test
    void filesThatCannotBeUsed_areToldOfInWords(@TempDir Path dir) throws IOException {
        String file = Files.writeString(dir.resolve("file"), "x: 1").toString();
        String missing = dir.resolve("missing").toString();
        for (List<String> command : List.of(
                List.of("propose", "--board", "b", "--worker", "w", "--patch", dir.toString()),
                List.of("keys", "make", missing + "/key.pem"),
                List.of("board", "list", "--bootstrap-server", "h:1", "--config", missing),
                List.of("blob", "put", missing, "--type", "image/png", "--blobs", dir + "/blobs"),
                List.of("blob", "put", file, "--type", "image/png", "--blobs", file),
                List.of("blueprint", "graph", dir.toString()),
                List.of("mcp", "--url", "http://127.0.0.1:1", "--http-token-file", missing),
                List.of("up", "--http-token-file", missing),
                List.of("up", "--http-port", "0", "--data-dir", file),
                List.of("demo", "--data-dir", file))) {
            Cli cli = Cli.run(command.toArray(String[]::new));

            assertThat(cli.exitCode()).as(cli.toString()).isEqualTo(1);
            assertThat(cli.err()).contains("Expected ", dir.toString()).doesNotContain("Exception", "java.");
        }
        assertThat(Cli.run("up", "--http-port", "0", "--data-dir", file).err())
                .contains("Name another with --data-dir")
                .doesNotContain("--blobs");
    }

    @Test
    void jsonThatBreaksOff_isToldOfInWords(@TempDir Path dir) throws IOException {
        Path patch = Files.writeString(dir.resolve("patch.json"), "[{\"op\": \"add\"");

        assertThat(Cli.run("propose", "--board", "b", "--worker", "w", "--patch", patch.toString())
                        .err())
                .contains("Expected JSON in " + patch, "line 1, column ")
                .doesNotContain("Source", "StreamRead");
    }

    @Test
    void unreadableConfigFile_isRefused() {
        Cli cli = Cli.run("board", "list", "--bootstrap-server", "h:1", "--config", "/nowhere/client.properties");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("/nowhere/client.properties").hasLineCount(1);
    }
}
