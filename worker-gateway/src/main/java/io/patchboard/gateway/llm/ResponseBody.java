package io.patchboard.gateway.llm;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;

/** A response's body that ends with an error when it gets too long, or takes too long. */
final class ResponseBody extends FilterInputStream {

    private final int limit;
    private final Deadline deadline;
    private final Watch watch;
    private final Future<?> alarm;
    private long read;

    ResponseBody(InputStream in, int limit, Deadline deadline, Watch watch) {
        super(in);
        this.limit = limit;
        this.deadline = deadline;
        this.watch = watch;
        this.alarm = watch.closeAt(deadline, in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = super.read(bytes, offset, length);
        } catch (IOException e) {
            throw deadline.isOver() ? new OverdueException() : e;
        }
        read += Math.max(0, count);
        if (read > limit) {
            throw new TooLargeException(limit);
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        alarm.cancel(false);
        watch.forget(in);
        super.close();
    }
}
