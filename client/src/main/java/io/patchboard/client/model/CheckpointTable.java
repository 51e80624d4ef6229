package io.patchboard.client.model;

import io.patchboard.kernel.state.Board;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The table of {@link Checkpoints}, whose keys are those of the entries after which they are. */
final class CheckpointTable {

    static final String TABLE =
            "CREATE TABLE checkpoint (key INTEGER PRIMARY KEY, version INTEGER NOT NULL, value BLOB NOT NULL)";

    private static final String IS_DUE = "sequence - looked >= " + Checkpoints.EVERY;

    /** Boards that have many entries more than were looked at. */
    static final String DUE = "CREATE INDEX due ON board (number) WHERE " + IS_DUE;

    private CheckpointTable() {}

    /** The latest of a board with a version or an earlier one. */
    static Optional<byte[]> find(Connection connection, String boardId, long version) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT value FROM checkpoint, (SELECT number * ?1 AS base FROM board WHERE id = ?2)"
                        + " WHERE key > base AND key < base + ?1 AND version <= ?3 ORDER BY key DESC LIMIT 1")) {
            select.setLong(1, ModelStore.SEQUENCES);
            select.setString(2, boardId);
            select.setLong(3, version);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
            }
        }
    }

    static void put(Connection writer, Board board, byte[] value) throws SQLException {
        try (PreparedStatement insert = writer.prepareStatement(
                "INSERT OR REPLACE INTO checkpoint SELECT number * ? + ?, ?, ? FROM board WHERE id = ?")) {
            insert.setLong(1, ModelStore.SEQUENCES);
            insert.setLong(2, board.sequence());
            insert.setLong(3, board.version());
            insert.setBytes(4, value);
            insert.setString(5, board.id());
            insert.executeUpdate();
        }
    }

    /** A board's log was looked at up to this sequence. */
    static void looked(Connection writer, String boardId, long sequence) throws SQLException {
        try (PreparedStatement update = writer.prepareStatement("UPDATE board SET looked = ? WHERE id = ?")) {
            update.setLong(1, sequence);
            update.setString(2, boardId);
            update.executeUpdate();
        }
    }

    static Optional<Summary> due(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT " + BoardRow.COLUMNS + " FROM board INDEXED BY due WHERE " + IS_DUE + " LIMIT 1");
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(BoardRow.read(row).summary()) : Optional.empty();
        }
    }

    /** The source of a blueprint that some board has had. */
    static Optional<String> blueprint(Connection connection, String hash) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT json FROM blueprint_text WHERE hash = ?")) {
            select.setString(1, hash);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }
}
