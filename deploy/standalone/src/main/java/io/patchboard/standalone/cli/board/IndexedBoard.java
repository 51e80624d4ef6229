package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.kernel.state.IndexValues;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import java.util.List;
import java.util.Optional;

/** The one board that somebody means by a value of its state. */
public final class IndexedBoard {

    private IndexedBoard() {}

    /**
     * The id of the board that has a value and has not ended. Where no index finds one, all boards' logs are read, with
     * what is in transactions that are open.
     *
     * @throws CliException if there is none, or more than one, which are named then
     */
    public static String find(Cluster cluster, Label wanted, Output output) {
        List<String> found = Projections.indexed(
                        cluster, BoardQuery.ALL.withIndex(Optional.of(wanted)), Long.MAX_VALUE, output)
                .map(projections -> live(projections, wanted))
                .filter(boards -> !boards.isEmpty())
                .orElseGet(() -> live(Projections.readWritten(cluster, output), wanted));
        if (found.isEmpty()) {
            throw CliException.unknownBoard("Expected a board with " + wanted
                    + " by its blueprint's indexes that has not ended, but there is none.");
        }
        if (found.size() > 1) {
            throw CliException.failed("Expected one board with " + wanted + " that has not ended, but there are "
                    + String.join(", ", found.stream().limit(3).toList()) + (found.size() > 3 ? ", ..." : "")
                    + ". Name the one that is meant.");
        }
        return found.get(0);
    }

    private static List<String> live(Projections projections, Label wanted) {
        return projections.boards().stream()
                .map(BoardProjection::board)
                .filter(board -> !board.phase().ended() && wanted.isAmong(IndexValues.of(board)))
                .map(board -> board.id())
                .toList();
    }

    /** For picocli: {@code NAME=VALUE}. */
    public static Label parse(String text) {
        Label label = Label.parse(text);
        if (label.value().filter(value -> !value.isEmpty()).isEmpty()) {
            throw CliException.failed("Expected NAME=VALUE as --index, such as orderId=42, but got \"" + text + "\".");
        }
        return label;
    }
}
