package io.patchboard.gateway;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where the environment says that Kafka is; the same for a gateway, a kernel and the commands. */
public final class BootstrapServers {

    public static final String VARIABLE = "PATCHBOARD_BOOTSTRAP_SERVERS";

    /** Where {@code patchboard up} listens unless told otherwise. */
    public static final String DEFAULT = "localhost:9092";

    /** As the option is written; taken as well. */
    private static final String SINGULAR = "PATCHBOARD_BOOTSTRAP_SERVER";

    private BootstrapServers() {}

    /** Empty where it says nothing. */
    public static Optional<String> of(Map<String, String> environment) {
        return Stream.of(VARIABLE, SINGULAR)
                .flatMap(name -> Stream.ofNullable(environment.get(name)))
                .filter(servers -> !servers.isBlank())
                .findFirst();
    }
}
