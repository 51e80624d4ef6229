package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Counts what answers took, from what was kept of verdicts; no log is read for it. */
final class Answers {

    private static final String ROWS = """
        SELECT %s, v.stage, v.tokens, v.cost, v.time - i.time, v.time
        FROM verdict v LEFT JOIN RULED
             LEFT JOIN invited i ON i.board = v.board AND i.invocation = v.invocation
        WHERE v.worker <> ''%s ORDER BY v.time DESC LIMIT ?
        """.replace("RULED", VerdictTables.ruled("v", "sequence"));

    /** One row for each detector and worker, with the latest board. */
    private static final String TRIPS = """
        SELECT v.detector, v.worker, count(*), b.id, v.sequence, max(v.time)
        FROM tripped v JOIN board b ON b.number = v.board LEFT JOIN RULED
        WHERE true%s GROUP BY v.detector, v.worker ORDER BY 3 DESC, 1, 2 LIMIT ?
        """.replace("RULED", VerdictTables.ruled("v", "sequence"));

    private static final int PERCENT = 95;

    private final Map<String, Group> groups = new TreeMap<>();
    private long all;
    private long oldest = Long.MAX_VALUE;

    private static final class Group {

        private final List<Long> millis = new ArrayList<>();
        private long committed;
        private long rejected;
        private long tokens;
        private double cost;

        AnswerCounts.Answer count(String key) {
            millis.sort(Comparator.naturalOrder());
            return new AnswerCounts.Answer(
                    key, committed, rejected, tokens, cost, seconds((millis.size() - 1) / 2), seconds(slow()));
        }

        private int slow() {
            return (millis.size() * PERCENT + 99) / 100 - 1;
        }

        private OptionalDouble seconds(int place) {
            return millis.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(millis.get(place) / 1_000.0);
        }
    }

    private Answers() {}

    /**
     * @param query by worker, by worker and version, or by model
     * @param most answers that are counted, the newest
     */
    static AnswerCounts count(Connection connection, RejectionQuery query, int most) throws SQLException {
        Answers answers = new Answers();
        String key = switch (query.by()) {
            case MODEL -> "v.model";
            case VERSION -> RejectionQuery.VERSIONED;
            default -> "v.worker";
        };
        List<Object> values = new ArrayList<>();
        String where = query.where(values);
        values.add(most);
        try (PreparedStatement select = prepared(connection, ROWS.formatted(key, where), values);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                answers.take(row);
            }
        }
        values.set(values.size() - 1, query.limit());
        List<AnswerCounts.Trip> trips = new ArrayList<>();
        try (PreparedStatement select = prepared(connection, TRIPS.formatted(where), values);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                trips.add(new AnswerCounts.Trip(
                        row.getString(1), row.getString(2), row.getLong(3), row.getString(4), row.getLong(5)));
            }
        }
        return new AnswerCounts(
                answers.groups.entrySet().stream()
                        .map(group -> group.getValue().count(group.getKey()))
                        .sorted(Comparator.comparingLong(AnswerCounts.Answer::tokens)
                                .thenComparingLong(one -> one.committed() + one.rejected())
                                .reversed()
                                .thenComparing(AnswerCounts.Answer::key))
                        .limit(query.limit())
                        .toList(),
                trips,
                answers.all < most ? Optional.empty() : Optional.of(Instant.ofEpochMilli(answers.oldest)));
    }

    private static PreparedStatement prepared(Connection connection, String sql, List<Object> values)
            throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        for (int i = 0; i < values.size(); i++) {
            select.setObject(i + 1, values.get(i));
        }
        return select;
    }

    private void take(ResultSet row) throws SQLException {
        all++;
        oldest = Math.min(oldest, row.getLong(6));
        Group group = groups.computeIfAbsent(row.getString(1), key -> new Group());
        if (row.getString(2).isEmpty()) {
            group.committed++;
        } else {
            group.rejected++;
        }
        group.tokens += row.getLong(3);
        group.cost += row.getDouble(4);
        long millis = row.getLong(5);
        if (!row.wasNull()) {
            group.millis.add(Math.max(0, millis));
        }
    }
}
