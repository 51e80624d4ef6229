package io.patchboard.gateway;

import io.patchboard.record.Topics;
import java.util.Map;
import java.util.Optional;

/** What the names of the topics begin with; the same variable for a gateway, a kernel and the commands. */
public final class TopicPrefix {

    public static final String VARIABLE = "PATCHBOARD_PREFIX";

    private TopicPrefix() {}

    /**
     * What is given, or else what the environment says, or else the default.
     *
     * @param given by an option
     */
    public static Topics topics(Optional<String> given, Map<String, String> environment) {
        return new Topics(
                given.or(() -> Optional.ofNullable(environment.get(VARIABLE)).filter(prefix -> !prefix.isBlank()))
                        .orElse(Topics.DEFAULT_PREFIX));
    }
}
