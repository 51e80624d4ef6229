package io.patchboard.faults.board;

import java.util.concurrent.CompletionStage;

/** A kernel that runs somewhere, and is asked as its workers ask it. */
@FunctionalInterface
public interface Service {

    /**
     * Brings a new board of it to where a board in memory is, by the same records, and gives it one more.
     *
     * @param reached not to be changed
     * @param record as it is meant for the board in memory; its ids are translated
     * @return what the board holds then; fails with an {@link IllegalStateException} if it did not get there
     */
    CompletionStage<byte[]> stored(KernelBoard reached, byte[] record);
}
