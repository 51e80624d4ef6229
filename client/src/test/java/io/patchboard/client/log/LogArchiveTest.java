package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.CanonicalJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of boards whose ids are longer than a file's name may be. */
class LogArchiveTest {

    private static final String LONG = "x".repeat(300);

    /** A whole name, and what the file of {@link #LONG} was called by former versions. */
    private static final String FORMER =
            "x".repeat(100) + "~" + CanonicalJson.sha256(LONG.getBytes(StandardCharsets.UTF_8));

    @TempDir
    Path dir;

    private final List<LogProblem> damaged = new ArrayList<>();

    private void write(SampleLog log) throws IOException {
        LogArchive.in(dir).write(log.records().getFirst().boardId(), log.records());
    }

    private List<String> read(Optional<String> boardId) {
        List<String> boards = new ArrayList<>();
        EntryDecoder decoder = EntryDecoder.of(KafkaConnection.to("127.0.0.1:1"));
        LogArchive.in(dir).read(boardId, decoder, entry -> boards.add(entry.boardId()), damaged::add);
        return boards;
    }

    @Test
    void idThatIsCut_hasAFileThatNoOtherIdCanName() throws IOException {
        write(new SampleLog(LONG).created().ended());
        write(new SampleLog(FORMER).created());

        assertThat(read(Optional.of(LONG))).containsExactly(LONG, LONG);
        assertThat(read(Optional.of(FORMER))).containsExactly(FORMER);
        assertThat(read(Optional.empty())).containsOnly(LONG, FORMER).hasSize(3);
        assertThat(LogArchive.in(dir).file(LONG).getFileName().toString())
                .isEqualTo(FORMER.replace("~", "%~") + ".jsonl");
    }

    @Test
    void fileOfAFormerVersion_isReadAndGoesOn_andIsNotReplacedByAnother() throws IOException {
        write(new SampleLog(LONG).created());
        Files.move(LogArchive.in(dir).file(LONG), dir.resolve(FORMER + ".jsonl"));
        LogArchive archive = LogArchive.in(dir);

        assertThat(archive.has(LONG, 1)).isTrue();
        assertThat(archive.has(FORMER, 1)).isFalse();
        assertThatThrownBy(() -> write(new SampleLog(FORMER).created()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it has another board's log");
        assertThat(read(Optional.of(FORMER))).isEmpty();
        write(new SampleLog(LONG).created().ended());
        assertThat(read(Optional.empty())).containsExactly(LONG, LONG);
        assertThat(archive.has(LONG, 2)).isTrue();
    }

    /** Among thousands of files, the directory alone would say nothing. */
    @Test
    void lineThatIsNoEntry_isToldWithItsFile_andTheOthersAreRead() throws IOException {
        write(new SampleLog("a").created());
        write(new SampleLog("b").created());
        Path file = LogArchive.in(dir).file("a");
        Files.write(file, new byte[] {(byte) 0xfb, '\n', '{', '\n'}, StandardOpenOption.APPEND);
        Files.writeString(file, Files.readString(LogArchive.in(dir).file("b")), StandardOpenOption.APPEND);

        assertThat(read(Optional.empty())).containsExactly("a", "b");
        assertThat(damaged)
                .extracting(LogProblem::key, LogProblem::place)
                .containsExactly(
                        tuple("a", "line 2 of " + file),
                        tuple("a", "line 3 of " + file),
                        tuple("a", "line 4 of " + file));
        assertThat(damaged)
                .extracting(LogProblem::message)
                .startsWith("It is no text in UTF-8.")
                .endsWith("It is of board \"b\".");
    }
}
