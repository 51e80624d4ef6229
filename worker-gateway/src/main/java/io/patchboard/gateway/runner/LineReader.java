package io.patchboard.gateway.runner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads lines of bytes that end in {@code \n}, each up to a limit. */
final class LineReader {

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int end;

    LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** A line without its end; {@code cut} if it is only the first part of a line over the limit. */
    record Line(byte[] bytes, boolean cut) {}

    /** The next line, the last of which need not end; empty at the end of the stream. */
    Optional<Line> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean any = false;
        while (true) {
            if (position == end) {
                end = in.read(buffer);
                position = 0;
                if (end < 0) {
                    end = 0;
                    return any ? Optional.of(new Line(line.toByteArray(), false)) : Optional.empty();
                }
            }
            any = any || end > position;
            int stop = position;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            int room = maxBytes - line.size();
            int length = Math.min(stop - position, room);
            line.write(buffer, position, length);
            if (stop - position > room) {
                position += length;
                return Optional.of(new Line(line.toByteArray(), true));
            }
            position = stop;
            if (stop < end) {
                position++;
                return Optional.of(new Line(line.toByteArray(), false));
            }
        }
    }
}
