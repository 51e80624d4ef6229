package io.patchboard.kernel.stream;

import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/** The attempt that a stream thread makes now, which one made within it interrupts. Used by one thread. */
final class AttemptScope {

    private Attempts.Attempt current;

    /** What the current one does next. */
    void begin(Attempts.Step step) {
        current.begin(step);
    }

    /** See {@link Attempts.Attempt#poison}. */
    Optional<Attempts.Step> poison() {
        return current.poison();
    }

    /** Leaves behind, for the case that the process ends with it, what was attempted. */
    void run(Attempts.Attempt next, Runnable decision) {
        Attempts.Attempt around = current;
        if (around != null) {
            around.pause();
        }
        current = next;
        next.begin(Attempts.Step.READ);
        try {
            decision.run();
            next.end();
        } catch (KafkaException | CorruptStoreException | NewerStoreException e) {
            next.end(); // not the input's fault
            throw e;
        } catch (RuntimeException | Error e) {
            next.fatal();
            throw e;
        } finally {
            current = around;
        }
        if (around != null) {
            around.begin(Attempts.Step.READ);
        }
    }
}
