package io.patchboard.client.model;

import io.patchboard.record.NeedsPerson.Option;
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

/** Counts what gates have held, from what was kept of their questions; no log is read for it. */
final class Approvals {

    private static final String ROWS = """
        SELECT a.gate, r.name, r.hash, a.time, d.time, d.option, d.timed
        FROM asked a JOIN RULED
             LEFT JOIN decided d ON d.board = a.board AND d.item = a.item
        WHERE a.time >= ?
        """.replace("RULED", VerdictTables.ruled("a", "item"));

    private final Map<String, Group> groups = new TreeMap<>();

    private static final class Group {

        private final String gate;
        private final RejectionCount.Rules blueprint;
        private final Map<Option, Long> decided = new TreeMap<>();
        private final List<Long> millis = new ArrayList<>();
        private long asked;
        private long timedOut;

        Group(String gate, RejectionCount.Rules blueprint) {
            this.gate = gate;
            this.blueprint = blueprint;
        }

        long of(Option option) {
            return decided.getOrDefault(option, 0L);
        }

        ApprovalCount count() {
            OptionalDouble middle = Median.of(millis);
            OptionalDouble seconds =
                    middle.isPresent() ? OptionalDouble.of(middle.getAsDouble() / 1_000) : OptionalDouble.empty();
            return new ApprovalCount(
                    gate,
                    blueprint,
                    asked,
                    of(Option.APPROVE),
                    of(Option.REJECT),
                    of(Option.MODIFY),
                    of(Option.ESCALATE),
                    timedOut,
                    seconds);
        }
    }

    private Approvals() {}

    /** @param blueprint name or hash; any if absent */
    static List<ApprovalCount> count(Connection connection, Optional<String> blueprint, Optional<Instant> since)
            throws SQLException {
        Approvals approvals = new Approvals();
        String where = blueprint.isPresent() ? " AND (r.name = ? OR r.hash = ?)" : "";
        try (PreparedStatement select = connection.prepareStatement(ROWS + where)) {
            select.setLong(1, since.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE));
            if (blueprint.isPresent()) {
                select.setString(2, blueprint.get());
                select.setString(3, blueprint.get());
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    approvals.take(row);
                }
            }
        }
        return approvals.groups.values().stream()
                .map(Group::count)
                .sorted(Comparator.comparingLong(ApprovalCount::asked).reversed())
                .toList();
    }

    private void take(ResultSet row) throws SQLException {
        String gate = row.getString(1);
        RejectionCount.Rules rules = new RejectionCount.Rules(row.getString(2), row.getString(3));
        Group group = groups.computeIfAbsent(rules.hash() + " " + gate, any -> new Group(gate, rules));
        group.asked++;
        String option = row.getString(6);
        if (option == null) {
            return;
        }
        if (row.getBoolean(7)) {
            group.timedOut++;
        } else {
            group.decided.merge(Option.valueOf(option), 1L, Long::sum);
            group.millis.add(row.getLong(5) - row.getLong(4));
        }
    }
}
