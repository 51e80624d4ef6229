package io.patchboard.gateway.source;

import java.util.Locale;

/** How a consumer group finds out who reads what. */
public enum GroupProtocol {
    /** The members agree among themselves; every broker version. */
    CLASSIC,
    /** The coordinator decides (KIP-848); session and heartbeat are settings of the broker. */
    CONSUMER;

    /** The word that Kafka's setting {@code group.protocol} has for it. */
    public String setting() {
        return name().toLowerCase(Locale.ROOT);
    }
}
