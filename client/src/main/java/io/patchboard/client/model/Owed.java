package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Answers that a board's workers owe it, of its latest invitations, so that a long log costs a list no more. */
final class Owed {

    static final int LATEST = 50;

    /** Of a row of {@code board}; entries of several topics come in any order, so that none is ever taken back. */
    static final String OPEN = """
            FROM (SELECT board, invocation, worker FROM invited INDEXED BY invited_latest
                  WHERE board = %s ORDER BY sequence DESC LIMIT 50) i
            WHERE NOT EXISTS (SELECT 1 FROM verdict v
                              WHERE v.board = i.board AND v.invocation = i.invocation AND v.invocation <> '')
              AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.board = i.board AND e.invocation = i.invocation)
            """;

    private Owed() {}

    /** The names of these workers, in order. */
    static List<String> of(Connection connection, long board) throws SQLException {
        String sql = "SELECT DISTINCT i.worker " + OPEN.formatted("?") + " ORDER BY i.worker";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, board);
            List<String> workers = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    workers.add(row.getString(1));
                }
            }
            return workers;
        }
    }
}
