package io.patchboard.trials.hotpotqa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.experiments.hotpotqa.Role;
import io.patchboard.faults.oracle.SchemaJudge;
import io.patchboard.faults.tree.Trees;
import java.util.Map;
import java.util.TreeSet;

/**
 * Counts the updates that changed a board, and those that left it invalid: with text that is no JSON, without its
 * schema (asked of another library than the kernel's), or changed where the updating role may not write. It is told
 * what stands on the board, and asks no arm.
 */
final class Watch {

    /** The one place where each role writes: at the end of it, if it is an array. */
    private static final Map<String, String> OWN = Map.of(
            Role.RETRIEVER.word(), "sources",
            Role.EXTRACTOR.word(), "claims",
            Role.VERIFIER.word(), "verdicts",
            Role.ANSWERER.word(), "answer");

    private final SchemaJudge schema;
    private JsonNode before;
    private String behind = "";
    private int updates;
    private int invalid;

    Watch(JsonNode schema, JsonNode initial) {
        this.schema = new SchemaJudge(schema);
        this.before = initial;
    }

    /** @param text what stands behind the document and is no part of it */
    void answered(String role, JsonNode document, String text) {
        if (document.equals(before) && text.equals(behind)) {
            return;
        }
        updates++;
        if (!text.isEmpty() || !schema.accepts(document) || trespassed(role, document)) {
            invalid++;
        }
        before = document;
        behind = text;
    }

    private boolean trespassed(String role, JsonNode document) {
        TreeSet<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        document.fieldNames().forEachRemaining(names::add);
        return names.stream()
                .anyMatch(name -> !document.path(name).equals(before.path(name))
                        && !(name.equals(OWN.get(role)) && isKept(before.path(name), document.path(name))));
    }

    private static boolean isKept(JsonNode old, JsonNode now) {
        if (!(old instanceof ArrayNode)) {
            return old.isMissingNode();
        }
        ArrayNode begin = Trees.array();
        for (int i = 0; i < old.size() && i < now.size(); i++) {
            begin.add(now.get(i));
        }
        return begin.equals(old);
    }

    int updates() {
        return updates;
    }

    int invalid() {
        return invalid;
    }
}
