package io.patchboard.client.model;

import io.patchboard.client.board.Clauses;
import io.patchboard.client.model.RejectionCount.Example;
import io.patchboard.client.model.RejectionCount.Rules;
import io.patchboard.client.model.RejectionQuery.By;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Counts rejections, from what was kept of verdicts; no log is read for it.
 *
 * <p>What it costs: one look at each rejection that was asked for, and at the attempts that followed it.
 */
final class Rejections {

    /** The attempts that followed on a rejection, up to the first commit. */
    private static final String ROWS = """
            SELECT b.id, v.board, v.sequence, v.worker, v.model, v.path, v.stage, v.code, v.rule, v.tokens,
                   coalesce(r.hash, ''), coalesce(v.time - i.time, 0),
                   (SELECT n.invocation FROM invited n WHERE n.board = v.board AND n.cause = v.sequence AND n.cause > 0)
            FROM verdict v JOIN board b ON b.number = v.board LEFT JOIN ruled r ON r.board = v.board
                 LEFT JOIN invited i ON i.board = v.board AND i.invocation = v.invocation
            """;

    private static final String NEXT = """
            SELECT v.stage, i.attempt,
                   (SELECT n.invocation FROM invited n WHERE n.board = v.board AND n.cause = v.sequence AND n.cause > 0)
            FROM verdict v JOIN invited i ON i.board = v.board AND i.invocation = v.invocation
            WHERE v.board = ? AND v.invocation = ? AND v.invocation <> ''
            """;

    /** A cycle of causes would be a damaged log. */
    private static final int MOST_ATTEMPTS = 1_000;

    private final Connection connection;
    private final RejectionQuery query;
    private final Map<String, Clauses> clauses = new TreeMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<Key, Group> groups = new HashMap<>();
    private long all;

    /** @param hash of the blueprint, for clauses; otherwise empty */
    private record Key(String hash, String name) {}

    private static final class Group {

        private final List<Long> attempts = new ArrayList<>();
        private long count;
        private long tokens;
        private long millis;
        private long retried;
        private long repaired;
        private String board = "";
        private long first;
        private long onBoard;
        private Optional<Example> best = Optional.empty();

        void at(String id, long sequence) {
            count++;
            if (!id.equals(board)) {
                board = id;
                first = sequence;
                onBoard = 0;
            }
            onBoard++;
            if (best.isEmpty() || best.get().count() < onBoard) {
                best = Optional.of(new Example(board, first, onBoard));
            }
        }
    }

    private Rejections(Connection connection, RejectionQuery query) {
        this.connection = connection;
        this.query = query;
    }

    static List<RejectionCount> count(Connection connection, RejectionQuery query) throws SQLException {
        Rejections rejections = new Rejections(connection, query);
        rejections.readBlueprints();
        rejections.readRejections();
        return rejections.counts();
    }

    private void readBlueprints() throws SQLException {
        String of = query.board().isPresent()
                ? " WHERE hash IN (SELECT r.hash FROM ruled r JOIN board b ON b.number = r.board WHERE b.id = ?1)"
                : query.blueprint().isPresent() ? " WHERE name = ?1 OR hash = ?1" : "";
        try (PreparedStatement select =
                connection.prepareStatement("SELECT hash, name, json FROM blueprint_text" + of)) {
            Optional<String> value = query.board().or(query::blueprint);
            if (value.isPresent()) {
                select.setString(1, value.get());
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    clauses.put(row.getString(1), new Clauses(JsonReader.parse(row.getString(3))));
                    names.put(row.getString(1), row.getString(2));
                }
            }
        }
    }

    private void readRejections() throws SQLException {
        List<Object> values = new ArrayList<>();
        StringBuilder where = new StringBuilder(" WHERE v.stage <> ''");
        query.board().ifPresent(id -> {
            where.append(" AND v.board = (SELECT number FROM board WHERE id = ?)");
            values.add(id);
        });
        query.blueprint().ifPresent(name -> {
            where.append(" AND (r.name = ? OR r.hash = ?)");
            values.add(name);
            values.add(name);
        });
        query.since().ifPresent(time -> {
            where.append(" AND v.time >= ?");
            values.add(time.toEpochMilli());
        });
        try (PreparedStatement select = connection.prepareStatement(ROWS + where + " ORDER BY v.board, v.sequence");
                PreparedStatement next = connection.prepareStatement(NEXT)) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    take(row, next);
                }
            }
        }
    }

    private void take(ResultSet row, PreparedStatement next) throws SQLException {
        all++;
        Group group = groups.computeIfAbsent(key(row), any -> new Group());
        group.at(row.getString(1), row.getLong(3));
        group.tokens += row.getLong(10);
        group.millis += row.getLong(12);
        String invocation = row.getString(13);
        boolean isFirst = true;
        for (int i = 0; invocation != null && i < MOST_ATTEMPTS; i++) {
            group.retried += isFirst ? 1 : 0;
            next.setLong(1, row.getLong(2));
            next.setString(2, invocation);
            invocation = null;
            try (ResultSet answer = next.executeQuery()) {
                if (answer.next()) {
                    boolean isCommit = answer.getString(1).isEmpty();
                    invocation = isCommit ? null : answer.getString(3);
                    if (isCommit) {
                        group.repaired += isFirst ? 1 : 0;
                        group.attempts.add(answer.getLong(2));
                    }
                }
            }
            isFirst = false;
        }
    }

    private Key key(ResultSet row) throws SQLException {
        return switch (query.by()) {
            case WORKER -> new Key("", row.getString(4));
            case MODEL -> new Key("", row.getString(5));
            case STAGE -> new Key("", row.getString(7));
            case PATH -> new Key("", row.getString(6));
            case CLAUSE -> {
                String hash = row.getString(11);
                Rejection rejection = new Rejection(
                        Stage.valueOf(row.getString(7)),
                        row.getString(8),
                        "",
                        Optional.of(row.getString(9)).filter(rule -> !rule.isEmpty()),
                        "");
                Optional<String> worker = Optional.of(row.getString(4)).filter(name -> !name.isEmpty());
                yield new Key(
                        hash,
                        Optional.ofNullable(clauses.get(hash))
                                .map(known -> known.name(rejection, worker))
                                .orElse(rejection.stage() + " " + rejection.code()));
            }
        };
    }

    private List<RejectionCount> counts() {
        if (query.by() == By.CLAUSE) {
            clauses.forEach((hash, known) -> known.all()
                    .keySet()
                    .forEach(name -> groups.computeIfAbsent(new Key(hash, name), any -> new Group())));
        }
        return groups.entrySet().stream()
                .map(entry -> count(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(RejectionCount::count)
                        .reversed()
                        .thenComparing(RejectionCount::key)
                        .thenComparing(
                                count -> count.blueprint().map(Rules::hash).orElse("")))
                .toList();
    }

    private RejectionCount count(Key key, Group group) {
        return new RejectionCount(
                key.name(),
                Optional.ofNullable(names.get(key.hash())).map(name -> new Rules(name, key.hash())),
                Optional.ofNullable(clauses.get(key.hash())).flatMap(known -> known.text(key.name())),
                group.count,
                all == 0 ? 0 : (double) group.count / all,
                group.tokens,
                group.millis / 1_000.0,
                group.retried,
                group.repaired,
                median(group.attempts),
                group.best);
    }

    private static OptionalDouble median(List<Long> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Long> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return OptionalDouble.of(
                sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0);
    }
}
