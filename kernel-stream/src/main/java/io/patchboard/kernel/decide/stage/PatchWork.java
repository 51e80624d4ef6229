package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;

/**
 * What a patch takes beside being applied: to be read, authorized, compared with what others changed, and followed by
 * what is open on the board, told from its operations before any of it is done.
 */
public final class PatchWork {

    /** Values get sizes and digests, and are compared. */
    private static final long UNITS_OF_A_BYTE = 5;

    /** What an operation did moves along with each that comes after it. */
    private static final long UNITS_OF_A_TOKEN = 2;

    /** An item that somebody is at work on is followed through each operation. */
    private static final long UNITS_OF_AN_ITEM = 5;

    private static final long UNITS_OF_A_GRANT = 3;
    private static final long CHARS_OF_A_TOKEN = 8;

    private PatchWork() {}

    public static Checked<Parsed> charge(Parsed parsed, Work work) {
        Board board = parsed.admitted().board();
        long operations = parsed.patch().operations().size();
        long tokens = 0;
        for (Operation operation : parsed.patch().operations()) {
            tokens += tokens(operation);
        }
        long grants = (long) parsed.admitted().role().writes().size()
                + parsed.admitted().role().reads().size()
                + parsed.admitted().role().hidden().patterns().size();
        long changed = board.present().changes().total().items()
                + board.present().changes().total().chars() / CHARS_OF_A_TOKEN;
        long bytes = parsed.admitted().proposal().patch().canonicalBytes();
        work.charge(WorkKind.PATCH, UNITS_OF_A_BYTE * bytes);
        work.charge(
                WorkKind.PATCH,
                operations * UNITS_OF_A_GRANT * grants + tokens * (UNITS_OF_A_TOKEN * operations + changed));
        return Checked.pass(parsed);
    }

    /** Charges that what is open, waiting and held follows items that the patch moved. */
    public static Checked<Candidate> chargeFollowing(Candidate candidate, Work work) {
        Board board = candidate.admitted().board();
        if (!candidate.revision().relocation().isNone()) {
            long items = (long) board.open().size()
                    + board.waiting().size()
                    + board.held().size();
            work.charge(
                    WorkKind.PATCH,
                    UNITS_OF_AN_ITEM
                            * items
                            * candidate.revision().patch().operations().size());
        }
        return Checked.pass(candidate);
    }

    private static int tokens(Operation operation) {
        int from = operation instanceof Operation.Move move
                ? move.from().tokens().size()
                : operation instanceof Operation.Copy copy
                        ? copy.from().tokens().size()
                        : 0;
        return from + operation.path().tokens().size();
    }
}
