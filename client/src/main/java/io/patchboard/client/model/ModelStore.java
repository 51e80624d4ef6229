package io.patchboard.client.model;

import io.patchboard.client.model.Summary.News;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/**
 * What is kept of the logs. One thread writes; any may read.
 *
 * <p>An entry's key is its board's number times 2^32 plus its sequence, so a board's log is one range of the table.
 */
final class ModelStore implements AutoCloseable {

    /** No board's log is as long as this. */
    static final long SEQUENCES = 1L << 32;

    private final Database database;
    private final boolean own;
    private final AtomicLong generation = new AtomicLong();

    /**
     * One entry to be kept.
     *
     * @param value the bytes on the wire
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Row(News news, byte[] value, List<VerdictFact> facts) {

        static Row of(LogEntry entry, byte[] value) {
            return new Row(News.of(entry), value, VerdictFact.of(entry));
        }

        /** One that tells nothing of verdicts. */
        Row(News news, byte[] value) {
            this(news, value, List.of());
        }
    }

    /**
     * One entry as it was kept.
     *
     * @param arrived when it was kept, in milliseconds
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Kept(long sequence, long arrived, byte[] value) {}

    @FunctionalInterface
    interface Visitor {

        /** @return whether to go on */
        boolean visit(Kept entry);
    }

    record Known(long number, Summary summary) {}

    private ModelStore(Database database, boolean own) {
        this.database = database;
        this.own = own;
    }

    /**
     * Opens what is in a directory, or begins anew where nothing is, or what cannot be read.
     *
     * @throws ModelException if neither can be done
     */
    static ModelStore open(Path dir) {
        return new ModelStore(Database.open(dir), true);
    }

    /** What another process writes, to be read; absent where there is nothing, or what another version wrote. */
    static Optional<ModelStore> openKept(Path dir) {
        return Database.openKept(dir).map(database -> new ModelStore(database, false));
    }

    /** Whether this process may write; where another does, it waits for that. */
    boolean isOwn() {
        return own;
    }

    /** Forgets everything. */
    void clear() {
        database.clear(generation::incrementAndGet);
    }

    /** Where nothing is kept, much may come: indexes are made afterwards, by {@link #index}, in less time. */
    void begin() {
        if (positions().isEmpty()) {
            database.dropIndexes();
        }
    }

    boolean isIndexed() {
        return database.isIndexed();
    }

    /** By what boards are found, lists are read. */
    void index() {
        database.index();
    }

    /** Changes when everything is forgotten: what was read before is then of no board that is kept. */
    long generation() {
        return generation.get();
    }

    /** Writes what was made of what was read in a generation; nothing if that is over. */
    void write(long since, Database.Writing writing) {
        database.write(writer -> {
            if (since == generation.get()) {
                writing.to(writer);
            }
        });
    }

    /** The ids of the topics whose entries are kept, by name. */
    Map<String, String> topics() {
        return database.read(PlaceTables::topics);
    }

    void putTopics(Map<String, String> ids) {
        database.write(writer -> PlaceTables.putTopics(writer, ids));
    }

    /** The offset from which to go on, for each partition of which something was kept. */
    Map<TopicPartition, Long> positions() {
        return database.read(PlaceTables::positions);
    }

    /**
     * Keeps entries, and where to go on after them. An entry whose board and sequence are there already changes
     * nothing.
     */
    void put(List<Row> rows, long arrived, Map<TopicPartition, Long> next) {
        Map<String, List<Row>> boards = new LinkedHashMap<>();
        for (Row row : rows) {
            boards.computeIfAbsent(row.news().boardId(), id -> new ArrayList<>())
                    .add(row);
        }
        database.write(writer -> {
            try (PreparedStatement isThere = writer.prepareStatement("SELECT number FROM board WHERE id = ?");
                    PreparedStatement find =
                            writer.prepareStatement("SELECT " + BoardRow.COLUMNS + " FROM board WHERE id = ?");
                    PreparedStatement board = writer.prepareStatement(BoardRow.UPSERT);
                    Names names = new Names(writer);
                    VerdictTables.Writer verdicts = new VerdictTables.Writer(writer);
                    PreparedStatement entry = writer.prepareStatement("INSERT OR IGNORE INTO entry VALUES (?, ?, ?)")) {
                long nextNumber = nextNumber(writer);
                for (Map.Entry<String, List<Row>> of : boards.entrySet()) {
                    Optional<Known> known = isThere(isThere, of.getKey()) ? find(find, of.getKey()) : Optional.empty();
                    long number = known.isPresent() ? known.get().number() : nextNumber++;
                    Summary summary = known.map(Known::summary).orElseGet(() -> Summary.absent(of.getKey()));
                    for (Row row : of.getValue()) {
                        entry.setLong(1, number * SEQUENCES + row.news().sequence());
                        entry.setLong(2, arrived);
                        entry.setBytes(3, row.value());
                        if (entry.executeUpdate() == 0) {
                            continue;
                        }
                        summary = summary.then(row.news(), row.facts());
                        names.put(number, row.news());
                        for (VerdictFact fact : row.facts()) {
                            verdicts.put(number, fact);
                        }
                    }
                    BoardRow.put(board, number, summary);
                    for (Row row : of.getValue()) {
                        names.ruled(row.news());
                    }
                }
            }
            PlaceTables.putPositions(writer, next);
        });
    }

    private static long nextNumber(Connection writer) throws SQLException {
        try (Statement statement = writer.createStatement();
                ResultSet row = statement.executeQuery("SELECT coalesce(max(number), 0) + 1 FROM board")) {
            return row.getLong(1);
        }
    }

    /** A question costs what its columns do, whether there is a row or not, and many boards are new. */
    private static boolean isThere(PreparedStatement find, String id) throws SQLException {
        find.setString(1, id);
        try (ResultSet row = find.executeQuery()) {
            return row.next();
        }
    }

    private static Optional<Known> find(PreparedStatement find, String id) throws SQLException {
        find.setString(1, id);
        try (ResultSet row = find.executeQuery()) {
            return row.next() ? Optional.of(BoardRow.read(row)) : Optional.empty();
        }
    }

    Optional<Summary> summary(String boardId) {
        return database.read(connection -> known(connection, boardId).map(Known::summary));
    }

    private static Optional<Known> known(Connection connection, String boardId) throws SQLException {
        try (PreparedStatement find =
                connection.prepareStatement("SELECT " + BoardRow.COLUMNS + " FROM board WHERE id = ?")) {
            return find(find, boardId);
        }
    }

    /** The next of all ids, in their order. */
    Optional<Summary> next(String afterId) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT " + BoardRow.COLUMNS + " FROM board WHERE id > ? ORDER BY id LIMIT 1")) {
                return find(select, afterId).map(Known::summary);
            }
        });
    }

    /** What is asked of the tables of verdicts. */
    <T> T read(Database.Reading<T> query) {
        return database.read(query);
    }

    /** A part of a list of boards that somebody created. */
    BoardPage page(BoardQuery query, BoardPage.Place after, int most) {
        return database.read(connection -> BoardSearch.page(connection, query, after, most));
    }

    /** How many boards are in a phase. */
    long count(Phase phase) {
        return database.read(connection -> count(connection, "WHERE phase = ?", phase.name()));
    }

    /** How many boards wait for a person's decision. */
    long countThatNeedPerson() {
        return database.read(connection -> count(connection, "WHERE decisions > 0"));
    }

    private static long count(Connection connection, String where, String... values) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM board " + where)) {
            for (int i = 0; i < values.length; i++) {
                select.setString(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /**
     * A board's entries in order of their sequence; there may be gaps.
     *
     * @param first the first sequence
     */
    void entries(String boardId, long first, Visitor visitor) {
        database.read(connection -> {
            Optional<Known> board = known(connection, boardId);
            if (board.isPresent()) {
                entries(connection, board.get().number() * SEQUENCES, first, visitor);
            }
            return OptionalLong.empty();
        });
    }

    private static void entries(Connection connection, long base, long first, Visitor visitor) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT key, arrived, value FROM entry WHERE key >= ? AND key < ? ORDER BY key")) {
            select.setLong(1, base + Math.min(Math.max(first, 0), SEQUENCES));
            select.setLong(2, base + SEQUENCES);
            try (ResultSet row = select.executeQuery()) {
                boolean more = true;
                while (more && row.next()) {
                    more = visitor.visit(new Kept(row.getLong(1) - base, row.getLong(2), row.getBytes(3)));
                }
            }
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
