package io.patchboard.standalone.run;

import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import java.util.HashSet;
import java.util.Set;

/** Which boards are paused, as their entries tell: what is sent to them unasked waits, and is in no log. */
public final class PausedBoards {

    private final Set<String> paused = new HashSet<>();

    /** Takes the next entry of a board. */
    public void accept(LogEntry entry) {
        if (entry.event() instanceof BoardPaused) {
            paused.add(entry.boardId());
        } else if (entry.event() instanceof BoardResumed
                || entry.event() instanceof CompensationStarted
                || entry.event() instanceof EndEvent) {
            paused.remove(entry.boardId());
        }
    }

    public boolean has(String boardId) {
        return paused.contains(boardId);
    }
}
