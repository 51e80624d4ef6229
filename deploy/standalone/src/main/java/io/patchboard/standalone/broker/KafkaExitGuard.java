package io.patchboard.standalone.broker;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Exit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between Kafka and the end of the process. Kafka's exit and halt procedures are static, so a request cannot be
 * traced to one of several brokers: all that are registered are told. Once installed the guard stays, because threads
 * of a broker that failed may still ask after it was closed.
 */
final class KafkaExitGuard {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaExitGuard.class);
    private static final Set<Consumer<BrokerFault>> LISTENERS = ConcurrentHashMap.newKeySet();

    static {
        Exit.setExitProcedure(KafkaExitGuard::intercept);
        Exit.setHaltProcedure(KafkaExitGuard::intercept);
    }

    private KafkaExitGuard() {}

    static void register(Consumer<BrokerFault> listener) {
        LISTENERS.add(listener);
    }

    static void unregister(Consumer<BrokerFault> listener) {
        LISTENERS.remove(listener);
    }

    /** Ends the calling thread, as Kafka expects that no code runs after an exit. */
    private static void intercept(int status, String message) {
        String reason = message == null ? "the error logged before this says why" : message;
        BrokerFault fault = new BrokerFault(
                status,
                "Expected the embedded Kafka broker to keep running, but it gave up in thread "
                        + Thread.currentThread().getName() + " with status " + status + ": " + reason + ".");
        LOG.error(fault.message());
        LISTENERS.forEach(listener -> listener.accept(fault));
        throw new ExitRequested(fault);
    }

    /** An error and not an exception, so that Kafka's own retry loops let it pass. */
    static final class ExitRequested extends Error {

        private static final long serialVersionUID = 1L;

        private ExitRequested(BrokerFault fault) {
            super(fault.message());
        }
    }
}
