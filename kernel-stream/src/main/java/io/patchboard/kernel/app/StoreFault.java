package io.patchboard.kernel.app;

import java.util.Optional;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.RocksDBException;

/**
 * Why a store of the state directory does not open. Nothing is in it that Kafka does not have, so neither is a reason
 * to end.
 *
 * <p>After a kill under exactly-once, Streams removes stores that it cannot trust. A process that is killed while it
 * does so leaves half a store, and at its next start Streams opens it before it looks whether it may.
 */
enum StoreFault {
    /** Somebody has it open who is just going: a process that was killed, a kernel that is still closing. */
    LOCKED,
    /** Part of it is missing or wrong. */
    DAMAGED;

    static Optional<StoreFault> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (message.startsWith("Unable to initialize state")) {
                return Optional.of(LOCKED); // the directory of all stores
            } else if (cause instanceof ProcessorStateException && cause.getCause() instanceof RocksDBException rocks) {
                return message.startsWith("Error opening store") ? Optional.of(of(rocks)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static StoreFault of(RocksDBException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("lock hold by current process") || message.contains("While lock file")
                ? LOCKED
                : DAMAGED;
    }
}
