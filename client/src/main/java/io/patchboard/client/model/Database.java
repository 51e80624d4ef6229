package io.patchboard.client.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The SQLite file of a {@link ModelStore}. One connection writes; each reading has its own, and sees what was written
 * last. A process that is killed loses nothing that was written.
 */
final class Database implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    /** Of the tables below; a file of another format is made anew. */
    private static final int FORMAT = 16;

    private static final int WRITER_CACHE_KILOBYTES = 16_000;

    /** Of a file that is made anew: entries have mostly a kilobyte or two; pages of 4 KB take a quarter more time. */
    private static final int PAGE_BYTES = 8_192;

    /** So that what many batches change is brought into the file once: 64 MB of log before the file. */
    private static final int PAGES_BEFORE_FILE = 8_000;

    private static final String INDEX = "CREATE INDEX ";

    private static final String OWN_INDEXES = "type = 'index' AND sql IS NOT NULL";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE board (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, phase TEXT NOT NULL, blueprint"
                    + " TEXT, decisions INTEGER NOT NULL, version INTEGER NOT NULL, sequence INTEGER NOT NULL, time"
                    + " INTEGER NOT NULL, looked INTEGER NOT NULL DEFAULT 0, valued INTEGER NOT NULL DEFAULT -1, people"
                    + " INTEGER NOT NULL, created INTEGER NOT NULL, tokens INTEGER NOT NULL, cost REAL NOT NULL)",
            "CREATE INDEX created ON board (id) WHERE phase <> 'ABSENT'",
            "CREATE INDEX decisions ON board (id) WHERE decisions > 0",
            "CREATE INDEX phase ON board (phase, id)",
            "CREATE INDEX blueprint ON board (blueprint, id) WHERE phase <> 'ABSENT'",
            "CREATE INDEX recent ON board (-time, id) WHERE phase <> 'ABSENT'",
            "CREATE TABLE worker (name TEXT, board TEXT, PRIMARY KEY (name, board)) WITHOUT ROWID",
            "CREATE TABLE label (name TEXT, value TEXT, board TEXT, PRIMARY KEY (name, value, board)) WITHOUT ROWID",
            "CREATE INDEX label_board ON label (board)",
            CheckpointTable.TABLE,
            CheckpointTable.DUE,
            "CREATE TABLE entry (key INTEGER PRIMARY KEY, arrived INTEGER NOT NULL, value BLOB NOT NULL)");

    private final Path dir;
    private final Connection writer;

    private Database(Path dir, Connection writer) {
        this.dir = dir;
        this.writer = writer;
    }

    /**
     * Opens what is in a directory, or begins anew where nothing is, or what cannot be read.
     *
     * @throws ModelException if neither can be done
     */
    static Database open(Path dir) {
        try {
            Files.createDirectories(dir);
            try {
                return opened(dir);
            } catch (SQLiteException e) {
                if (e.getResultCode() != SQLiteErrorCode.SQLITE_NOTADB
                        && e.getResultCode() != SQLiteErrorCode.SQLITE_CORRUPT) {
                    throw e;
                }
                LOG.warn("Expected a read model in {}, but: {} It is made again from the log.", dir, e.getMessage());
                delete(dir);
                return opened(dir);
            }
        } catch (IOException | SQLException e) {
            throw new ModelException(dir, e);
        }
    }

    /** What another process keeps in a directory; absent where there is nothing of this format. */
    static Optional<Database> openKept(Path dir) {
        if (!Files.isRegularFile(file(dir))) {
            return Optional.empty();
        }
        try {
            Connection connection = connect(dir);
            if (format(connection) == FORMAT) {
                return Optional.of(new Database(dir, connection));
            }
            connection.close();
        } catch (SQLException e) {
            LOG.debug("Expected to read what is kept in {}.", dir, e);
        }
        return Optional.empty();
    }

    private static Database opened(Path dir) throws SQLException {
        makeFile(dir);
        Connection writer = connect(dir);
        try {
            makeTables(writer);
        } catch (SQLException e) {
            writer.close();
            throw e;
        }
        return new Database(dir, writer);
    }

    private static Path file(Path dir) {
        return dir.resolve("boards.sqlite");
    }

    private static Connection connect(Path dir) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(10_000);
        config.setGetGeneratedKeys(false); // else each insertion is followed by a query
        return config.createConnection("jdbc:sqlite:" + file(dir));
    }

    /** Where there is none: the size of its pages can be chosen only before anything else is. */
    private static void makeFile(Path dir) throws SQLException {
        if (Files.exists(file(dir))) {
            return;
        }
        try (Connection connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + file(dir));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA page_size = " + PAGE_BYTES);
            statement.execute("PRAGMA user_version = 0");
        }
    }

    private static void delete(Path dir) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(dir.resolve(file(dir).getFileName() + suffix));
        }
    }

    private static void makeTables(Connection writer) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("PRAGMA cache_size = -" + WRITER_CACHE_KILOBYTES);
            statement.execute("PRAGMA wal_autocheckpoint = " + PAGES_BEFORE_FILE);
            if (format(writer) != FORMAT) {
                for (String name : names(statement)) {
                    statement.execute("DROP TABLE " + name);
                }
                for (String table : all()) {
                    statement.execute(table);
                }
                statement.execute("PRAGMA user_version = " + FORMAT);
            }
            writer.setAutoCommit(false);
        }
    }

    private static int format(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getInt(1);
        }
    }

    private static List<String> all() {
        return Stream.of(TABLES, PlaceTables.TABLES, IndexTable.TABLES, VerdictTables.TABLES)
                .flatMap(List::stream)
                .toList();
    }

    /** Of the tables that there are, whichever format made them. */
    private static List<String> names(Statement statement) throws SQLException {
        return names(statement, "type = 'table'");
    }

    private static List<String> names(Statement statement, String which) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT name FROM sqlite_schema WHERE " + which)) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        return names;
    }

    /** Until {@link #index}, rows are written in half of the time, and what is asked by an index cannot be asked. */
    void dropIndexes() {
        write(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String name : names(statement, OWN_INDEXES)) {
                    statement.executeUpdate("DROP INDEX " + name);
                }
            }
        });
    }

    boolean isIndexed() {
        return read(connection -> {
            try (Statement statement = connection.createStatement()) {
                return names(statement, OWN_INDEXES).size()
                        == all().stream()
                                .filter(table -> table.startsWith(INDEX))
                                .count();
            }
        });
    }

    /** Makes the indexes that are missing. */
    void index() {
        write(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : all()) {
                    if (table.startsWith(INDEX)) {
                        statement.executeUpdate(table.replace(INDEX, INDEX + "IF NOT EXISTS "));
                    }
                }
            }
        });
    }

    /** @param cleared runs in the same turn of writing */
    void clear(Runnable cleared) {
        write(connection -> {
            cleared.run();
            try (Statement statement = connection.createStatement()) {
                for (String name : names(statement)) {
                    statement.executeUpdate("DELETE FROM " + name);
                }
            }
        });
    }

    @FunctionalInterface
    interface Reading<T> {
        T from(Connection connection) throws SQLException;
    }

    <T> T read(Reading<T> reading) {
        try (Connection connection = connect(dir)) {
            return reading.from(connection);
        } catch (SQLException e) {
            throw new ModelException(dir, e);
        }
    }

    @FunctionalInterface
    interface Writing {
        void to(Connection connection) throws SQLException;
    }

    /** In one transaction, one after the other. */
    synchronized void write(Writing writing) {
        try {
            try {
                writing.to(writer);
                writer.commit();
            } catch (SQLException | RuntimeException e) {
                takeBack(e);
                throw e;
            }
        } catch (SQLException e) {
            throw new ModelException(dir, e);
        }
    }

    /** And begins the next transaction. Where the disk is full, SQLite itself has taken back, and the driver fails. */
    private void takeBack(Exception cause) {
        try {
            writer.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            try (Statement statement = writer.createStatement()) {
                statement.execute("BEGIN");
            } catch (SQLException begun) {
                cause.addSuppressed(begun);
            }
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (SQLException e) {
            LOG.warn("Expected to close the read model in {}, but that failed: {}", dir, e.toString());
        }
    }
}
