package io.patchboard.standalone.cli.archive;

import io.patchboard.client.log.LogArchive;
import io.patchboard.client.log.LogCut;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.ArchivePlace;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.Recording;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code archive}. */
@Command(
        name = "archive",
        description = {
            "Writes the logs of boards that have ended to files, one for each, with the blobs that they name.",
            "Every log is checked as \"replay --verify\" does before it is written. What is in the archive already is left as"
                    + " it is, unless the log has gone on. Without --cut nothing is removed. May run while a server does."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 done; 5 some logs differ from what they say, and were not written.",
            "",
            "Examples:",
            "  patchboard archive --to archive --retain 30d --blobs .patchboard/blobs",
            "  patchboard archive --to archive --retain 30d --cut",
            "  patchboard replay --verify --archive archive"
        })
public final class ArchiveCommand implements Callable<Integer> {

    /** Of the boards that a cut stops at, so many are told. */
    private static final int MOST_HOLDERS = 10;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            required = true,
            description = "The archive: a directory, made if it is not there, or s3://BUCKET/PREFIX.")
    private String to;

    @Option(
            names = "--retain",
            paramLabel = "DURATION",
            description =
                    "Leave boards of which something was written within this time. Left out: all that have ended.")
    private Duration retain = Duration.ZERO;

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description =
                    "Where the server keeps blobs, a directory or s3://BUCKET/PREFIX; needed where a board names one.")
    private Optional<String> blobs = Optional.empty();

    @Option(
            names = "--cut",
            description = {
                "Then remove from the log's topics, from their beginning on, as much as is in the archive and can go without"
                        + " a board being cut in two."
            })
    private boolean cuts;

    @Mixin
    private LogSourceOptions source = new LogSourceOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    private final NavigableMap<String, String> refused = new TreeMap<>();
    private final List<Json> written = new ArrayList<>();
    private ArchivePlace place;
    private LogArchive archive;
    private ArchivedBlobs bytes;
    private int kept;
    private Optional<LogCut> cut = Optional.empty();

    @Override
    public Integer call() {
        Instant before = Instant.now().minus(retain);
        Output output = options.output();
        place = ArchivePlace.open(to);
        archive = LogArchive.in(place.dir());
        bytes = new ArchivedBlobs(blobs, place.beside("blobs"));
        try (Cluster cluster = source.open(output)) {
            LogReader log = archive.exists() ? cluster.logReader().with(archive) : cluster.logReader();
            if (log.topics().isEmpty()) {
                throw CliException.noLog(cluster.connection().topics().prefix());
            }
            makeDirectory();
            CheckedLogs checked = new CheckedLogs(new Recording(cluster.connection()));
            try (Pulse pulse = Pulse.startLater(output.errors(), checked::progress)) {
                log.scanWritten(checked);
                NavigableMap<String, Long> over = checked.over(before);
                write(log, checked, over, output);
                place.finish();
                if (cuts) {
                    cut = Optional.of(LogCut.find(cluster.connection(), over));
                    cut.get().make(cluster.connection());
                }
            }
        }
        report(output);
        return refused.isEmpty() ? ExitCodes.OK : ExitCodes.DIFFERS;
    }

    /** Also where no log goes there yet: an archive of nothing can be read. */
    private void makeDirectory() {
        try {
            Files.createDirectories(place.dir());
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected to make the directory " + place.dir() + ", but " + FileTrouble.of(e) + ".");
        }
    }

    private void write(LogReader log, CheckedLogs checked, NavigableMap<String, Long> over, Output output) {
        Map<String, List<LogRecord>> read = new HashMap<>();
        // A file that was changed may lead to a board that does not end.
        checked.ids().stream()
                .filter(id -> over.containsKey(id) || Files.exists(archive.file(id)))
                .forEach(id -> checked.trouble(id).ifPresent(why -> refused.put(id, why)));
        refused.keySet().forEach(over::remove);
        log.scanWritten(next -> {
            long length = over.getOrDefault(next.boardId(), 0L);
            if (next.sequence() <= length) {
                read.computeIfAbsent(next.boardId(), id -> new ArrayList<>()).add(next);
                if (next.sequence() == length) {
                    write(next.boardId(), read.remove(next.boardId()), output);
                }
            }
            return true;
        });
    }

    /** The blobs go first: what is in the archive is there whole. */
    private void write(String boardId, List<LogRecord> log, Output output) {
        log.forEach(entry -> bytes.copy(boardId, entry.json()));
        Path file = archive.file(boardId);
        try {
            if (archive.has(boardId, log.size())) {
                kept++;
                return;
            }
            archive.write(boardId, log);
        } catch (IOException e) {
            throw CliException.failed("Expected to write " + file + ", but " + FileTrouble.of(e)
                    + ". It is as it was; begin again when there is room.");
        }
        output.line("archived " + Text.printable(boardId) + ", " + Text.counted(log.size(), "entry", "entries"));
        written.add(JsonObject.builder()
                .put("boardId", boardId)
                .put("entries", log.size())
                .put("file", place.of(file))
                .build());
    }

    private void report(Output output) {
        refused.forEach((id, why) -> output.progress("not archived: the log of board " + Text.printable(id)
                + (Files.exists(archive.file(id)) ? ", with what is in " + archive.file(id) + "," : "")
                + " is not what it says: " + Text.printable(why)));
        bytes.missing()
                .forEach((sha256, board) ->
                        output.progress((bytes.isSpoilt(sha256) ? "other bytes in place of blob " : "missing blob ")
                                + sha256 + ", which board " + Text.printable(board) + " names"));
        output.line(Text.counted(written.size(), "board") + " archived in " + to + ", "
                + Text.counted(kept, "was there", "were there") + ", " + Text.counted(bytes.copied(), "blob")
                + " copied"
                + (bytes.missing().isEmpty() ? "" : ", " + bytes.missing().size() + " missing"));
        cut.ifPresent(done ->
                output.line(Text.counted(done.removed().size(), "log") + " removed from the topics" + heldBack(done)));
        if (output.isJson()) {
            JsonObject.Builder differ = JsonObject.builder();
            refused.forEach((id, why) -> differ.put(id, why));
            output.document(JsonObject.builder()
                    .put("archived", JsonArray.copyOf(written))
                    .put("kept", kept)
                    .put("blobs", bytes.copied())
                    .put("missingBlobs", JsonArray.ofStrings(bytes.missing().keySet()))
                    .put("differ", differ.build())
                    .putIfPresent("removed", cut.map(done -> JsonArray.ofStrings(done.removed())))
                    .putIfPresent("heldBackBy", cut.map(done -> JsonArray.ofStrings(done.holders())))
                    .build());
        }
    }

    private static String heldBack(LogCut cut) {
        return cut.holders().isEmpty()
                ? ""
                : "; what is left begins with "
                        + cut.holders().stream()
                                .limit(MOST_HOLDERS)
                                .map(Text::printable)
                                .collect(Collectors.joining(", "))
                        + (cut.holders().size() > MOST_HOLDERS ? ", ..." : "");
    }
}
