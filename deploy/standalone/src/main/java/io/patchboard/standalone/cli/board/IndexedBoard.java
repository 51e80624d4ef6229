package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.kernel.state.IndexValues;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.Output;
import java.util.List;

/** The one board that somebody means by a value of its state. */
public final class IndexedBoard {

    private IndexedBoard() {}

    /**
     * The id of the board that has a value and has not ended. All boards' logs are read for it.
     *
     * @throws CliException if there is none, or more than one, which are named then
     */
    public static String find(Cluster cluster, Label wanted, Output output) {
        List<String> found = Projections.readWritten(cluster, output).boards().stream()
                .map(BoardProjection::board)
                .filter(board -> !board.phase().ended() && wanted.isAmong(IndexValues.of(board)))
                .map(board -> board.id())
                .toList();
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

    /** For picocli: {@code NAME=VALUE}. */
    public static Label parse(String text) {
        Label label = Label.parse(text);
        if (label.value().filter(value -> !value.isEmpty()).isEmpty()) {
            throw CliException.failed("Expected NAME=VALUE as --index, such as orderId=42, but got \"" + text + "\".");
        }
        return label;
    }
}
