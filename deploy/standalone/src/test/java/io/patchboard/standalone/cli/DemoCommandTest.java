package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.demo.Report;
import io.patchboard.standalone.screen.Look;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The demonstration as somebody runs it, and what can be done with the log that it leaves behind. */
class DemoCommandTest {

    private static final Path AUDIT = Path.of("..", "audit", "audit.py");

    @TempDir
    static Path dir;

    private static Cli demo;

    @BeforeAll
    static void run() {
        demo = Cli.run("demo", "--json", "--data-dir", data());
    }

    private static String data() {
        return dir.resolve("demo").toString();
    }

    private static Json at(Json document, String pointer) {
        return JsonPointer.parse(pointer).resolve(document).orElseThrow();
    }

    private static Json summary() {
        return JsonReader.parse(demo.lines().get(demo.lines().size() - 1));
    }

    /** The log, as it was told line by line. */
    private static List<String> log() {
        return demo.lines().subList(0, demo.lines().size() - 1);
    }

    @Test
    void demo_completesWithTheMistakesItAnnounces() {
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        assertThat(demo.lines())
                .allSatisfy(line -> assertThat(JsonReader.parse(line)).isInstanceOf(JsonObject.class));
        assertThat(at(summary(), "/type")).isEqualTo(Json.of("Summary"));
        assertThat(at(summary(), "/counts/rejectedByStage"))
                .isEqualTo(JsonReader.parse("{\"SYNTAX\":1,\"AUTHORIZATION\":1,\"PRECONDITION\":1,\"INVARIANT\":2}"));
        assertThat((JsonArray) at(summary(), "/boards"))
                .hasSize(3)
                .allSatisfy(board -> assertThat(at(board, "/ending")).isEqualTo(Json.of("completed")));
    }

    @Test
    void replayThatItNames_isThatOfItsData() {
        assertThat(new Report(Look.plain()).summary(List.of(), Duration.ZERO, Path.of("my demo")))
                .anyMatch(line -> line.contains("./patchboard replay --verify --data-dir 'my demo' "));
    }

    @Test
    void replayOfItsData_isIdentical() {
        Cli replay = Cli.run("replay", "--verify", "--decide", "--data-dir", data());

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("3 boards", "identical");
    }

    @Test
    void eachBoard_isRecordedAsScenario_whichComesToTheSame() {
        Path scenarios = dir.resolve("scenarios");
        for (Json board : ((JsonArray) at(summary(), "/boards")).items()) {
            String id = ((JsonString) at(board, "/boardId")).value();
            String file = scenarios.resolve(id + ".scenario.json").toString();
            Cli recorded = Cli.run("record", id, "-o", file, "--data-dir", data());
            assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
            assertThat(recorded.out()).contains("Played at once, it comes to the same.");
            assertThat(recorded.err()).doesNotContain("left out");
            assertThat(Cli.run("record", id, "-o", file, "--data-dir", data()).err())
                    .contains("Expected to write ", ", but it is already there.", "--force");
        }

        Cli played = Cli.run("test", scenarios.toString());
        assertThat(played.exitCode()).as(played.toString()).isZero();
        assertThat(played.out()).contains("3 scenarios, all as expected");
        assertThat(Cli.run("record", "none", "--data-dir", data()).exitCode()).isEqualTo(ExitCodes.UNKNOWN_BOARD);
        assertThat(Cli.run("record", "none", "-o", "none.json", "--data-dir", data())
                        .err())
                .contains("Expected a name that ends in .scenario.json");
    }

    @Test
    void everythingThatWasSent_hasAnOutcome() {
        Cli replay = Cli.run("replay", "--verify", "--decide", "--inputs", "--json", "--data-dir", data());

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(at(replay.json(), "/inputs/missing")).isEqualTo(Json.of(0));
        assertThat(((JsonNumber) at(replay.json(), "/inputs/decided")).value().longValueExact())
                .isGreaterThan(3);
    }

    @Test
    void audit_inAnotherLanguage_findsTheSameHashes() throws Exception {
        Path input = Files.write(dir.resolve("log.jsonl"), log());
        Path output = dir.resolve("audit.txt");
        Process audit = audit(input, output);

        assertThat(audit.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(audit.exitValue()).as(Files.readString(output)).isZero();
        assertThat(output).content().contains("ok 3 boards");
    }

    private static Process audit(Path input, Path output) {
        try {
            return new ProcessBuilder("python3", AUDIT.toString())
                    .redirectInput(input.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            return Assumptions.abort("NOT CHECKED: deploy/audit/audit.py needs python3, but " + e.getMessage());
        }
    }

    @Test
    void replayOfATamperedLog_differs() throws Exception {
        List<LogEntry> tampered = new ArrayList<>();
        boolean done = false;
        for (String line : log()) {
            boolean chosen = !done && line.contains("\"type\":\"PatchRejected\"");
            tampered.add(entry(chosen ? line.replaceFirst("Expected", "Wanted") : line));
            done |= chosen;
        }
        assertThat(done).isTrue();
        Path data = dir.resolve("tampered");
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(data));
                LogTopics topics = new LogTopics(broker.bootstrapServers())) {
            topics.commit(tampered);
        }

        Cli replay = Cli.run("replay", "--verify", "--decide", "--data-dir", data.toString());

        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isEqualTo(5);
        assertThat(replay.out()).contains("hash", "3 boards", "differs");
    }

    private static LogEntry entry(String line) throws Exception {
        return new RecordDecoder(JsonLimits.DEFAULT).decodeEntry(line.getBytes(StandardCharsets.UTF_8));
    }

    private static Cli whatIf(String blueprint, String... more) throws IOException {
        Path file = Files.writeString(dir.resolve("other.yaml"), blueprint);
        List<String> args = new ArrayList<>(List.of("what-if", "--blueprint", file.toString(), "--data-dir", data()));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "onward"})
    void sameBlueprint_flipsNothing(String mode) throws IOException {
        Cli same = whatIf(EvidenceReview.blueprint(), "--all", "--mode", mode, "--json");

        assertThat(same.exitCode()).as(same.out() + same.err()).isZero();
        assertThat(at(same.json(), "/flips")).isEqualTo(Json.of(0));
        assertThat(at(same.json(), "/boards")).isEqualTo(Json.of(3));
        assertThat(at(same.json(), "/unjudged")).isEqualTo(Json.of(0));
        assertThat(at(same.json(), "/invocations")).hasToString("{\"new\":{},\"gone\":{}}");
    }

    /** The independent count is of the text of the log. */
    @Test
    void stricterContract_flipsWhatItForbids_andGoldenAcceptsIt() throws IOException {
        Pattern notes = Pattern.compile("\"path\":\"/claims/[0-9]+/note\"");
        long expected = log().stream()
                .filter(line -> line.contains("\"PatchCommitted\"")
                        && notes.matcher(line).find())
                .count();
        String stricter = EvidenceReview.blueprint().replace("      - {op: [add], path: \"/claims/*/note\"}\n", "");
        assertThat(expected).isPositive();

        Cli flipped = whatIf(stricter, "--blueprint-name", "evidence-review", "--json");
        assertThat(flipped.exitCode()).as(flipped.out() + flipped.err()).isEqualTo(8);
        assertThat(at(flipped.json(), "/flips")).isEqualTo(Json.of(expected));
        assertThat(at(flipped.json(), "/clauses/0/clause")).isEqualTo(Json.of("/workers/verifier/write"));
        assertThat(at(flipped.json(), "/clauses/0/change")).isEqualTo(Json.of("rejected-now"));
        assertThat(whatIf(stricter, "--all").out())
                .contains("/workers/verifier/write: " + expected + " would be rejected", "Tokens:");

        String golden = dir.resolve("golden.json").toString();
        Cli written = whatIf(stricter, "--all", "--golden", golden);
        assertThat(written.err()).contains(golden + ": " + expected + " flip", " accepted from the next time on");
        assertThat(written.exitCode()).as("nobody has looked at them yet").isEqualTo(8);
        assertThat(whatIf(stricter, "--all", "--golden", golden).exitCode()).isZero();
        Cli more = whatIf(stricter.replace("maxItems: 50", "maxItems: 1"), "--all", "--golden", golden);
        assertThat(more.exitCode()).isEqualTo(8);
        assertThat(more.out()).contains("/state/schema/properties/claims/maxItems");
    }

    @Test
    void gateThatThereWasNot_holdsWhatWasCommitted() throws IOException {
        Cli gated = whatIf(
                EvidenceReview.blueprint() + "\ngates: [{name: notes, on: {path: '/claims/*/note'}}]\n", "--all");

        assertThat(gated.exitCode()).as(gated.out() + gated.err()).isEqualTo(8);
        assertThat(gated.out()).contains("held by a gate: ", " would wait", "3 boards");
        assertThat(gated.err()).doesNotContain("cannot be judged");
    }

    @Test
    void whatIf_saysWhatIsWrong() throws IOException {
        assertThat(whatIf("name: [", "--all").exitCode()).isEqualTo(6);
        assertThat(whatIf("name: none", "--all").exitCode()).isEqualTo(6);
        Cli unknown = whatIf(EvidenceReview.blueprint(), "no-such-board");
        assertThat(unknown.exitCode()).isEqualTo(3);
        assertThat(unknown.err()).contains("no-such-board");
        assertThat(whatIf(EvidenceReview.blueprint()).err()).contains("--all");
    }

    @Test
    void rejections_areToldByClause_withWhatNeverFired() {
        Cli told = Cli.run("rejections", "--blueprint", "evidence-review", "--json", "--data-dir", data());

        assertThat(told.exitCode()).as(told.err()).isZero();
        JsonArray counts = (JsonArray) at(told.json(), "/rejections");
        assertThat(counts.stream().map(count -> at(count, "/count").toString()).toList())
                .startsWith("1", "1", "1", "1", "1", "0");
        assertThat(counts.stream().map(count -> at(count, "/key")).toList())
                .contains(
                        Json.of("/workers/extractor/write"),
                        Json.of("/invariants/0"),
                        Json.of("/state/schema/properties/claims/maxItems"));
        assertThat(at(counts.get(0), "/example/board")).isEqualTo(at(summary(), "/boards/0/boardId"));
        assertThat(at(counts.get(0), "/repaired")).isEqualTo(Json.of(1));

        Cli people = Cli.run("rejections", "--by", "stage", "--data-dir", data());
        assertThat(people.out()).contains("INVARIANT: 2 (40 %)", "5 rejections");
        assertThat(Cli.run("rejections", "--board", "none", "--data-dir", data())
                        .exitCode())
                .isEqualTo(3);
    }

    @Test
    void indexOfAServer_isBroughtUpToDate_andNoneIsMadeBesideIt() throws IOException {
        Path kept = Files.createDirectories(dir.resolve("demo/boards"));

        assertThat(Cli.run("rejections", "--by", "stage", "--data-dir", data()).out())
                .contains("5 rejections");
        assertThat(kept.resolve("boards.sqlite")).isNotEmptyFile();
        assertThat(Cli.run("rejections", "--by", "stage", "--data-dir", data()).out())
                .contains("5 rejections");
    }
}
