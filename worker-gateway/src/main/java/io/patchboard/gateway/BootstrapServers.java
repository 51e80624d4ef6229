package io.patchboard.gateway;

import java.util.Map;
import java.util.Optional;

/** Where the environment says that Kafka is; the same for a gateway, a kernel and the commands. */
public final class BootstrapServers {

    public static final String VARIABLE = "PATCHBOARD_BOOTSTRAP_SERVERS";

    /** Where {@code patchboard up} listens unless told otherwise. */
    public static final String DEFAULT = "localhost:9092";

    private BootstrapServers() {}

    /** Empty where it says nothing. */
    public static Optional<String> of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).filter(servers -> !servers.isBlank());
    }
}
