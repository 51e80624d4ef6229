package io.patchboard.client.log;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Fields;
import io.patchboard.text.FileTrouble;
import io.patchboard.text.StrictUtf8;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Logs of boards in a directory: a file for each, of a line for each entry, in order of the sequence.
 *
 * <p>A line is a JSON object: {@code topic}, {@code partition} and {@code offset} say where the entry stood, and
 * {@code entry} is the entry. Files are written whole or not at all, and are on the disk when {@link #write} returns.
 */
public final class LogArchive {

    private static final String SUFFIX = ".jsonl";

    /** Of an id as it stands in a file's name; what is longer is cut, and its hash put behind it. */
    private static final int LONGEST_NAME = 200;

    /** Before that hash, and in no name that is whole: there, two digits follow each {@code %}. */
    private static final String CUT = "%~";

    /** Former archives have this, which another board's whole name may have, too. */
    private static final String FORMER_CUT = "~";

    private final Path dir;

    private LogArchive(Path dir) {
        this.dir = dir;
    }

    /** What is in a directory, or will be. */
    public static LogArchive in(Path dir) {
        return new LogArchive(dir);
    }

    /** Whether there is such a directory. */
    public boolean exists() {
        return Files.isDirectory(dir);
    }

    /** The file of a board, whether or not it is there. */
    public Path file(String boardId) {
        Path file = dir.resolve(name(boardId, CUT) + SUFFIX);
        Path former = dir.resolve(name(boardId, FORMER_CUT) + SUFFIX);
        return !Files.exists(file) && owner(former).equals(Optional.of(boardId)) ? former : file;
    }

    /** Whose log a file has; absent if it is not there, or begins with something else. */
    private static Optional<String> owner(Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            Fields first = new Fields((JsonObject) JsonReader.parse(text(lines.readLine())));
            return Optional.of(new Fields((JsonObject) first.json("entry")).string("boardId"));
        } catch (IOException | RuntimeException | UnreadableEntryException e) {
            return Optional.empty();
        }
    }

    /** Whether the file of a board is there, with so many entries. */
    public boolean has(String boardId, int entries) throws IOException {
        Path file = file(boardId);
        if (!owner(file).equals(Optional.of(boardId))) {
            return false;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count() == entries;
        }
    }

    private static String name(String boardId, String cut) {
        StringBuilder name = new StringBuilder();
        for (byte octet : boardId.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (octet & 0xff);
            boolean plain = letter < 0x80 && (Character.isLetterOrDigit(letter) || "-_~.".indexOf(letter) >= 0);
            name.append(plain && !(letter == '.' && name.isEmpty()) ? String.valueOf(letter) : hex(octet));
        }
        return name.length() <= LONGEST_NAME
                ? name.toString()
                : name.substring(0, LONGEST_NAME / 2)
                        + cut
                        + CanonicalJson.sha256(boardId.getBytes(StandardCharsets.UTF_8));
    }

    private static String hex(byte octet) {
        return "%" + HexFormat.of().withUpperCase().toHexDigits(octet);
    }

    /**
     * Writes all of a board's log, in place of what was there of it.
     *
     * @param log in order of the sequence, from the first entry on
     * @throws FileSystemException if another board's log is there: a file system may take two names for one
     */
    public void write(String boardId, List<LogRecord> log) throws IOException {
        Files.createDirectories(dir);
        Path file = file(boardId);
        if (owner(file).filter(other -> !other.equals(boardId)).isPresent()) {
            throw new FileSystemException(file.toString(), null, "it has another board's log");
        }
        Path unfinished = dir.resolve("." + file.getFileName());
        try (FileChannel channel = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            for (LogRecord entry : log) {
                ByteBuffer line = ByteBuffer.wrap((line(entry) + "\n").getBytes(StandardCharsets.UTF_8));
                while (line.hasRemaining()) {
                    channel.write(line);
                }
            }
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel names = FileChannel.open(dir)) {
            names.force(true);
        }
    }

    private static String line(LogRecord record) {
        return JsonWriter.compact(JsonObject.builder()
                .put("topic", record.topic())
                .put("partition", record.partition())
                .put("offset", record.offset())
                .put("entry", record.json())
                .build());
    }

    /**
     * Tells the entries of one board, or of all, each board's in the order of its file.
     *
     * @param boardId whose log; empty for all
     * @param listener says of each entry whether to go on
     * @param damaged is told each line that is no entry of its file's board
     * @throws UnreadableLogException if a file cannot be read
     */
    void read(
            Optional<String> boardId,
            EntryDecoder decoder,
            Predicate<LogRecord> listener,
            Consumer<LogProblem> damaged) {
        try {
            if (boardId.isPresent()) {
                Path file = file(boardId.get());
                if (Files.exists(file)) {
                    read(
                            file,
                            decoder,
                            entry -> !entry.boardId().equals(boardId.get()) || listener.test(entry),
                            damaged);
                }
                return;
            }
            for (Path file : files()) {
                if (!read(file, decoder, listener, damaged)) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UnreadableLogException("Expected archived logs in " + dir + ", but " + FileTrouble.of(e) + ".");
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> isArchived(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isArchived(String name) {
        return name.endsWith(SUFFIX) && !name.startsWith(".");
    }

    private static boolean read(
            Path file, EntryDecoder decoder, Predicate<LogRecord> listener, Consumer<LogProblem> damaged) {
        int number = 0;
        // Octets at first: those of one line that are no text keep nobody from the lines behind it.
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String octets = lines.readLine(); octets != null; octets = lines.readLine()) {
                number++;
                LogRecord record;
                try {
                    record = record(text(octets), file, decoder);
                } catch (UnreadableEntryException e) {
                    damaged.accept(LogProblem.archived(owner(file), file, number, e));
                    continue;
                }
                if (!listener.test(record)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UnreadableLogException("Expected archived entries behind line " + number + " of " + file
                    + ", but " + FileTrouble.of(e) + ".");
        }
    }

    private static String text(String octets) throws UnreadableEntryException {
        return StrictUtf8.text(octets.getBytes(StandardCharsets.ISO_8859_1))
                .orElseThrow(() -> new UnreadableEntryException("It is no text in UTF-8."));
    }

    private static LogRecord record(String line, Path file, EntryDecoder decoder) throws UnreadableEntryException {
        try {
            Fields fields = new Fields((JsonObject) JsonReader.parse(line));
            Json entry = fields.json("entry");
            byte[] value = JsonWriter.compact(entry).getBytes(StandardCharsets.UTF_8);
            LogRecord record = new LogRecord(
                    fields.string("topic"),
                    (int) fields.integer("partition"),
                    fields.integer("offset"),
                    decoder.decode(value),
                    value);
            String name = file.getFileName().toString();
            if (Stream.of(CUT, FORMER_CUT).noneMatch(cut -> name.equals(name(record.boardId(), cut) + SUFFIX))) {
                throw new UnreadableEntryException("It is of board \"" + record.boardId() + "\".");
            }
            return record;
        } catch (RuntimeException e) {
            throw new UnreadableEntryException(e.getMessage());
        }
    }
}
