package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tables of verdicts, and what is written into them, beside the entries and in the same transaction. */
final class VerdictTables {

    static final List<String> TABLES = List.of(
            "CREATE TABLE verdict (board INTEGER, sequence INTEGER, time INTEGER NOT NULL, worker TEXT NOT NULL, model"
                    + " TEXT NOT NULL, version TEXT NOT NULL, invocation TEXT NOT NULL, path TEXT NOT NULL, stage TEXT NOT"
                    + " NULL, code TEXT NOT NULL, rule TEXT NOT NULL, tokens INTEGER NOT NULL, cost REAL NOT NULL, PRIMARY"
                    + " KEY (board, sequence)) WITHOUT ROWID",
            "CREATE INDEX verdict_time ON verdict (time)",
            "CREATE INDEX verdict_answer ON verdict (board, invocation) WHERE invocation <> ''",
            "CREATE TABLE invited (board INTEGER, invocation TEXT, sequence INTEGER NOT NULL, worker TEXT NOT NULL,"
                    + " time INTEGER NOT NULL, attempt INTEGER NOT NULL, cause INTEGER NOT NULL,"
                    + " PRIMARY KEY (board, invocation)) WITHOUT ROWID",
            "CREATE INDEX invited_latest ON invited (board, sequence)",
            "CREATE INDEX invited_worker ON invited (board, worker, sequence)",
            "CREATE INDEX invited_cause ON invited (board, cause) WHERE cause > 0",
            "CREATE TABLE ruled (board INTEGER, since INTEGER, hash TEXT NOT NULL, name TEXT NOT NULL,"
                    + " PRIMARY KEY (board, since)) WITHOUT ROWID",
            "CREATE TABLE blueprint_text (hash TEXT PRIMARY KEY, name TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID",
            "CREATE TABLE ended (board INTEGER, invocation TEXT, how TEXT NOT NULL, PRIMARY KEY (board, invocation))"
                    + " WITHOUT ROWID",
            "CREATE TABLE person (board INTEGER, worker TEXT, since INTEGER, PRIMARY KEY (board, worker, since))"
                    + " WITHOUT ROWID",
            "CREATE TABLE tripped (board INTEGER, sequence INTEGER, time INTEGER NOT NULL, detector TEXT NOT NULL,"
                    + " worker TEXT NOT NULL, PRIMARY KEY (board, sequence)) WITHOUT ROWID",
            "CREATE TABLE acted (board INTEGER, sequence INTEGER, time INTEGER NOT NULL, type TEXT NOT NULL,"
                    + " who TEXT NOT NULL, reason TEXT NOT NULL, option TEXT NOT NULL, PRIMARY KEY (board, sequence))"
                    + " WITHOUT ROWID",
            "CREATE INDEX acted_time ON acted (time)",
            "CREATE TABLE asked (board INTEGER, item INTEGER, time INTEGER NOT NULL, gate TEXT NOT NULL,"
                    + " PRIMARY KEY (board, item)) WITHOUT ROWID",
            "CREATE TABLE decided (board INTEGER, item INTEGER, time INTEGER NOT NULL, option TEXT NOT NULL,"
                    + " timed INTEGER NOT NULL, PRIMARY KEY (board, item)) WITHOUT ROWID");

    private VerdictTables() {}

    /**
     * To be joined as {@code r}: the blueprint that a board had when an entry of it was written.
     *
     * @param entry a row with its {@code board}
     * @param sequence the row's column with the entry's sequence
     */
    static String ruled(String entry, String sequence) {
        String joined = "ruled r ON r.board = %1$s.board AND r.since ="
                + " (SELECT max(o.since) FROM ruled o WHERE o.board = %1$s.board AND o.since <= %1$s.%2$s)";
        return joined.formatted(entry, sequence);
    }

    /** Statements of one transaction. */
    static final class Writer implements AutoCloseable {

        private final PreparedStatement verdict;
        private final PreparedStatement accepted;
        private final PreparedStatement invited;
        private final PreparedStatement ruled;
        private final PreparedStatement blueprint;
        private final Set<String> written = new HashSet<>();
        private final PreparedStatement asked;
        private final PreparedStatement decided;
        private final PreparedStatement ended;
        private final PreparedStatement person;
        private final PreparedStatement tripped;
        private final PreparedStatement acted;

        Writer(Connection connection) throws SQLException {
            verdict = connection.prepareStatement(
                    "INSERT OR IGNORE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            accepted = connection.prepareStatement(
                    "INSERT OR IGNORE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, '', '', '', '', ?, ?)");
            invited = connection.prepareStatement("INSERT OR IGNORE INTO invited VALUES (?, ?, ?, ?, ?, ?, ?)");
            ruled = connection.prepareStatement("INSERT OR IGNORE INTO ruled VALUES (?, ?, ?, ?)");
            blueprint = connection.prepareStatement("INSERT OR IGNORE INTO blueprint_text VALUES (?, ?, ?)");
            asked = connection.prepareStatement("INSERT OR IGNORE INTO asked VALUES (?, ?, ?, ?)");
            ended = connection.prepareStatement("INSERT OR IGNORE INTO ended VALUES (?, ?, ?)");
            person = connection.prepareStatement("INSERT OR IGNORE INTO person VALUES (?, ?, ?)");
            tripped = connection.prepareStatement("INSERT OR IGNORE INTO tripped VALUES (?, ?, ?, ?, ?)");
            acted = connection.prepareStatement("INSERT OR IGNORE INTO acted VALUES (?, ?, ?, ?, ?, ?, ?)");
            decided = connection.prepareStatement("INSERT OR IGNORE INTO decided VALUES (?, ?, ?, ?, ?)");
        }

        void put(long board, VerdictFact fact) throws SQLException {
            switch (fact) {
                case VerdictFact.Judged judged
                when judged.stage().isEmpty() ->
                    put(
                            accepted, // by far the most, and what a parameter costs counts
                            board,
                            judged.sequence(),
                            judged.time(),
                            judged.worker(),
                            judged.model(),
                            judged.version(),
                            judged.invocation(),
                            judged.tokens(),
                            judged.cost());
                case VerdictFact.Judged judged ->
                    put(
                            verdict,
                            board,
                            judged.sequence(),
                            judged.time(),
                            judged.worker(),
                            judged.model(),
                            judged.version(),
                            judged.invocation(),
                            judged.path(),
                            judged.stage(),
                            judged.code(),
                            judged.rule(),
                            judged.tokens(),
                            judged.cost());
                case VerdictFact.Invited invitation ->
                    put(
                            invited,
                            board,
                            invitation.invocation(),
                            invitation.sequence(),
                            invitation.worker(),
                            invitation.time(),
                            invitation.attempt(),
                            invitation.cause());
                case VerdictFact.Ended over -> {
                    for (String invocation : over.invocations()) {
                        put(ended, board, invocation, over.how().name());
                    }
                }
                case VerdictFact.Asked one -> put(asked, board, one.item(), one.time(), one.gate());
                case VerdictFact.Decision one -> put(decided, board, one.item(), one.time(), one.option(), one.timed());
                case VerdictFact.Tripped one ->
                    put(tripped, board, one.sequence(), one.time(), one.detector(), one.worker());
                case VerdictFact.Acted one ->
                    put(acted, board, one.sequence(), one.time(), one.type(), one.by(), one.reason(), one.option());
                case VerdictFact.Ruled rules -> {
                    put(ruled, board, rules.since(), rules.hash(), rules.name());
                    if (written.add(rules.hash())) {
                        put(
                                blueprint,
                                rules.hash(),
                                rules.name(),
                                rules.source().toString());
                    }
                    for (String worker : rules.people()) {
                        put(person, board, worker, rules.since());
                    }
                }
            }
        }

        private static void put(PreparedStatement insert, Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            verdict.close();
            accepted.close();
            invited.close();
            ruled.close();
            blueprint.close();
            asked.close();
            decided.close();
            ended.close();
            person.close();
            tripped.close();
            acted.close();
        }
    }
}
