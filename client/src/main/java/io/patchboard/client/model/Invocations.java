package io.patchboard.client.model;

import io.patchboard.kernel.state.History.InvocationEnd;
import io.patchboard.record.Stage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/** A board's invocations by their ids, without a look at its log. */
final class Invocations {

    private Invocations() {}

    /** The sequence of the entry that is one; absent if nobody was invited with this id. */
    static OptionalLong sequence(Connection connection, String boardId, String invocation) throws SQLException {
        Optional<String> found = first(
                connection,
                "SELECT sequence FROM invited WHERE invocation = ? AND board = (SELECT number FROM board WHERE id = ?)",
                boardId,
                invocation);
        return found.isPresent() ? OptionalLong.of(Long.parseLong(found.get())) : OptionalLong.empty();
    }

    /** How one ended, as a {@link io.patchboard.kernel.state.History} of the board's whole log has it. */
    static InvocationEnd end(Connection connection, String boardId, String invocation) throws SQLException {
        Optional<String> ended = first(
                connection,
                "SELECT how FROM ended WHERE invocation = ? AND board = (SELECT number FROM board WHERE id = ?)",
                boardId,
                invocation);
        if (ended.isPresent()) {
            return InvocationEnd.valueOf(ended.get());
        }
        return first(
                        connection,
                        "SELECT stage FROM verdict WHERE invocation = ? AND invocation <> ''"
                                + " AND board = (SELECT number FROM board WHERE id = ?)",
                        boardId,
                        invocation)
                .map(stage -> stage.equals(Stage.TIMEOUT.name()) ? InvocationEnd.EXPIRED : InvocationEnd.ANSWERED)
                .orElse(InvocationEnd.NONE);
    }

    private static Optional<String> first(Connection connection, String sql, String boardId, String invocation)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, invocation);
            select.setString(2, boardId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }
}
