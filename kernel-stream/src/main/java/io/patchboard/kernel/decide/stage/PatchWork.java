package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
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

    private static final long UNITS_OF_A_GRANT = 3;
    private static final long CHARS_OF_A_TOKEN = 8;

    /** Who wrote a value that is taken elsewhere is written down once more. */
    private static final long UNITS_OF_AN_ORIGIN = 10;

    private PatchWork() {}

    public static Checked<Parsed> charge(Parsed parsed, Work work) {
        Board board = parsed.admitted().board();
        long operations = parsed.patch().operations().size();
        long tokens = tokens(parsed.patch());
        long grants = (long) parsed.admitted().role().writes().size()
                + parsed.admitted().role().reads().size()
                + parsed.admitted().role().hidden().patterns().size()
                + parsed.admitted()
                        .invocation()
                        .flatMap(OpenInvocation::neighbourhood)
                        .map(bound -> bound.places().size())
                        .orElse(0);
        long changed = board.present().changes().total().items()
                + board.present().changes().total().chars() / CHARS_OF_A_TOKEN;
        long bytes = parsed.admitted().proposal().patch().canonicalBytes();
        work.charge(WorkKind.PATCH, UNITS_OF_A_BYTE * bytes);
        work.charge(
                WorkKind.PATCH,
                operations * UNITS_OF_A_GRANT * grants + tokens * (UNITS_OF_A_TOKEN * operations + changed));
        return Checked.pass(parsed);
    }

    /** The same of a patch that is held against no contract and no view. */
    public static void charge(Patch patch, Json source, Work work) {
        long tokens = tokens(patch);
        work.charge(WorkKind.PATCH, UNITS_OF_A_BYTE * source.canonicalBytes());
        work.charge(
                WorkKind.PATCH, tokens * UNITS_OF_A_TOKEN * patch.operations().size());
    }

    /** Charges that what is open, waiting and held follows items that the patch moved, and who wrote them. */
    public static Checked<Candidate> chargeFollowing(Candidate candidate, Work work) {
        chargeFollowing(candidate.admitted().board(), candidate.revision(), work);
        return Checked.pass(candidate);
    }

    public static void chargeFollowing(Board board, Revision revision, Work work) {
        work.charge(
                WorkKind.PATCH,
                UNITS_OF_AN_ORIGIN
                        * board.present()
                                .origins()
                                .taken(revision, board.rules().taint()::at));
        Following.charge(board, revision, work);
    }

    /** Charges that a patch which was bound before is read once more, for another place. */
    public static void chargeAnotherReading(Json source, Work work) {
        work.charge(WorkKind.PATCH, UNITS_OF_A_BYTE * source.canonicalBytes());
    }

    static long tokens(Patch patch) {
        return patch.operations().stream().mapToLong(PatchWork::tokens).sum();
    }

    private static int tokens(Operation operation) {
        int from = operation.source().map(place -> place.tokens().size()).orElse(0);
        return from + operation.path().tokens().size();
    }
}
