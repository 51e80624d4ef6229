package io.patchboard.faults.world;

import java.util.List;

/** All worlds that faults are put into. */
public final class Worlds {

    private Worlds() {}

    public static List<World> all() {
        return List.of(
                new EvidenceWorld(), new HouseholdWorld(), new TriageWorld(), new RolloutWorld(), new DocumentWorld());
    }
}
