package io.patchboard.gateway.worker;

/** A worker whose work takes so long that it should not begin again after a failure. */
public interface LongWorker extends Worker {

    /**
     * As {@link Worker#work}.
     *
     * @param progress says where an earlier attempt had come, and is told how far this one is
     */
    Answer work(Invocation invocation, Progress progress) throws Exception;

    @Override
    default Answer work(Invocation invocation) throws Exception {
        throw new UnsupportedOperationException("This worker is asked with its progress.");
    }
}
