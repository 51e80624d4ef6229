package io.patchboard.gateway.config;

import java.util.Optional;

/**
 * Of a tool that does something which must not be done twice.
 *
 * @param asked who tells whether a call whose outcome is unknown was done; absent where nobody can
 * @param <T> how it is asked
 */
public record ToolEffects<T>(Optional<T> asked) {}
