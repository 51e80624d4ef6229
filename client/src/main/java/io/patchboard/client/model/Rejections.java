package io.patchboard.client.model;

import io.patchboard.client.board.Clauses;
import io.patchboard.client.model.RejectionCount.Example;
import io.patchboard.client.model.RejectionCount.Rules;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts rejections, from what was kept of verdicts; no log is read for it.
 *
 * <p>What it costs: one look at each rejection that was asked for, the newest 100,000 at most, and at the attempts that
 * followed it; and one blueprint in memory.
 */
final class Rejections {

    /** The attempts that followed on a rejection, up to the first commit. */
    private static final String ROWS = """
        WITH newest AS (SELECT v.* FROM verdict v LEFT JOIN RULED WHERE v.stage <> ''%s
                        ORDER BY v.time DESC LIMIT ?)
        SELECT b.id, v.board, v.sequence, v.worker, v.model, v.path, v.stage, v.code, v.rule, v.tokens,
               coalesce(r.hash, ''), coalesce(v.time - i.time, 0),
               (SELECT n.invocation FROM invited n WHERE n.board = v.board AND n.cause = v.sequence AND n.cause > 0),
               v.time, %s
        FROM newest v JOIN board b ON b.number = v.board LEFT JOIN RULED
             LEFT JOIN invited i ON i.board = v.board AND i.invocation = v.invocation
        ORDER BY r.hash, v.board, v.sequence
        """.replace("RULED", VerdictTables.ruled("v", "sequence"));

    private static final String NEXT = """
        SELECT v.stage, i.attempt,
               (SELECT n.invocation FROM invited n WHERE n.board = v.board AND n.cause = v.sequence AND n.cause > 0)
        FROM verdict v JOIN invited i ON i.board = v.board AND i.invocation = v.invocation
        WHERE v.board = ? AND v.invocation = ? AND v.invocation <> ''
        """;

    /** A cycle of causes would be a damaged log. */
    private static final int MOST_ATTEMPTS = 1_000;

    /** More are seconds of work; the newest tell how it is. */
    static final int MOST = 100_000;

    /** Versions of a blueprint whose clauses that have not fired are told, those with the least hashes. */
    private static final int MOST_VERSIONS = 50;

    private final Connection connection;
    private final RejectionQuery query;
    private final int most;
    private final Map<Key, Group> groups = new HashMap<>();
    private Optional<Version> latest = Optional.empty();
    private long all;
    private long oldest = Long.MAX_VALUE;

    /** What a hash stands for. */
    private record Version(String hash, String name, Clauses clauses) {}

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

    private Rejections(Connection connection, RejectionQuery query, int most) {
        this.connection = connection;
        this.query = query;
        this.most = most;
    }

    /** @param most rejections that are counted, the newest */
    static RejectionCounts count(Connection connection, RejectionQuery query, int most) throws SQLException {
        Rejections rejections = new Rejections(connection, query, most);
        rejections.readRejections();
        if (query.tellsAllClauses()) {
            rejections.addThoseThatHaveNotFired();
        }
        return rejections.counts();
    }

    private void addThoseThatHaveNotFired() throws SQLException {
        String of = query.board().isPresent()
                ? "hash IN (SELECT r.hash FROM ruled r JOIN board b ON b.number = r.board WHERE b.id = ?1)"
                : "name = ?1 OR hash = ?1";
        List<String> hashes = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT hash FROM blueprint_text WHERE " + of + " ORDER BY hash LIMIT " + MOST_VERSIONS)) {
            select.setString(1, query.board().or(query::blueprint).orElseThrow());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    hashes.add(row.getString(1));
                }
            }
        }
        for (String hash : hashes) {
            version(hash)
                    .ifPresent(version -> version.clauses()
                            .all()
                            .keySet()
                            .forEach(name -> groups.computeIfAbsent(new Key(hash, name), any -> new Group())));
        }
    }

    /** Rejections come by blueprint, so that one at a time is enough. */
    private Optional<Version> version(String hash) throws SQLException {
        if (latest.filter(known -> known.hash().equals(hash)).isEmpty() && !hash.isEmpty()) {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT name, json FROM blueprint_text WHERE hash = ?")) {
                select.setString(1, hash);
                try (ResultSet row = select.executeQuery()) {
                    if (row.next()) {
                        latest = Optional.of(
                                new Version(hash, row.getString(1), new Clauses(JsonReader.parse(row.getString(2)))));
                    }
                }
            }
        }
        return latest.filter(known -> known.hash().equals(hash));
    }

    private void readRejections() throws SQLException {
        List<Object> values = new ArrayList<>();
        String where = query.where(values);
        values.add(most);
        try (PreparedStatement select = connection.prepareStatement(ROWS.formatted(where, RejectionQuery.VERSIONED));
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
        oldest = Math.min(oldest, row.getLong(14));
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
            case VERSION -> new Key("", row.getString(15));
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
                        version(hash)
                                .map(known -> known.clauses().name(rejection, worker))
                                .orElse(rejection.stage() + " " + rejection.code()));
            }
        };
    }

    private RejectionCounts counts() throws SQLException {
        List<Map.Entry<Key, Group>> sorted = groups.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Group> entry) -> entry.getValue().count)
                        .reversed()
                        .thenComparing(entry -> entry.getKey().name())
                        .thenComparing(entry -> entry.getKey().hash()))
                .toList();
        List<RejectionCount> told = new ArrayList<>();
        for (Map.Entry<Key, Group> entry : sorted.subList(0, Math.min(sorted.size(), query.limit()))) {
            told.add(count(entry.getKey(), entry.getValue()));
        }
        return new RejectionCounts(
                told,
                all,
                sorted.size() - told.size(),
                all < most ? Optional.empty() : Optional.of(Instant.ofEpochMilli(oldest)));
    }

    private RejectionCount count(Key key, Group group) throws SQLException {
        Optional<Version> version = version(key.hash());
        return new RejectionCount(
                key.name(),
                version.map(known -> new Rules(known.name(), known.hash())),
                version.flatMap(known -> known.clauses().text(key.name())),
                group.count,
                all == 0 ? 0 : (double) group.count / all,
                group.tokens,
                group.millis / 1_000.0,
                group.retried,
                group.repaired,
                Median.of(group.attempts),
                group.best);
    }
}
