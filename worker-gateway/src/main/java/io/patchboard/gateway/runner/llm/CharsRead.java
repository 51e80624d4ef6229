package io.patchboard.gateway.runner.llm;

/**
 * How much of a text has been looked at, each time counted again. Whoever goes over a text says so here, which also is
 * where a reader whose invocation is over is told to stop.
 */
final class CharsRead {

    private long count;

    /** @throws InterruptedException if nobody waits for the result any more */
    void add(int chars) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("Nobody waits for this reply any more.");
        }
        count += chars;
    }

    long count() {
        return count;
    }
}
