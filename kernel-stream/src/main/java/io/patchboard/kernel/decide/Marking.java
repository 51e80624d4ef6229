package io.patchboard.kernel.decide;

import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import java.util.Map;
import java.util.Optional;

/** Keeps a board as it is under a name. Marked states are stored with the board, so they are few and not too large. */
final class Marking {

    private static final int MOST = 8;
    private static final int MOST_NAME = 63;

    /** Bytes of all marks of a board, as they are stored with it. */
    private static final long MOST_BYTES = 4L * 1024 * 1024;

    private Marking() {}

    private static boolean isName(String name) {
        return !name.isBlank()
                && name.length() <= MOST_NAME
                && name.chars().noneMatch(Character::isISOControl)
                && !name.chars().allMatch(Character::isDigit);
    }

    /** Why it is not done; absent if it was. */
    static Optional<Refusal> mark(MarkBoard command, Transcript log) {
        Board board = log.board();
        String name = command.name();
        if (!isName(name)) {
            return Refusal.of(
                    RejectionCode.MARKS,
                    "/name",
                    "Expected a name of 1 to " + MOST_NAME
                            + " printable characters that is no number, since versions are numbers, but got "
                            + (name.isBlank()
                                    ? "none"
                                    : name.length() > MOST_NAME ? name.length() + " characters" : "\"" + name + "\"")
                            + ".");
        }
        Map<String, Mark> marks = board.present().marks();
        if (marks.size() >= MOST && !marks.containsKey(name)) {
            return Refusal.of(
                    RejectionCode.MARKS,
                    "/name",
                    "Expected one of the marks that board " + board.id() + " has, because it has " + MOST
                            + " and can have no more, but got \"" + name + "\". Use a name again: " + marks.keySet()
                            + ". Any other version can be restored by its number.");
        }
        long bytes = Mark.of(board).bytes();
        for (Map.Entry<String, Mark> other : marks.entrySet()) {
            bytes += other.getKey().equals(name) ? 0 : other.getValue().bytes();
        }
        log.work().charge(WorkKind.PATCH, bytes);
        if (bytes > MOST_BYTES) {
            return Refusal.of(
                    RejectionCode.MARKS,
                    "/name",
                    "Expected the marks of board " + board.id() + " to take at most " + MOST_BYTES
                            + " bytes together, with their states and what was open, but they would take " + bytes
                            + ". Use the name of a mark again; any other version can be restored by its number.");
        }
        log.append(new BoardMarked(command.header().requested(), name, StateHash.of(board.state())));
        return Optional.empty();
    }
}
