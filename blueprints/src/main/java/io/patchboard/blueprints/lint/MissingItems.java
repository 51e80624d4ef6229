package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.blueprint.Rule;

/** Finds conditions about an item of rules that have none: they fail each time, which counts as false. */
final class MissingItems {

    private MissingItems() {}

    static void check(Blueprint blueprint, Problems warnings) {
        for (JsonPlace node : JsonPlace.of(blueprint.source()).items("rules")) {
            Rule rule = node.text("name").flatMap(blueprint::rule).orElseThrow();
            if (rule.forEach().isEmpty() && (rule.changes().isEmpty() || joinsRemovals(rule))) {
                check(rule, node, warnings);
            }
        }
    }

    /** What was removed is known at its removal alone, and a join is asked when it is complete. */
    private static boolean joinsRemovals(Rule rule) {
        return rule.onlyRemovals()
                && rule.join().filter(join -> join.needed() > 1).isPresent();
    }

    private static void check(Rule rule, JsonPlace node, Problems warnings) {
        rule.when().stream()
                .flatMap(when -> when.fields().fields().stream())
                .filter(read -> read.variable().equals("item") && !read.path().isEmpty())
                .findFirst()
                .ifPresent(read -> warnings.add(
                        node.at().child("when"),
                        "Expected an item that has " + read.text(read.path().size()) + ", but "
                                + (rule.changes().isEmpty()
                                        ? "an event is about none"
                                        : "what was removed is not known any more when all is together")
                                + ": item is null, and what needs a part of it never holds. Ask about state, or name"
                                + " items with forEach."));
    }
}
