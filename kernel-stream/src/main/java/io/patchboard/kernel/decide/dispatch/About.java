package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.record.Trigger;
import java.util.Optional;

/**
 * What a match is about. The log lets a trigger follow its item, so that the place says which it is; of what was
 * removed it is the entry that did so.
 */
final class About {

    private About() {}

    /** By which two matches of one rule are of one item. */
    static Optional<String> of(Trigger trigger, Blueprint rules) {
        boolean gone = trigger.path().filter(About::hasIndex).isPresent()
                && rules.rule(trigger.rule()).filter(Rule::itemIsGone).isPresent();
        return gone ? trigger.path().map(path -> trigger.sequence() + path) : trigger.path();
    }

    /** A name says which member of an object is meant; what looks like an index may be another item's by now. */
    private static boolean hasIndex(String path) {
        return JsonPointer.parse(path).tokens().stream()
                .anyMatch(token -> JsonPointer.arrayIndex(token).isPresent());
    }
}
