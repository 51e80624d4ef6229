package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.Tampering.Verdict;
import io.patchboard.record.LogEntry;
import io.patchboard.registry.RegistryUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each tampering is held against both auditors, and the table in the document against both. */
class TamperTest {

    private static final Path AUDIT = Path.of("..", "deploy", "audit", "audit.py");
    private static final Path DOCUMENT = Path.of("..", "docs", "log-and-hashes.md");

    /** Runs the program once for each file, in one process: most of the time of a run is Python's start. */
    private static final String EACH = """
            import io, os, sys
            program, folder = sys.argv[1:]
            del sys.argv[1:]
            code = compile(open(program, encoding="utf-8").read(), program, "exec")
            for name in sorted(os.listdir(folder)):
                said, sys.stdout = sys.stdout, io.StringIO()
                sys.stdin = open(os.path.join(folder, name), encoding="ascii")
                try:
                    exec(code, {})
                    status = 0
                except SystemExit as end:
                    status = end.code or 0
                except Exception as failure:
                    status = repr(failure)
                text, sys.stdout = sys.stdout.getvalue(), said
                verdict = "SILENT" if status == 0 else "UNVERIFIED" if "unknown kind" in text else "DIFFERS"
                print(name, verdict, ascii(status)[:300])
            """;

    private static final List<LogEntry> LOG = AuditedBoards.log();
    private static final List<Tampering> ALL = Tamperings.all();

    @TempDir
    Path dir;

    private static TamperedLog done(Tampering tampering) {
        TamperedLog log = new TamperedLog(LOG);
        tampering.how().accept(log);
        return log;
    }

    @Test
    void replay_findsWhatTheTableSays() {
        Map<String, Verdict> found = new TreeMap<>();
        Map<String, Verdict> expected = new TreeMap<>();
        for (Tampering tampering : ALL) {
            expected.put(tampering.what(), tampering.replay());
            found.put(tampering.what(), replay(done(tampering), false));
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void deciding_findsWhatTheTableSays() {
        Map<String, Verdict> found = new TreeMap<>();
        Map<String, Verdict> expected = new TreeMap<>();
        for (Tampering tampering : ALL) {
            expected.put(tampering.what(), tampering.decide());
            found.put(tampering.what(), replay(done(tampering), true));
        }
        assertThat(found).isEqualTo(expected);
    }

    static Verdict replay(TamperedLog log, boolean decide) {
        Map<String, List<Recorded>> boards = new TreeMap<>();
        for (TamperedLog.Line line : log.lines) {
            byte[] value = line.text().getBytes(StandardCharsets.UTF_8);
            try {
                LogEntry entry = new RecordDecoder(JsonLimits.DEFAULT).decodeAnyEntry(value);
                boards.computeIfAbsent(entry.boardId(), id -> new ArrayList<>())
                        .add(new Recorded(line.topic(), entry, (JsonObject) JsonReader.parse(line.text())));
            } catch (DecodeException e) {
                return Verdict.DIFFERS; // the reader of the topics reports it
            } catch (RegistryUnavailableException e) {
                throw new AssertionError(e);
            }
        }
        Verdict verdict = Verdict.SILENT;
        Children children = new Children();
        boards.values().forEach(board -> board.forEach(next -> children.accept(next.entry())));
        if (!children.differences(boards::containsKey).isEmpty()) {
            return Verdict.DIFFERS;
        }
        for (Map.Entry<String, List<Recorded>> board : boards.entrySet()) {
            board.getValue().sort(Comparator.comparingLong(next -> next.entry().sequence()));
            Applier applier = new Applier(new Blueprints());
            BoardReplay replay = decide
                    ? new BoardReplay(board.getKey(), applier, new Review(Limits.DEFAULT, new Blueprints()))
                    : new BoardReplay(board.getKey(), applier, true);
            board.getValue().forEach(replay::accept);
            if (!replay.differences().isEmpty()) {
                return Verdict.DIFFERS;
            }
            verdict = replay.unknown().isPresent() ? Verdict.UNVERIFIED : verdict;
        }
        return verdict;
    }

    @Test
    void program_findsWhatTheTableSays() throws Exception {
        Path logs = Files.createDirectory(dir.resolve("logs"));
        for (int i = 0; i < ALL.size(); i++) {
            String text = done(ALL.get(i)).lines.stream()
                    .map(TamperedLog.Line::text)
                    .collect(Collectors.joining("\n", "", "\n"));
            Files.writeString(logs.resolve("%03d".formatted(i)), text);
        }

        List<String> said = run(logs, dir.resolve("said"));

        assertThat(said).hasSize(ALL.size());
        for (int i = 0; i < ALL.size(); i++) {
            assertThat(said.get(i))
                    .as(ALL.get(i).what())
                    .startsWith("%03d ".formatted(i) + ALL.get(i).audit().name());
        }
    }

    /** What the program says of each log of a folder, by name. */
    static List<String> run(Path logs, Path output) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("python3", "-c", EACH, AUDIT.toString(), logs.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            return Assumptions.abort("NOT CHECKED: deploy/audit/audit.py needs python3, but " + e.getMessage());
        }
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return Files.readAllLines(output);
    }

    @Test
    void document_hasTheTable_andTheProgram() throws IOException {
        String document = Files.readString(DOCUMENT);
        assertThat(document).contains("```python\n" + Files.readString(AUDIT) + "```\n");
        assertThat(document).contains("|---|---|---|---|\n" + Tamperings.table() + "\n");
    }
}
