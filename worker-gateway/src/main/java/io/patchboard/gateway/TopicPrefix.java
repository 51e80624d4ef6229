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
     * @throws IllegalArgumentException if no topic's name can begin so
     */
    public static Topics topics(Optional<String> given, Map<String, String> environment) {
        Optional<String> variable =
                Optional.ofNullable(environment.get(VARIABLE)).filter(prefix -> !prefix.isBlank());
        String prefix = given.or(() -> variable).orElse(Topics.DEFAULT_PREFIX);
        if (!Topics.isPrefix(prefix)) {
            throw new IllegalArgumentException("Expected " + Topics.PREFIX_FORM + " in "
                    + (given.isPresent() ? "--prefix" : VARIABLE) + ", but got \"" + prefix + "\".");
        }
        return new Topics(prefix);
    }
}
