package io.patchboard.kernel.schema;

import io.patchboard.kernel.schema.keyword.Regex;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The regular expressions of a schema, each compiled once, since one can take a hundred kilobytes. */
final class Patterns {

    private final Map<String, Regex> compiled = new HashMap<>();

    /** Compiles one, and says what is wrong with it. */
    Optional<String> problem(String pattern) {
        if (compiled.containsKey(pattern)) {
            return Optional.empty();
        }
        try {
            compiled.put(pattern, LinearRegex.compile(pattern));
            return Optional.empty();
        } catch (RegexException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** One with which nothing is wrong. */
    Regex get(String pattern) {
        return Optional.ofNullable(compiled.get(pattern))
                .orElseThrow(() -> new IllegalStateException(
                        "Expected the patterns of a walked schema to be compiled, but \"" + pattern + "\" is not."));
    }
}
