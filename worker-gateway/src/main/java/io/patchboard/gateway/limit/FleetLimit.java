package io.patchboard.gateway.limit;

import java.util.OptionalLong;

/**
 * A limit as a workers file states it.
 *
 * @param name the same at all gateways
 * @param concurrency calls at once, at most; no bound where absent
 * @param perDay calls in a day, evenly spread; no bound where absent
 * @param fairBy who is served in turn
 */
public record FleetLimit(String name, OptionalLong concurrency, OptionalLong perDay, FairBy fairBy) {}
