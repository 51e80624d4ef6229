package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Remembers, over the death of the process, what was being decided when it died, so that an input which ends the
 * process does not do so for ever.
 *
 * <p>A file in memory has a place for each input partition, with the offset that is being decided there, and how far
 * that has come. Writing it is a store to memory, which the operating system keeps when the process dies, and loses
 * when the machine does. Whoever opens the file counts what it finds: each life that ended in the same offset, in a
 * row.
 *
 * <p>A process can also be killed from outside while something harmless is being decided; a kernel that has just
 * started on a busy machine may take a second for its first input. So an input is believed to be the cause after
 * {@link #ERRORS} lives in which it has thrown an {@link Error}, and after {@link #LIVES_IN_ALL} that ended in
 * whatever way.
 */
public final class Attempts {

    /** How far it has come with an input. */
    enum Step {
        READ(1),
        LOAD(2),
        DECIDE(3);

        private final long code;

        Step(long code) {
            this.code = code;
        }

        private static Step of(long code) {
            return code == LOAD.code ? LOAD : code == DECIDE.code ? DECIDE : READ;
        }
    }

    /** Of what there is an attempt. */
    enum Kind {
        COMMAND(0),
        PROPOSAL(1),
        TIMER(2),
        EARLY(3);

        private static final int COUNT = 4;
        private final int place;

        Kind(int place) {
            this.place = place;
        }
    }

    static final int ERRORS = 2;
    static final int LIVES_IN_ALL = 5;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int HEADER = Long.BYTES; // which nothing uses any more

    // Of a place, in longs:
    private static final int CURRENT = 0;
    private static final int STEP = 1;
    private static final int FATAL = 2;
    private static final int SUSPECT = 3;
    private static final int LIVES = 4;
    private static final int FATAL_ONES = 5;
    private static final int SUSPECT_STEP = 6;
    private static final int PLACE = 7 * Long.BYTES;

    private static final long NONE = 0;
    private static final long YES = -1;

    private final ByteBuffer file;

    private Attempts(ByteBuffer file) {
        this.file = file;
    }

    /** For a processor whose process may die as it likes. */
    public static Attempts unremembered(int partitions) {
        return new Attempts(ByteBuffer.allocateDirect(size(partitions)));
    }

    /** What former processes have left in a file, and this one leaves there. */
    public static Attempts in(Path path, int partitions) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Attempts(channel.map(FileChannel.MapMode.READ_WRITE, 0, size(partitions)));
        }
    }

    private static int size(int partitions) {
        return HEADER + partitions * Kind.COUNT * PLACE;
    }

    /** Counts what the former process has left; to be called once it is gone, and before anything is attempted. */
    public void count() {
        for (int at = HEADER; at < file.capacity(); at += PLACE) {
            long current = get(at, CURRENT);
            if (current != NONE) {
                if (current != get(at, SUSPECT)) {
                    acquit(at);
                    put(at, SUSPECT, current);
                }
                boolean fatal = get(at, FATAL) == YES;
                put(at, LIVES, get(at, LIVES) + 1);
                put(at, FATAL_ONES, get(at, FATAL_ONES) + (fatal ? 1 : 0));
                put(at, SUSPECT_STEP, get(at, STEP));
                put(at, CURRENT, NONE);
            }
        }
    }

    private void acquit(int place) {
        put(place, SUSPECT, NONE);
        put(place, LIVES, 0);
        put(place, FATAL_ONES, 0);
    }

    /**
     * @param number an offset, or what else tells one attempt from the next, not negative
     */
    Attempt of(Kind kind, int partition, long number) {
        return new Attempt(HEADER + (partition * Kind.COUNT + kind.place) * PLACE, number + 1);
    }

    /** Tells one name from the next. */
    static long number(String name) {
        return number(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells one record from the next, by what is in it. */
    static long number(byte[] value) {
        return Long.parseLong(CanonicalJson.sha256(value).substring(0, 15), 16);
    }

    private long get(int place, int field) {
        return (long) LONGS.getVolatile(file, place + field * Long.BYTES);
    }

    private void put(int place, int field, long value) {
        LONGS.setVolatile(file, place + field * Long.BYTES, value);
    }

    /** To decide one input. */
    final class Attempt {

        private final int place;
        private final long number;

        private Attempt(int place, long number) {
            this.place = place;
            this.number = number;
        }

        /** Where it was that the process ended again and again; absent if it may be decided. */
        Optional<Step> poison() {
            boolean suspect = get(place, SUSPECT) == number;
            return suspect && (get(place, FATAL_ONES) >= ERRORS || get(place, LIVES) >= LIVES_IN_ALL)
                    ? Optional.of(Step.of(get(place, SUSPECT_STEP)))
                    : Optional.empty();
        }

        void begin(Step step) {
            if (step == Step.READ) {
                put(place, FATAL, NONE);
            }
            put(place, STEP, step.code);
            put(place, CURRENT, number);
        }

        /** Others are attempted before it goes on. */
        void pause() {
            put(place, CURRENT, NONE);
        }

        /**
         * It came to an end, good or bad, that is not the process's. What is poison stays it, as its rejection may not
         * be committed yet.
         */
        void end() {
            if (get(place, SUSPECT) == number && poison().isEmpty()) {
                acquit(place);
            }
            put(place, CURRENT, NONE);
        }

        /** It has thrown what ends the process. */
        void fatal() {
            put(place, FATAL, YES);
        }
    }
}
