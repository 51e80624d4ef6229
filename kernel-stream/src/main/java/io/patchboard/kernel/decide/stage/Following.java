package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Reach;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Expansions;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.Optional;

/**
 * Charges that all that is open, waits or is held on a board follows its items when a patch moves something: each place
 * near that through each operation. A batch is one thing with thousands of them.
 *
 * @param steps operations, those that move a value for as many as they take
 * @param reach where they may have moved something; absent if all places are followed
 */
record Following(long steps, Optional<Reach> reach, Work work) {

    /** It is found to be elsewhere. */
    private static final long UNITS_OF_A_LOOK = 4;

    /** It is read, looked for, and written down again. */
    private static final long UNITS_OF_A_PLACE = 20;

    private static final long UNITS_OF_A_STEP = 2;

    /** Of the place: it is compared with that of the operation, and made anew where it moves along. */
    private static final long TOKENS_OF_A_UNIT = 2;

    /** It goes from one place and comes to another, and both may move others. */
    private static final long STEPS_OF_A_MOVE = 4;

    static void charge(Board board, Revision revision, Work work) {
        if (revision.relocation().isNone()) {
            return;
        }
        long steps = 0;
        for (Operation operation : revision.patch().operations()) {
            steps += operation instanceof Operation.Move ? STEPS_OF_A_MOVE : 1;
        }
        Following following =
                new Following(steps, Optional.of(revision.relocation().reach()), work);
        board.open().values().forEach(following::charge);
        board.waiting().forEach(retry -> {
            following.charge(retry.trigger());
            following.charge(retry.expansions());
        });
        board.held().forEach(match -> following.charge(match.trigger()));
        board.work().abandoned().forEach(left -> following.charge(left.trigger()));
        board.work().incidents().forEach(incident -> incident.trigger().ifPresent(following::charge));
        board.work().gated().forEach(patch -> patch.invocation().ifPresent(following::charge));
    }

    /** The same of one place, which a client names, through so many steps of any kind. */
    static void charge(JsonPointer place, long steps, Work work) {
        new Following(STEPS_OF_A_MOVE * steps, Optional.empty(), work)
                .charge(place.tokens().size());
    }

    private void charge(OpenInvocation invocation) {
        invocation.current().ifPresent(this::charge);
        charge(invocation.expansions());
    }

    private void charge(Trigger trigger) {
        trigger.path().ifPresent(this::charge);
        trigger.paths().forEach(this::charge);
    }

    private void charge(Expansions expansions) {
        expansions.handles().forEach(this::charge);
    }

    private void charge(String place) {
        if (reach.filter(near -> !near.has(place)).isPresent()) {
            work.charge(WorkKind.PATCH, UNITS_OF_A_LOOK + reach.get().looks());
            return;
        }
        int tokens = 0;
        for (int i = 0; i < place.length(); i++) {
            tokens += place.charAt(i) == '/' ? 1 : 0;
        }
        charge(tokens);
    }

    private void charge(int tokens) {
        work.charge(WorkKind.PATCH, UNITS_OF_A_PLACE + steps * (UNITS_OF_A_STEP + tokens / TOKENS_OF_A_UNIT));
    }
}
