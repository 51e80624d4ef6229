package io.patchboard.standalone.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.cli.Cli;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes into an archive, that it is enough to verify with, and what may go from the topics then. */
class ArchiveCommandTest {

    private static final Path AUDIT = Path.of("..", "audit", "audit.py");

    @TempDir
    static Path dir;

    private static EmbeddedBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    /** One partition each, so that boards stand behind one another. */
    private static Topics topics(String prefix) throws Exception {
        Topics topics = new Topics(prefix);
        for (String name : List.of(topics.committed(), topics.rejected(), topics.invocations("default"))) {
            KnownTopics.create(admin, List.of(new NewTopic(name, 1, (short) 1)));
        }
        return topics;
    }

    private static Cli run(Topics topics, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--prefix", topics.prefix()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static void assertIdentical(int boards, Topics topics, String... more) {
        List<String> args = new ArrayList<>(List.of("replay", "--verify"));
        args.addAll(List.of(more));
        Cli replay = run(topics, args.toArray(String[]::new));
        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains(boards == 1 ? "1 board" : boards + " boards", "identical");
    }

    private static List<String> listed(Topics topics) {
        return ((JsonArray) run(topics, "board", "list", "--json").json())
                .items().stream()
                        .map(board -> ((JsonString)
                                        ((JsonObject) board).get("boardId").orElseThrow())
                                .value())
                        .sorted()
                        .toList();
    }

    private static void write(Topics topics, SampleLog... logs) {
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            for (SampleLog some : logs) {
                log.commit(some.entries());
            }
        }
    }

    private static List<Path> files(Path archive) throws IOException {
        try (Stream<Path> files = Files.list(archive)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void endedBoards_haveAFileEach_whichVerifiesWithAndWithoutPatchBoard() throws Exception {
        Topics topics = topics("files.");
        write(topics, SampleLog.completed("a"), new SampleLog("open").created(), SampleLog.completed("../Büro 7"));
        Path archive = dir.resolve("files");

        Cli first = run(topics, "archive", "--to", archive.toString());
        assertThat(first.exitCode()).as(first.out() + first.err()).isZero();
        assertThat(first.out()).contains("archived a, 7 entries", "2 boards archived", "0 were there");
        assertThat(files(archive))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("%2E.%2FB%C3%BCro%207.jsonl", "a.jsonl");
        Files.writeString(archive.resolve(".a.jsonl"), "cut off");

        Cli second = run(topics, "archive", "--to", archive.toString(), "--json");
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(second.json().toString()).contains("\"archived\":[]", "\"kept\":2");
        assertIdentical(3, topics, "--archive", archive.toString());
        assertThat(audited(archive)).contains("ok 2 boards");
        assertThat(run(topics, "replay", "--archive", dir.resolve("nowhere").toString())
                        .err())
                .contains("there is no such directory");
        assertThat(run(new Topics("other."), "replay", "--archive", archive.toString())
                        .err())
                .contains("Expected an archive of the topics other.*");
    }

    private static String audited(Path archive) throws Exception {
        Path all = Files.createTempFile(dir, "all", ".jsonl");
        for (Path file : files(archive)) {
            if (!file.getFileName().toString().startsWith(".")) {
                Files.write(all, Files.readAllBytes(file), StandardOpenOption.APPEND);
            }
        }
        Path output = Files.createTempFile(dir, "audit", ".txt");
        try {
            Process audit = new ProcessBuilder("python3", AUDIT.toString())
                    .redirectInput(all.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(audit.waitFor(5, TimeUnit.MINUTES)).isTrue();
            return Files.readString(output);
        } catch (IOException e) {
            return Assumptions.abort("NOT CHECKED: deploy/audit/audit.py needs python3, but " + e.getMessage());
        }
    }

    @Test
    void boardsOfNow_stay() throws Exception {
        Topics topics = topics("retained.");
        write(topics, SampleLog.completed("a"));
        Path archive = dir.resolve("retained");
        assertThat(run(topics, "archive", "--to", archive.toString(), "--retain", "36500d")
                        .out())
                .contains("0 boards archived");
    }

    @Test
    void cut_takesWhatIsArchived_andNoBoardInTwo() throws Exception {
        Topics topics = topics("cut.");
        List<LogEntry> long1 = SampleLog.completed("long").entries();
        write(topics, SampleLog.completed("a"), SampleLog.completed("b"));
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(long1.subList(0, 3));
            log.commit(SampleLog.completed("c").entries());
            log.commit(new SampleLog("open").created().entries());
            log.commit(long1.subList(3, long1.size()));
        }
        Path archive = dir.resolve("cut");

        Cli cut = run(topics, "archive", "--to", archive.toString(), "--cut");

        assertThat(cut.exitCode()).as(cut.out() + cut.err()).isZero();
        assertThat(cut.out())
                .contains("4 boards archived", "2 logs removed from the topics", "what is left begins with c, long");
        assertThat(listed(topics)).containsExactly("c", "long", "open");
        assertIdentical(3, topics);
        assertIdentical(5, topics, "--archive", archive.toString());
        assertThat(run(topics, "board", "show", "a").exitCode()).isEqualTo(3);
        assertThat(run(topics, "board", "list", "--archive", archive.toString()).out())
                .contains("a ", "b ", "c ", "long ", "open ");
        Cli shown = run(topics, "board", "show", "a", "--archive", archive.toString());
        assertThat(shown.out()).as(shown.err()).contains("completed");
        assertThat(run(topics, "archive", "--to", archive.toString(), "--cut").out())
                .contains("0 boards archived", "4 were there", "0 logs removed");

        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(new SampleLog("open").created().ended().entries().subList(1, 2));
        }
        Cli rest = run(topics, "archive", "--to", archive.toString(), "--cut");
        assertThat(rest.out()).as(rest.err()).contains("1 board archived", "3 logs removed from the topics");
        assertIdentical(5, topics, "--archive", archive.toString());
        assertThat(audited(archive)).contains("ok 5 boards");
    }

    /** Somebody spoke to a board that is not in the topics any more: its log goes on there. */
    @Test
    void logThatGoesOnAfterTheCut_goesOnInTheArchive() throws Exception {
        Topics topics = topics("later.");
        List<LogEntry> entries = SampleLog.completed("a").rejected("p-late", "").entries();
        write(topics, SampleLog.completed("a"));
        Path archive = dir.resolve("later");
        assertThat(run(topics, "archive", "--to", archive.toString(), "--cut").out())
                .contains("1 log removed");
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(entries.subList(entries.size() - 1, entries.size()));
        }

        assertThat(run(topics, "replay", "--verify").exitCode()).isEqualTo(5);
        assertIdentical(1, topics, "--archive", archive.toString());
        Cli again = run(topics, "archive", "--to", archive.toString());
        assertThat(again.out()).as(again.err()).contains("archived a, 8 entries");
    }

    @Test
    void logThatIsNotWhatItSays_isNotArchived() throws Exception {
        Topics topics = topics("forged.");
        List<LogEntry> forged = new ArrayList<>();
        for (LogEntry entry : SampleLog.completed("a").entries()) {
            forged.add(
                    entry.sequence() == 3
                            ? LogEntry.fromAnyJson(entry.toJson().with("proposalId", Json.of("another")))
                            : entry);
        }
        try (LogTopics log = new LogTopics(broker.bootstrapServers(), topics)) {
            log.commit(forged);
        }
        write(topics, SampleLog.completed("b"));
        Path archive = dir.resolve("forged");

        Cli refused = run(topics, "archive", "--to", archive.toString(), "--cut");
        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(5);
        assertThat(refused.err()).contains("not archived: the log of board a is not what it says: entry 3");
        assertThat(refused.out()).contains("1 board archived", "0 logs removed");

        Path file = archive.resolve("b.jsonl");
        Files.writeString(file, Files.readString(file).replaceFirst("\"count\":0", "\"count\":7"));
        Cli replay = run(topics, "replay", "--verify", "--archive", archive.toString());
        assertThat(replay.exitCode()).isEqualTo(5);
        assertThat(replay.out()).contains("b #1");
    }

    @Test
    void blobs_goWithTheBoardsThatNameThem() throws Exception {
        Topics topics = topics("blobs.");
        Path blobs = dir.resolve("server-blobs");
        byte[] bytes = "a picture".getBytes(StandardCharsets.UTF_8);
        BlobStore store = DirectoryBlobs.open(blobs, 1_000, 1_000);
        String there =
                store.put(new ByteArrayInputStream(bytes), Optional.empty()).sha256();
        String gone = "0".repeat(64);
        Json initial = JsonReader.parse("{\"a\":" + handle(there) + ",\"b\":" + handle(gone) + "}");
        Json blueprint = ((JsonObject) SampleLog.BLUEPRINT)
                .with("state", JsonReader.parse("{\"schema\":{\"type\":\"object\"},\"initial\":" + initial + "}"));
        write(topics, new SampleLog("b").created(blueprint, initial).ended());
        Path archive = dir.resolve("with-blobs");

        Cli unnamed = run(topics, "archive", "--to", archive.toString());
        assertThat(unnamed.exitCode()).isEqualTo(1);
        assertThat(unnamed.err()).contains("Expected --blobs DIR", "board b names one");

        Cli done = run(topics, "archive", "--to", archive.toString(), "--blobs", blobs.toString(), "--cut");
        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(done.out()).contains("1 board archived", "1 blob copied, 1 missing");
        assertThat(done.err()).contains("missing blob " + gone + ", which board b names");
        Cli collected = run(topics, "blob", "collect", "--blobs", blobs.toString(), "--older-than", "PT0.001S");
        assertThat(collected.out()).as(collected.err()).contains("removed " + there);
        BlobStore copies = DirectoryBlobs.open(archive.resolve("blobs"), 1_000, 1_000);
        try (BlobStore.Content copy = copies.open(there).orElseThrow()) {
            assertThat(copy.stream().readAllBytes()).isEqualTo(bytes);
        }
        Cli.run("blob", "erase", there, "--blobs", archive.resolve("blobs").toString());
        try (Stream<Path> files = Files.walk(dir).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as("%s", file)
                        .doesNotContain("a picture");
            }
        }
    }

    private static String handle(String sha256) {
        return "{\"$blob\":{\"sha256\":\"" + sha256 + "\",\"bytes\":9,\"type\":\"image/png\"}}";
    }
}
