package io.patchboard.client.log;

import java.util.Optional;

/** Notices when entries wait for a missing one longer than any transaction takes to become visible. */
final class Gap {

    private Optional<Deadline> patience = Optional.empty();

    boolean lasts(long waiting) {
        if (waiting == 0) {
            patience = Optional.empty();
            return false;
        }
        if (patience.isEmpty()) {
            patience = Optional.of(Deadline.in(LogReader.SETTLE));
        }
        return patience.get().passed();
    }
}
