package io.patchboard.faults.board;

/** A system under test: takes what workers send, and shows what it holds. */
public interface Blackboard {

    /** Takes one record of the topic of proposals, whatever its bytes are. */
    void deliver(byte[] record);

    /** What it holds, as it would be stored and read by the next worker: JSON text in UTF-8, if all is well. */
    byte[] stored();
}
