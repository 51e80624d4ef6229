package io.patchboard.standalone.sources;

import io.patchboard.record.Word;

/** What becomes of a moment of a schedule while a board of an earlier one is still at work. */
public enum Overlap implements Word {
    /** Its board is made all the same. */
    ALLOW,
    /** It has none. */
    SKIP,
    /** Its board is made when no other is at work any more, if that is soon enough to be made up for. */
    WAIT
}
