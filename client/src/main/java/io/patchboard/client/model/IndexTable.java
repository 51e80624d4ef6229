package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of {@link BoardIndexes}. A board's column {@code valued} is the version that its values are of, and -1 if
 * its blueprint has neither indexes nor fallbacks; so what is due is found by an index, whatever was killed when.
 */
final class IndexTable {

    static final String LIVE = "phase IN ('OPEN', 'PAUSED', 'COMPENSATING')";

    /** What boards have that wait for a person, and others that have a role for one. */
    static final String MAY_NEED = "(decisions > 0 OR " + Task.POSSIBLE + ")";

    static final List<String> TABLES = List.of(
            "CREATE TABLE board_value (name TEXT, value TEXT, board TEXT, PRIMARY KEY (name, value, board)) WITHOUT"
                    + " ROWID",
            "CREATE INDEX board_value_board ON board_value (board)",
            "CREATE INDEX unvalued ON board (number) WHERE valued >= 0 AND valued < version",
            "CREATE INDEX needing ON board (id) WHERE " + MAY_NEED,
            "CREATE INDEX live ON board (id) WHERE " + LIVE);

    private static final String BELOW = "below.id > board.id || '~' AND below.id < board.id || char(127)";

    /** Whether a row of {@code board} waits for a person. */
    static final String NEEDED = "(decisions > 0 OR EXISTS (SELECT 1 " + Task.OPEN + "))";

    /** Whether one of the boards below a row of {@code board} waits for a person: their ids go on with a tilde. */
    static final String NEEDED_BELOW =
            "(" + LIVE + " AND EXISTS (SELECT 1 FROM board AS below INDEXED BY needing WHERE "
                    + MAY_NEED.replaceAll("decisions|people|phase", "below.$0") + " AND " + BELOW
                    + " AND (below.decisions > 0 OR EXISTS (SELECT 1 " + Task.open("below") + "))))";

    private IndexTable() {}

    /** A board has another blueprint. */
    static void ruled(Connection writer, Summary.News news) throws SQLException {
        try (PreparedStatement update =
                writer.prepareStatement("UPDATE board SET valued = 0 WHERE id = ? AND (? OR valued >= 0)")) {
            update.setString(1, news.boardId());
            update.setBoolean(2, news.indexes());
            update.executeUpdate();
        }
    }

    /** The next board whose values are of an earlier version. */
    static Optional<ModelStore.Known> due(Connection connection, long afterNumber) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + BoardRow.COLUMNS
                + " FROM board INDEXED BY unvalued WHERE valued >= 0 AND valued < version AND number > ?"
                + " ORDER BY number LIMIT 1")) {
            select.setLong(1, afterNumber);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(BoardRow.read(row)) : Optional.empty();
            }
        }
    }

    /** @param version of the board that has these values */
    static void put(Connection writer, String boardId, Map<String, String> values, long version) throws SQLException {
        try (PreparedStatement delete = writer.prepareStatement("DELETE FROM board_value WHERE board = ?");
                PreparedStatement insert = writer.prepareStatement("INSERT INTO board_value VALUES (?, ?, ?)");
                PreparedStatement update = writer.prepareStatement("UPDATE board SET valued = ? WHERE id = ?")) {
            delete.setString(1, boardId);
            delete.executeUpdate();
            for (Map.Entry<String, String> value : values.entrySet()) {
                insert.setString(1, value.getKey());
                insert.setString(2, value.getValue());
                insert.setString(3, boardId);
                insert.executeUpdate();
            }
            update.setLong(1, version);
            update.setString(2, boardId);
            update.executeUpdate();
        }
    }

    /** Some boards that have a label and either have not ended or were created after a moment. */
    static List<Summary> labelled(Connection connection, String name, String value, Instant since, int most)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + BoardRow.COLUMNS
                + " FROM board WHERE id IN (SELECT board FROM label WHERE name = ? AND value = ?)"
                + " AND (phase IN ('OPEN', 'PAUSED', 'COMPENSATING') OR created > ?) LIMIT ?")) {
            select.setString(1, name);
            select.setString(2, value);
            select.setLong(3, since.toEpochMilli());
            select.setInt(4, most);
            List<Summary> found = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(BoardRow.read(row).summary());
                }
            }
            return found;
        }
    }

    /** The first few boards below one, whose ids go on with a tilde after its own, that wait for a person. */
    static List<String> needingPersonBelow(Connection connection, String boardId, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM board INDEXED BY needing WHERE "
                + MAY_NEED + " AND " + NEEDED + " AND id > ? AND id < ? ORDER BY id LIMIT ?")) {
            select.setString(1, boardId + "~");
            select.setString(2, boardId + (char) ('~' + 1));
            select.setInt(3, most);
            List<String> found = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            return found;
        }
    }

    /** How many decisions a person has to make on the boards below some, by the ids of those where there are any. */
    static Map<String, Long> decisionsBelow(Connection connection, List<String> boardIds) throws SQLException {
        Map<String, Long> decisions = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement("SELECT coalesce(sum(decisions), 0) FROM board"
                + " INDEXED BY decisions WHERE decisions > 0 AND id > ? AND id < ?")) {
            for (String boardId : boardIds) {
                select.setString(1, boardId + "~");
                select.setString(2, boardId + (char) ('~' + 1));
                try (ResultSet row = select.executeQuery()) {
                    if (row.next() && row.getLong(1) > 0) {
                        decisions.put(boardId, row.getLong(1));
                    }
                }
            }
        }
        return decisions;
    }

    /** Those of some ids of which there is an entry. */
    static Set<String> known(Connection connection, Set<String> ids) throws SQLException {
        Set<String> known = new HashSet<>();
        try (PreparedStatement find = connection.prepareStatement("SELECT 1 FROM board WHERE id = ?")) {
            for (String id : ids) {
                find.setString(1, id);
                try (ResultSet row = find.executeQuery()) {
                    if (row.next()) {
                        known.add(id);
                    }
                }
            }
        }
        return known;
    }

    /** How many boards have a label and have not ended; costs as much as there are such of any label. */
    static long atWork(Connection connection, String name, String value) throws SQLException {
        return count(connection, "INDEXED BY phase WHERE phase IN ('OPEN', 'PAUSED', 'COMPENSATING')", name, value);
    }

    /** How many boards have a label and were created after a moment; costs as much as has changed since. */
    static long created(Connection connection, String name, String value, Instant since) throws SQLException {
        long after = since.toEpochMilli();
        return count(
                connection,
                "INDEXED BY recent WHERE phase <> 'ABSENT' AND -time < " + -after + " AND created > " + after,
                name,
                value);
    }

    private static long count(Connection connection, String boards, String name, String value) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM board " + boards
                + " AND EXISTS (SELECT 1 FROM label WHERE name = ? AND value = ? AND label.board = board.id)")) {
            select.setString(1, name);
            select.setString(2, value);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** Boards that have a value and have not ended, the first few. */
    static List<String> live(Connection connection, String name, String value, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT board.id FROM board_value AS has JOIN board ON board.id = has.board WHERE has.name = ?"
                        + " AND has.value = ? AND board.phase IN ('OPEN', 'PAUSED', 'COMPENSATING')"
                        + " ORDER BY board.id LIMIT ?")) {
            select.setString(1, name);
            select.setString(2, value);
            select.setInt(3, most);
            List<String> found = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
            return found;
        }
    }
}
