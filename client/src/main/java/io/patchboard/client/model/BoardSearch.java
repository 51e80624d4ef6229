package io.patchboard.client.model;

import io.patchboard.client.model.BoardPage.Place;
import io.patchboard.client.model.BoardQuery.Needs;
import io.patchboard.client.model.BoardQuery.Order;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the boards of a list. It walks along one index, the one that leaves out most, and looks at each board on the
 * way; a bound on how many it looks at makes every part come quickly, whatever is asked and however many boards there
 * are. So a part may have fewer boards than were asked for, or none, and still be followed by another.
 */
final class BoardSearch {

    /** A page of boards that nothing leaves out is shorter than this. */
    static final int MOST_LOOKED_AT = 10_000;

    private final BoardQuery query;
    private final List<Object> values = new ArrayList<>();

    BoardSearch(BoardQuery query) {
        this.query = query;
    }

    /** @param most how many boards the page may have */
    static BoardPage page(Connection connection, BoardQuery query, Place after, int most) throws SQLException {
        return new BoardSearch(query).find(connection, after, most);
    }

    private BoardPage find(Connection connection, Place after, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql(after))) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            try (ResultSet row = select.executeQuery()) {
                return page(connection, row, most);
            }
        }
    }

    private static BoardPage page(Connection connection, ResultSet row, int most) throws SQLException {
        List<Summary> found = new ArrayList<>();
        Optional<Place> last = Optional.empty();
        for (int looked = 0; row.next(); looked++) {
            if (found.size() == most || looked == MOST_LOOKED_AT) {
                return new BoardPage(found, last);
            }
            ModelStore.Known known = BoardRow.read(row);
            Summary board = known.summary();
            last = Optional.of(Place.after(board));
            if (row.getBoolean("matches")) {
                found.add(board.phase().ended() ? board : board.waitingFor(Owed.of(connection, known.number())));
            }
        }
        return new BoardPage(found, Optional.empty());
    }

    /** What follows {@code matches} is asked of each board, what follows {@code WHERE} is found by an index. */
    String sql(Place after) {
        String select = "SELECT " + BoardRow.COLUMNS + ", (" + matches() + ") AS matches FROM board ";
        return query.order() == Order.RECENT ? select + recent(after) : select + byId(after);
    }

    private String matches() {
        List<String> conditions = new ArrayList<>(List.of("1"));
        query.phase().ifPresent(phase -> conditions.add(with("phase = ?", phase.name())));
        query.blueprint().ifPresent(name -> conditions.add(with("blueprint = ?", name)));
        query.worker()
                .ifPresent(name -> conditions.add(
                        with("EXISTS (SELECT 1 FROM worker WHERE worker.name = ? AND worker.board = board.id)", name)));
        query.label().ifPresent(label -> {
            String named = with("EXISTS (SELECT 1 FROM label WHERE label.name = ?", label.name());
            conditions.add(label.value()
                            .map(value -> with(named + " AND label.value = ?", value))
                            .orElse(named) + " AND label.board = board.id)");
        });
        query.index()
                .ifPresent(index -> conditions.add(with(
                        with("EXISTS (SELECT 1 FROM board_value AS has WHERE has.name = ?", index.name())
                                + " AND has.value = ? AND has.board = board.id)",
                        index.value().orElse(""))));
        if (query.degraded()) {
            conditions.add(with(
                    "EXISTS (SELECT 1 FROM board_value AS has WHERE has.name = ? AND has.board = board.id)",
                    BoardIndexes.DEGRADED));
        }
        query.text().ifPresent(text -> {
            String names = with("instr(lower(board.id || char(0) || coalesce(blueprint, '')), lower(?)) > 0", text);
            String labels = with(
                    "(" + names + " OR EXISTS (SELECT 1 FROM label INDEXED BY label_board WHERE label.board = board.id"
                            + " AND instr(lower(label.value), lower(?)) > 0)",
                    text);
            conditions.add(with(
                    labels + " OR (phase IN ('OPEN', 'PAUSED', 'COMPENSATING') AND EXISTS (SELECT 1 "
                            + Owed.OPEN.formatted("board.number") + " AND instr(lower(i.worker), lower(?)) > 0)))",
                    text));
        });
        query.needs()
                .ifPresent(needs -> conditions.add(
                        needs == Needs.PERSON
                                ? "(" + IndexTable.NEEDED + " OR " + IndexTable.NEEDED_BELOW + ")"
                                : IndexTable.NEEDED));
        return String.join(" AND ", conditions);
    }

    private String recent(Place after) {
        long latest = -after.time().toEpochMilli();
        values.addAll(List.of(latest, latest, after.boardId()));
        // SQLite finds the place by the first condition alone, as it does not search an expression's rows by pairs.
        return "INDEXED BY recent WHERE phase <> 'ABSENT' AND -time >= ? AND (-time, id) > (?, ?) ORDER BY -time, id";
    }

    private String byId(Place after) {
        String where;
        if (query.worker().isPresent()) {
            values.add(query.worker().get());
            values.add(after.boardId());
            return "JOIN worker AS has ON has.board = board.id WHERE has.name = ? AND has.board > ?"
                    + " AND phase <> 'ABSENT' ORDER BY has.board";
        } else if (query.index().isPresent()) {
            values.add(query.index().get().name());
            values.add(query.index().get().value().orElse(""));
            values.add(after.boardId());
            return "JOIN board_value AS found ON found.board = board.id WHERE found.name = ? AND found.value = ?"
                    + " AND found.board > ? AND phase <> 'ABSENT' ORDER BY found.board";
        } else if (query.degraded()) {
            values.add(BoardIndexes.DEGRADED);
            values.add(after.boardId());
            return "JOIN board_value AS found ON found.board = board.id WHERE found.name = ? AND found.board > ?"
                    + " AND phase <> 'ABSENT' ORDER BY found.board";
        } else if (query.label().flatMap(BoardQuery.Label::value).isPresent()) {
            values.add(query.label().get().name());
            values.add(query.label().get().value().get());
            values.add(after.boardId());
            return "JOIN label AS tag ON tag.board = board.id WHERE tag.name = ? AND tag.value = ? AND tag.board > ?"
                    + " AND phase <> 'ABSENT' ORDER BY tag.board";
        } else if (query.needs().filter(Needs.PERSON::equals).isPresent()) {
            where = "INDEXED BY live WHERE " + IndexTable.LIVE;
        } else if (query.needs().isPresent()) {
            where = "INDEXED BY needing WHERE " + IndexTable.MAY_NEED;
        } else if (query.blueprint().isPresent()) {
            where = with(
                            "INDEXED BY blueprint WHERE blueprint = ?",
                            query.blueprint().get()) + " AND phase <> 'ABSENT'";
        } else if (query.phase().isPresent()) {
            where = with("INDEXED BY phase WHERE phase = ?", query.phase().get().name());
        } else {
            where = "INDEXED BY created WHERE phase <> 'ABSENT'";
        }
        values.add(after.boardId());
        return where + " AND id > ? ORDER BY id";
    }

    private String with(String condition, Object value) {
        values.add(value);
        return condition;
    }
}
