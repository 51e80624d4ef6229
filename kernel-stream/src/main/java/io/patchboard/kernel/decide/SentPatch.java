package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.decide.stage.Expansion;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import java.util.ArrayList;
import java.util.List;

/** Whether a patch that was applied is the one that was sent, as far as the two can tell. */
public final class SentPatch {

    private static final PatchLimits ANY = new PatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private SentPatch() {}

    /**
     * The same operations with the same values, in the same order, but for requests to see more.
     *
     * @param followed whether its places were followed from a view to where they are now, and so may be any; else they
     *     are the same, but for {@code -}
     */
    public static boolean became(Json sent, Json applied, boolean followed) {
        List<Operation> before;
        List<Operation> after;
        try {
            before = Patch.parse(sent, ANY).operations().stream()
                    .filter(operation -> !Expansion.isRequest(operation))
                    .toList();
            after = Patch.parse(applied, ANY).operations();
        } catch (PatchSyntaxException e) {
            return false;
        }
        boolean same = before.size() == after.size();
        for (int i = 0; same && i < before.size(); i++) {
            same = became(before.get(i), after.get(i), followed);
        }
        return same;
    }

    private static boolean became(Operation sent, Operation applied, boolean followed) {
        List<JsonPointer> before = new ArrayList<>();
        List<JsonPointer> after = new ArrayList<>();
        if (!placeless(sent, before).equals(placeless(applied, after))) {
            return false;
        }
        boolean same = true;
        for (int i = 0; i < before.size(); i++) {
            same &= followed || became(before.get(i), after.get(i));
        }
        return same;
    }

    private static boolean became(JsonPointer sent, JsonPointer applied) {
        return sent.equals(applied)
                || !sent.isRoot()
                        && !applied.isRoot()
                        && sent.last().equals(JsonPointer.END)
                        && sent.parent().equals(applied.parent());
    }

    private static Operation placeless(Operation operation, List<JsonPointer> places) {
        return operation.at(place -> {
            places.add(place);
            return JsonPointer.ROOT;
        });
    }
}
