package io.patchboard.client.model;

import io.patchboard.kernel.state.Phase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The row of a board, with its summary. */
final class BoardRow {

    static final String COLUMNS =
            "number, id, phase, blueprint, decisions, version, sequence, time, created, tokens, cost";

    /** What {@link #put} fills, after the board's people are written down. */
    static final String UPSERT = "INSERT INTO board (" + COLUMNS
            + ", people) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, EXISTS (SELECT 1 FROM person WHERE board = ?1))"
            + " ON CONFLICT (number)"
            + " DO UPDATE SET phase = excluded.phase, blueprint = excluded.blueprint,"
            + " decisions = excluded.decisions, version = excluded.version, sequence = excluded.sequence, time = excluded.time,"
            + " created = excluded.created, people = excluded.people, tokens = excluded.tokens, cost = excluded.cost";

    private BoardRow() {}

    static ModelStore.Known read(ResultSet row) throws SQLException {
        return new ModelStore.Known(
                row.getLong(1),
                new Summary(
                        row.getString(2),
                        Phase.valueOf(row.getString(3)),
                        Optional.ofNullable(row.getString(4)),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        Instant.ofEpochMilli(row.getLong(8)),
                        Instant.ofEpochMilli(row.getLong(9)),
                        row.getLong(10),
                        row.getDouble(11),
                        List.of()));
    }

    static void put(PreparedStatement insert, long number, Summary summary) throws SQLException {
        insert.setLong(1, number);
        insert.setString(2, summary.boardId());
        insert.setString(3, summary.phase().name());
        insert.setString(4, summary.blueprint().orElse(null));
        insert.setLong(5, summary.decisions());
        insert.setLong(6, summary.version());
        insert.setLong(7, summary.sequence());
        insert.setLong(8, summary.time().toEpochMilli());
        insert.setLong(9, summary.created().toEpochMilli());
        insert.setLong(10, summary.tokens());
        insert.setDouble(11, summary.cost());
        insert.executeUpdate();
    }
}
