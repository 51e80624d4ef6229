package io.patchboard.client.model;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What somebody did to a board by hand, as its log has it.
 *
 * @param sequence of the entry
 * @param type of the entry
 * @param by who; absent where he did not say
 * @param option what he decided; absent for anything else
 */
public record Action(
        String boardId,
        long sequence,
        Instant time,
        String type,
        Optional<String> by,
        Optional<String> reason,
        Optional<String> option) {

    /** The latest first. */
    static List<Action> latest(
            Connection connection, Optional<String> board, Optional<String> by, Optional<Instant> since, int most)
            throws SQLException {
        String sql = "SELECT b.id, a.sequence, a.time, a.type, a.who, a.reason, a.option FROM acted a"
                + " JOIN board b ON b.number = a.board WHERE a.time >= ?"
                + board.map(id -> " AND b.id = ?").orElse("")
                + by.map(name -> " AND a.who = ?").orElse("")
                + " ORDER BY a.time DESC, b.id, a.sequence DESC LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int parameter = 1;
            select.setLong(parameter++, since.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE));
            for (Optional<String> text : List.of(board, by)) {
                if (text.isPresent()) {
                    select.setString(parameter++, text.get());
                }
            }
            select.setInt(parameter, most);
            List<Action> actions = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    actions.add(new Action(
                            row.getString(1),
                            row.getLong(2),
                            Instant.ofEpochMilli(row.getLong(3)),
                            row.getString(4),
                            text(row.getString(5)),
                            text(row.getString(6)),
                            text(row.getString(7))));
                }
            }
            return actions;
        }
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(some -> !some.isEmpty());
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("board", boardId)
                .put("sequence", sequence)
                .put("time", LogHeader.format(time))
                .put("type", type)
                .putStringIfPresent("by", by)
                .putStringIfPresent("reason", reason)
                .putStringIfPresent("option", option)
                .build();
    }
}
