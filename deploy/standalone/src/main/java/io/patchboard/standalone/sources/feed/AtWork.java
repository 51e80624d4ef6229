package io.patchboard.standalone.sources.feed;

/** A source that is served. */
interface AtWork extends AutoCloseable {

    /** Returns when it has ended, with nothing half done. */
    @Override
    void close();
}
