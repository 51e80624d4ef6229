package io.patchboard.faults.inject;

import io.patchboard.faults.oracle.Oracle;
import io.patchboard.faults.world.World;
import io.patchboard.faults.world.Worlds;
import java.util.HashMap;
import java.util.Map;

/** One oracle for each world. */
public final class Judges {

    private final Map<String, Oracle> byWorld = new HashMap<>();

    public Judges() {
        Worlds.all().forEach(world -> byWorld.put(world.name(), new Oracle(world)));
    }

    public Oracle of(World world) {
        return byWorld.get(world.name());
    }
}
