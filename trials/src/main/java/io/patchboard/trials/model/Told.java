package io.patchboard.trials.model;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a prompt tells its reader of the reader's own earlier answers that were rejected. Those of others, which name
 * who they are {@code by}, are not the reader's to mend.
 */
final class Told {

    /** The form of a patch: what an actor may propose, and in how many operations. */
    private static final Set<String> FORMS =
            Set.of(RejectionCode.PATCH_OPERATIONS.word(), RejectionCode.PATCH_SHAPE.word());

    private Told() {}

    /** That it was no patch at all: broken off, for one. */
    static boolean thatNoneWasThere(JsonObject view) {
        return any(view, rejection -> rejection.text("code").equals(RejectionCode.WORKER_ERROR.word()));
    }

    /** That it wrote where its author may not, or more than that one may. */
    static boolean ofTrespass(JsonObject view) {
        return any(
                view,
                rejection -> rejection.text("stage").equals(Stage.AUTHORIZATION.name())
                        || FORMS.contains(rejection.text("code")));
    }

    /** That what it said is not so. */
    static boolean ofAnInvariant(JsonObject view) {
        return any(view, rejection -> rejection.text("stage").equals(Stage.INVARIANT.name()));
    }

    private static boolean any(JsonObject view, Predicate<JsonObject> isIt) {
        return view.get("rejections").orElse(Json.nul()) instanceof JsonArray told
                && told.stream()
                        .anyMatch(each -> each instanceof JsonObject rejection
                                && rejection.get("by").isEmpty()
                                && isIt.test(rejection));
    }
}
