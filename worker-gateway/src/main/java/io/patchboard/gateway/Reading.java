package io.patchboard.gateway;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.text.Repeated;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.registry.RegistryUnavailableException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what is delivered, and says once of each worker that it is left to others. Used by one thread. */
final class Reading {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int MOST_NAMES_TO_REMEMBER = 1_000;

    private final InvocationDecoder decoder;
    private final Set<String> notServed = new HashSet<>();
    private final Repeated outages = new Repeated(System::nanoTime);

    Reading(InvocationDecoder decoder) {
        this.decoder = decoder;
    }

    /** Empty for what never will be an invocation. */
    Optional<Invocation> read(Delivery delivery) throws RegistryUnavailableException {
        try {
            return Optional.of(decoder.decode(delivery.value()));
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            LOG.warn("Expected an invocation at {}, but: {} It is skipped.", delivery.position(), e.getMessage());
            return Optional.empty();
        }
    }

    /** All that needs a registry which is away comes again every second. */
    void noteGivenBack(Delivery delivery, RegistryUnavailableException why) {
        if (outages.isWorthALine("")) {
            LOG.warn(
                    "Expected to read the invocation at {}, but: {} Given back, as others are.",
                    delivery.position(),
                    why.getMessage());
        }
    }

    void noteNotServed(String worker) {
        if (notServed.size() < MOST_NAMES_TO_REMEMBER && notServed.add(worker)) {
            LOG.info(
                    "Leaving the invocations of worker {} to others; this gateway's workers file does not name it.",
                    worker);
        }
    }

    void noteLate(Invocation invocation) {
        LOG.debug(
                "Skipping invocation {} of board {} for worker {}: its deadline {} is over.",
                invocation.invocationId(),
                invocation.boardId(),
                invocation.worker(),
                invocation.deadline());
    }
}
