package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InputStream;

/** Bytes of which the last ones are given only when all of them have the hash that they should have. */
final class VerifiedStream extends InputStream {

    private static final int CHUNK = 64 * 1024;

    private final InputStream source;
    private final String expected;
    private final Sha256 hash = new Sha256();
    private byte[] now = new byte[CHUNK];
    private byte[] next = new byte[CHUNK];
    private int place;
    private int count;
    private int nextCount;
    private boolean begun;

    VerifiedStream(InputStream source, String expected) {
        this.source = source;
        this.expected = expected;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (!begun) {
            begun = true;
            fetch();
            turn();
        } else if (place == count) {
            turn();
        }
        if (count <= 0) {
            return -1;
        }
        int given = Math.min(most, count - place);
        System.arraycopy(now, place, target, from, given);
        place += given;
        return given;
    }

    /** What was fetched is given from now on, after what comes behind it is known. */
    private void turn() throws IOException {
        byte[] spent = now;
        now = next;
        next = spent;
        count = nextCount;
        place = 0;
        if (count > 0) {
            fetch();
        }
    }

    private void fetch() throws IOException {
        nextCount = source.readNBytes(next, 0, CHUNK);
        hash.add(next, nextCount);
        if (nextCount == 0 && !hash.hex().equals(expected)) {
            throw new BlobException(
                    BlobException.Kind.HASH,
                    "Expected the bytes of blob " + expected + ", but the store has others under its name. Put the blob"
                            + " again.");
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
