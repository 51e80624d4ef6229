package io.patchboard.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.TriggerHeld;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.PatientSettings;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** See the package. For other requests: {@code -Dpatchboard.seed=SEED}. */
@Tag("long")
final class ReplayElsewhereTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);
    private static final String COPY = "patchboard.";
    private static final String CHANGED = "changed.";
    private static final int CHANGED_BOARDS = 4;
    private static final int SHIFT_DAYS = 400;

    @TempDir
    private static Path dir;

    private static FirstRun first;
    private static EmbeddedBroker other;
    private static Path patient;
    private static Set<String> changed;

    @BeforeAll
    static void decideAndCopy() throws Exception {
        System.out.printf("Replay elsewhere: seed %d (-Dpatchboard.seed)%n", SEED);
        Random random = new Random(SEED);
        first = FirstRun.of(dir, random);
        patient = PatientSettings.in(dir);
        other = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("other")));
        CopiedLog.write(other.bootstrapServers(), COPY, first.records(), random);
        ByteChange change = ByteChange.in(first.records(), CHANGED_BOARDS, random);
        changed = change.boards();
        CopiedLog.write(other.bootstrapServers(), CHANGED, change.records(), random);
    }

    @AfterAll
    static void stop() {
        if (other != null) {
            other.close();
        }
    }

    @Test
    void load_usesWhateverWritesEntries() {
        List<LogEntry> all =
                first.entries().values().stream().flatMap(List::stream).toList();
        assertThat(all.stream().map(LogEntry::type))
                .contains(
                        "BoardCreated",
                        "PatchCommitted",
                        "PatchRejected",
                        "CommandRejected",
                        "WorkerInvoked",
                        "TriggerHeld",
                        "BranchStopped",
                        "CircuitTripped",
                        "PatchHeld",
                        "NeedsPerson",
                        "Decided",
                        "BoardPaused",
                        "BoardResumed",
                        "BoardCompleted",
                        "BoardHalted",
                        "BoardCancelled");
        assertThat(all.stream()
                        .map(LogEntry::event)
                        .filter(PatchRejected.class::isInstance)
                        .map(entry -> ((PatchRejected) entry).stage()))
                .contains(Arrays.stream(Stage.values())
                        .filter(stage -> stage != Stage.BUDGET)
                        .toArray(Stage[]::new));
        assertThat(all.stream()
                        .map(LogEntry::event)
                        .filter(TriggerHeld.class::isInstance)
                        .map(entry -> ((TriggerHeld) entry).reason()))
                .contains(
                        TriggerHeld.Reason.JOIN,
                        TriggerHeld.Reason.BATCH,
                        TriggerHeld.Reason.DELAY,
                        TriggerHeld.Reason.LIMIT);
    }

    @Test
    void replay_ofACopyInAFreshProcess_isTheSame() throws Exception {
        Elsewhere there = Elsewhere.run(
                dir,
                other.bootstrapServers(),
                List.of(),
                List.of(
                        "-Duser.timezone=Pacific/Chatham",
                        "-Duser.language=tr",
                        "-Duser.country=TR",
                        "-Dfile.encoding=ISO-8859-1"),
                commands());
        assertThat(Elsewhere.text(there.about(), "zone")).isEqualTo("Pacific/Chatham");
        assertThat(Elsewhere.text(there.about(), "locale")).isEqualTo("tr-TR");
        assertSame(there);
    }

    @Test
    void replay_ofACopyUnderAnotherClock_isTheSame() throws Exception {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "faketime")));
        assumeTrue(installed, "Skipped: the clock cannot be shifted without \"faketime\"; install that package.");
        Instant now = Instant.now();
        Elsewhere there = Elsewhere.run(
                dir,
                other.bootstrapServers(),
                List.of(
                        "env",
                        "DONT_FAKE_MONOTONIC=1",
                        "FAKETIME_DONT_FAKE_MONOTONIC=1",
                        "faketime",
                        "-f",
                        "+" + SHIFT_DAYS + "d"),
                List.of(
                        "-Duser.timezone=America/St_Johns",
                        "-Duser.language=ar",
                        "-Duser.country=EG",
                        "-Duser.extensions=nu-arab"),
                commands());
        assertThat(Instant.parse(Elsewhere.text(there.about(), "clock")))
                .isCloseTo(now.plus(SHIFT_DAYS, ChronoUnit.DAYS), within(5, ChronoUnit.MINUTES));
        assertThat(Elsewhere.text(there.about(), "million")).doesNotContain("1");
        assertSame(there);
    }

    @Test
    void replay_ofACopyWithOneByteChanged_saysWhichBoardsDiffer() {
        Cli replay = Cli.run(
                "replay", "--verify", "--json", "--bootstrap-server", other.bootstrapServers(), "--prefix", CHANGED);

        assertThat(replay.exitCode()).as(replay.err()).isEqualTo(5);
        JsonObject said = (JsonObject) replay.json();
        assertThat(said.get("identical")).contains(Json.of(false));
        Set<String> boards = new TreeSet<>();
        ((JsonArray) said.get("differences").orElseThrow())
                .items()
                .forEach(difference -> boards.add(Elsewhere.text((JsonObject) difference, "board")));
        assertThat(boards).isEqualTo(changed);
    }

    /** The replay of everything, and states of some boards: the first, one in the middle and the last. */
    private static List<List<String>> commands() {
        List<List<String>> commands = new ArrayList<>();
        commands.add(command("replay", "--verify", "--decide"));
        for (String board : VariedLoad.OPEN) {
            versions(board)
                    .forEach(version ->
                            commands.add(command("board", "state", board, "--version", Long.toString(version))));
        }
        return commands;
    }

    private static List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(
                List.of("--json", "--bootstrap-server", other.bootstrapServers(), "--config", patient.toString()));
        return command;
    }

    private static Set<Long> versions(String board) {
        NavigableMap<Long, String> stored = first.stored().get(board);
        return new TreeSet<>(
                List.of(stored.ceilingKey(1L), stored.floorKey((1 + stored.lastKey()) / 2), stored.lastKey()));
    }

    private static void assertSame(Elsewhere there) {
        assertSameReplay(there.results().get(0));
        int next = 1;
        for (String board : VariedLoad.OPEN) {
            for (long version : versions(board)) {
                Cli state = there.results().get(next++);
                assertThat(state.exitCode()).as(state.err()).isZero();
                assertThat(canonical(JsonReader.parse(state.out())))
                        .as("%s at version %d", board, version)
                        .isEqualTo(canonical(first.state(board, version)));
            }
        }
        assertThat(there.results()).hasSize(next);
        assertThat(there.boards().keySet()).isEqualTo(first.stored().keySet());
        there.boards()
                .forEach((board, stored) -> assertThat(stored)
                        .as(board)
                        .isEqualTo(first.stored().get(board).lastEntry().getValue()));
        for (String board : first.created()) {
            for (long version : first.stored().get(board).tailMap(1L, true).keySet()) {
                assertThat(there.states().get(board).get(version))
                        .as("state of %s at version %d", board, version)
                        .isEqualTo(CanonicalJson.sha256(first.state(board, version)));
            }
        }
    }

    private static void assertSameReplay(Cli replay) {
        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        JsonObject said = (JsonObject) replay.json();
        assertThat(said.get("differences")).contains(JsonArray.EMPTY);
        assertThat(said.get("entries")).contains(Json.of((long) first.records().size()));
        List<Json> results = ((JsonArray) said.get("results").orElseThrow()).items();
        assertThat(results).hasSize(first.stored().size());
        for (Json result : results) {
            JsonObject board = (JsonObject) result;
            JsonObject stored = (JsonObject) JsonReader.parse(first.stored()
                    .get(Elsewhere.text(board, "boardId"))
                    .lastEntry()
                    .getValue());
            assertThat(board.get("version")).isEqualTo(at(stored, "/present/version"));
            assertThat(board.get("sequence")).isEqualTo(at(stored, "/log/sequence"));
            assertThat(board.get("stateHash")).isEqualTo(at(stored, "/present/hash"));
            assertThat(board.get("hash")).isEqualTo(at(stored, "/log/lastHash"));
        }
    }

    private static Optional<Json> at(Json json, String pointer) {
        return JsonPointer.parse(pointer).resolve(json);
    }

    private static String canonical(Json json) {
        return new String(CanonicalJson.bytes(json), StandardCharsets.UTF_8);
    }
}
