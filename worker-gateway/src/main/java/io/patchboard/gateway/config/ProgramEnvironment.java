package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The environment variables of a program.
 *
 * @param inherited which of the gateway's own it gets; absent for all of them but known secrets. {@code PATH} always
 * @param plain that may be seen
 * @param secrets that may not
 * @param known secrets of others, which the program does not get with all the rest and may not quote
 */
public record ProgramEnvironment(
        Optional<List<String>> inherited, Map<String, String> plain, Map<String, Secret> secrets, KnownSecrets known) {

    private static final String PATH = "PATH";

    public ProgramEnvironment {
        inherited = inherited.map(List::copyOf);
        plain = Map.copyOf(plain);
        secrets = Map.copyOf(secrets);
    }

    public ProgramEnvironment(
            Optional<List<String>> inherited, Map<String, String> plain, Map<String, Secret> secrets) {
        this(inherited, plain, secrets, KnownSecrets.NONE);
    }

    /** All that the gateway has but known secrets, and some more. */
    public static ProgramEnvironment inheriting(Map<String, String> more) {
        return new ProgramEnvironment(Optional.empty(), more, Map.of());
    }

    ProgramEnvironment keepingFrom(KnownSecrets others) {
        return new ProgramEnvironment(inherited, plain, secrets, others);
    }

    /** What the program gets of the gateway's own variables and in addition to them. */
    public Map<String, String> of(Map<String, String> gateway) {
        Map<String, String> variables = new HashMap<>(gateway);
        variables.keySet().removeIf(name -> !name.equals(PATH) && !isInherited(name));
        variables.putAll(plain);
        secrets.forEach((name, secret) -> variables.put(name, secret.reveal()));
        return variables;
    }

    private boolean isInherited(String name) {
        return inherited
                .map(names -> names.contains(name))
                .orElseGet(() -> !known.variables().contains(name));
    }

    /** Of all secrets that are known, because a program may come by those of others, by a file for instance. */
    public Redaction redaction() {
        return Redaction.of(Stream.concat(secrets.values().stream(), known.values().stream())
                .toList());
    }
}
