package io.patchboard.standalone.sources.feed;

import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.Word;

/** What becomes of an event, or of a moment of a schedule. */
enum Outcome implements Word {
    BOARD,
    PATCH,
    SKIPPED,
    DEAD_LETTER,
    /** Of a moment, which is no record that could be kept. */
    FAILED;

    static Outcome of(BoardRecord made) {
        return made instanceof Command ? BOARD : PATCH;
    }
}
