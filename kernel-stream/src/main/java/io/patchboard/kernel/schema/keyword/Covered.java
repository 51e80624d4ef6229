package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * What the keywords of a subschema evaluate of one value, as questions to be asked of each member or item: which
 * subschemas are active depends on the whole value, but whether one of them evaluates a child only on that child
 * (beyond the longest {@code prefixItems}).
 */
final class Covered {

    /** The steps of asking a keyword about a child. */
    private static final int ASKED = 5;

    private final List<Keyword> keywords = new ArrayList<>();
    private int prefix;
    private boolean all;

    /** Adds the members that a keyword speaks of. */
    void add(Members some) {
        keywords.add(some);
    }

    /** Adds the items that a keyword accepts. */
    void add(Contains some) {
        keywords.add(some);
    }

    /** Adds the first items. */
    void addPrefix(int length) {
        prefix = Math.max(prefix, length);
    }

    void addAll() {
        all = true;
    }

    boolean isAll() {
        return all;
    }

    /** How many of the first items are evaluated. */
    int prefix() {
        return prefix;
    }

    /** The keywords that are asked about each child, compared by identity. */
    List<Keyword> keywords() {
        return keywords;
    }

    boolean covers(String name, Evaluation evaluation) {
        for (Keyword some : keywords) {
            evaluation.step(ASKED);
            if (some instanceof Members members && members.speaksOf(name, evaluation)) {
                return true;
            }
        }
        return false;
    }

    boolean covers(Json item, Evaluation evaluation) {
        for (Keyword some : keywords) {
            evaluation.step(ASKED);
            if (some instanceof Contains contains && contains.acceptsItem(item, evaluation)) {
                return true;
            }
        }
        return false;
    }
}
