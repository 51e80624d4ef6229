package io.patchboard.gateway.limit;

import java.time.Duration;
import java.util.OptionalLong;

/** Permits of a gateway that is alone. */
public final class GrantedPermits {

    private GrantedPermits() {}

    /** So many at once. */
    public static Permits of(String fairBy, long concurrency) {
        FleetLimit limit = new FleetLimit("l", OptionalLong.of(concurrency), OptionalLong.empty(), new FairBy(fairBy));
        Permits permits = new Permits(limit);
        permits.decided(new Share(concurrency, Decision.UNBOUNDED, false, false));
        permits.certain(System.nanoTime(), Duration.ofDays(1));
        return permits;
    }
}
