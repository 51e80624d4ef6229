package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import java.util.List;
import java.util.Set;

/**
 * What is secret on this machine as far as a workers file tells, whichever worker or model it is for. A program
 * inherits none of these variables unless it is told so by name, and may quote none of the values.
 *
 * @param variables of the gateway that hold secrets
 * @param values of all secrets of the file
 */
record KnownSecrets(Set<String> variables, List<Secret> values) {

    /** Those of Patchboard's own programs: the gateway's HTTP token and the kernel's secret. */
    static final Set<String> OWN_VARIABLES = Set.of("PATCHBOARD_HTTP_TOKEN", "PATCHBOARD_TOKEN", "PATCHBOARD_SECRET");

    /** Where no file tells. */
    static final KnownSecrets NONE = new KnownSecrets(OWN_VARIABLES, List.of());

    KnownSecrets {
        variables = Set.copyOf(variables);
        values = List.copyOf(values);
    }

    /** Says of neither where to look. */
    @Override
    public String toString() {
        return variables.size() + " variables, " + values.size() + " values";
    }
}
