package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The environment variables of a program.
 *
 * @param inherited which of the gateway's own it gets; absent for all of them. {@code PATH} always
 * @param plain that may be seen
 * @param secrets that may not
 */
public record ProgramEnvironment(
        Optional<List<String>> inherited, Map<String, String> plain, Map<String, Secret> secrets) {

    private static final String PATH = "PATH";

    public ProgramEnvironment {
        inherited = inherited.map(List::copyOf);
        plain = Map.copyOf(plain);
        secrets = Map.copyOf(secrets);
    }

    /** All that the gateway has, and some more. */
    public static ProgramEnvironment inheriting(Map<String, String> more) {
        return new ProgramEnvironment(Optional.empty(), more, Map.of());
    }

    /** What the program gets of the gateway's own variables and in addition to them. */
    public Map<String, String> of(Map<String, String> gateway) {
        Map<String, String> variables = new HashMap<>(gateway);
        inherited.ifPresent(names -> variables.keySet().removeIf(name -> !names.contains(name) && !name.equals(PATH)));
        variables.putAll(plain);
        secrets.forEach((name, secret) -> variables.put(name, secret.reveal()));
        return variables;
    }

    public Redaction redaction() {
        return Redaction.of(secrets.values());
    }
}
