package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * An invocation that a person is to answer, and nobody has.
 *
 * @param sequence of the entry that invited him
 */
public record Task(String invocationId, long sequence, String worker) {

    /**
     * Of a row of {@code board}, by the blueprint that it had when it invited; entries of several topics come in any
     * order, so that none is ever taken back.
     */
    static final String OPEN = open("board");

    /** Whether there may be one: the board is at work, and its blueprint has a role for a person. */
    static final String POSSIBLE = "(people > 0 AND phase IN ('OPEN', 'COMPENSATING'))";

    /** @param row the name of that row */
    static String open(String row) {
        return """
            FROM person p CROSS JOIN invited i INDEXED BY invited_worker ON i.board = p.board AND i.worker = p.worker
            WHERE p.board = ROW.number AND ROW.phase IN ('OPEN', 'COMPENSATING')
              AND p.since = (SELECT max(r.since) FROM ruled r WHERE r.board = i.board AND r.since < i.sequence)
              AND NOT EXISTS (SELECT 1 FROM verdict v
                              WHERE v.board = i.board AND v.invocation = i.invocation AND v.invocation <> '')
              AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.board = i.board AND e.invocation = i.invocation)
            """.replace("ROW", row);
    }

    /** In the order in which they were made. */
    static List<Task> of(Connection connection, String boardId) throws SQLException {
        String sql = "SELECT i.invocation, i.sequence, i.worker "
                + OPEN.replace("WHERE p.board", "JOIN board ON board.id = ? WHERE p.board")
                + " ORDER BY i.sequence";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, boardId);
            List<Task> tasks = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    tasks.add(new Task(row.getString(1), row.getLong(2), row.getString(3)));
                }
            }
            return tasks;
        }
    }
}
