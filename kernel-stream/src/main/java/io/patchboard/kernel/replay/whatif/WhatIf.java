package io.patchboard.kernel.replay.whatif;

import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.UnknownEvent;
import java.util.Optional;

/** Reads the log of one board under another blueprint. Not for several threads. */
public final class WhatIf {

    private final Outlook outlook = new Outlook();
    private final Course course;
    private boolean over;

    /** What a proposal is judged on. */
    public enum Mode {
        /** The state that it met then. */
        EACH,
        /** The state to which the verdicts before would have led. */
        ONWARD
    }

    /** How one of the modes takes the entries of a log, in their order. */
    interface Course {

        /** @throws RuntimeException if the log is damaged */
        void accept(LogEntry entry);

        /** There are no more entries. */
        void end();
    }

    /** @param blueprints compiled ones, which may be shared with others on the same thread */
    public WhatIf(String boardId, Blueprint other, Blueprints blueprints, Mode mode) {
        this.course = mode == Mode.EACH
                ? new EachVerdict(boardId, other, blueprints, outlook)
                : new Onward(boardId, other, blueprints, outlook);
    }

    /**
     * Takes the next entry. After one of an unknown kind nothing can be said any more.
     *
     * @throws RuntimeException if the entry does not follow on those before
     */
    public void accept(LogEntry entry) {
        over |= entry.event() instanceof UnknownEvent;
        if (entry.event() instanceof PatchCommitted committed) {
            outlook.heard(entry, Optional.of(committed.worker()), committed.invocationId(), committed.usage());
        } else if (entry.event() instanceof PatchRejected rejected) {
            outlook.heard(entry, rejected.worker(), rejected.invocationId(), rejected.usage());
        }
        if (!over) {
            course.accept(entry);
        }
    }

    /** What would have been other; no entry is taken any more. */
    public Outlook end() {
        if (!over) {
            course.end();
        }
        over = true;
        return outlook;
    }
}
