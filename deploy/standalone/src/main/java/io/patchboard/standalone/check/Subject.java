package io.patchboard.standalone.check;

import java.time.Duration;
import java.util.List;

/** The worker under test. */
interface Subject extends AutoCloseable {

    /** What came of asking. */
    sealed interface Said {

        /** A line on stdout, or the body of a response. */
        record Something(byte[] bytes) implements Said {}

        /** Nothing to change, said without a body. */
        record Nothing() implements Said {}

        /** The promise to call back. */
        record Later() implements Said {}

        /** That it could not be done, in a sentence, and not because of what was asked. */
        record Failure(String why) implements Said {}

        /** No word in time. */
        record Silence() implements Said {}

        /** No answer, and how it was refused: the process ended, or the status was not one of an answer. */
        record Refusal(String how) implements Said {}
    }

    /** What to call it in messages. */
    String name();

    Said ask(Sample sample, Duration limit) throws InterruptedException;

    /** Whether each question costs somebody money, so that only one is asked. */
    default boolean isCostly() {
        return false;
    }

    /** Checks that only this kind of worker needs, after the last question; those of an answer's place come first. */
    default List<Finding> finish(Duration limit) throws InterruptedException {
        return List.of();
    }

    /** What was said beside the answers, right after one. */
    default List<byte[]> more() throws InterruptedException {
        return List.of();
    }

    /** How an answer that never came may yet be had, to tell why; a refusal or silence if it may not. */
    default Said lastResort(Duration limit) throws InterruptedException {
        return new Said.Silence();
    }

    /** How often it ended by itself, having answered. */
    default int restarts() {
        return 0;
    }

    @Override
    void close();
}
