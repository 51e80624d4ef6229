package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lets triggers follow their items through a change of the state. */
public final class TriggerRelocation {

    private TriggerRelocation() {}

    /**
     * The trigger with the places that its items have after a change. A place at which there was nothing before it, as
     * for a rule on removals, stays as it is.
     *
     * @return empty if its item is gone, and no other of several is left to stand in for it
     */
    public static Optional<Trigger> after(Trigger trigger, Json before, Relocation relocation) {
        if (relocation.isNone() || trigger.path().isEmpty() && trigger.paths().isEmpty()) {
            return Optional.of(trigger);
        }
        Optional<String> path = trigger.path().flatMap(place -> after(place, before, relocation));
        List<String> paths = new ArrayList<>(trigger.paths().size());
        for (String place : trigger.paths()) {
            after(place, before, relocation).ifPresent(paths::add);
        }
        boolean oneOfSeveral = trigger.path().filter(trigger.paths()::contains).isPresent();
        Optional<String> main =
                path.isEmpty() && oneOfSeveral && !paths.isEmpty() ? Optional.of(paths.get(paths.size() - 1)) : path;
        boolean gone = trigger.path().isPresent() ? main.isEmpty() : paths.isEmpty();
        if (gone) {
            return Optional.empty();
        }
        return Optional.of(trigger.at(main, paths));
    }

    static Optional<String> after(String place, Json before, Relocation relocation) {
        JsonPointer pointer = JsonPointer.parse(place);
        return pointer.resolve(before).isEmpty()
                ? Optional.of(place)
                : relocation.after(pointer).map(JsonPointer::toString);
    }
}
