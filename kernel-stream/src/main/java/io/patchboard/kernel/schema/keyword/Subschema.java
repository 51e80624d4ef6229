package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.Part;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A subschema, ready to judge values. It is made first and given its keywords later, since subschemas refer to each
 * other; after that it never changes.
 */
public final class Subschema {

    private final Map<Kind, Keyword[]> byKind = new EnumMap<>(Kind.class);

    /** Accepts everything until it is {@linkplain #define defined}. */
    public Subschema() {
        define(List.of());
    }

    /** @param keywords in the order in which they are asked */
    void define(List<Keyword> keywords) {
        for (Kind kind : Kind.values()) {
            byKind.put(kind, about(kind, keywords));
        }
    }

    private static Keyword[] about(Kind kind, List<Keyword> keywords) {
        return keywords.stream()
                .filter(keyword -> keyword.kinds().contains(kind))
                .toArray(Keyword[]::new);
    }

    /**
     * Whether a value is valid. Says so only.
     *
     * @throws OverBudgetException if that takes too much work
     */
    public boolean accepts(Json value, Evaluation evaluation) {
        evaluation.enter();
        boolean accepted = true;
        for (Keyword keyword : keywords(value)) {
            evaluation.step(1);
            if (!keyword.accepts(value, evaluation)) {
                accepted = false;
                break;
            }
        }
        evaluation.leave();
        return accepted;
    }

    /**
     * As {@link #accepts}, for a value with a place of its own: a child, or the whole. The answer for an object or
     * array is remembered with it. It would not help to remember what subschemas say that apply to the same value
     * together: when one is asked anew, the value is new to all of them.
     */
    public boolean acceptsWhole(Json value, Evaluation evaluation) {
        if (!(value instanceof Part part)) {
            return accepts(value, evaluation);
        }
        Judgement known = evaluation.recall(part, this);
        if (known != null) {
            return known.result() != 0;
        }
        Evaluation.Start start = evaluation.start();
        boolean accepted = accepts(value, evaluation);
        evaluation.remember(part, this, accepted ? 1 : 0, start);
        return accepted;
    }

    /**
     * Reports everything that is wrong with a value; nothing if it is valid.
     *
     * @throws OverBudgetException if that takes too much work
     */
    public void report(Json value, JsonPointer at, Report report) {
        if (!accepts(value, report.evaluation())) {
            reportRefused(value, at, report);
        }
    }

    /** As {@link #report}, for a child of the value at a place. */
    void reportChild(Json child, JsonPointer parent, String token, Report report) {
        if (!acceptsWhole(child, report.evaluation())) {
            reportRefused(child, parent.child(token), report);
        }
    }

    private void reportRefused(Json value, JsonPointer at, Report report) {
        report.evaluation().enter();
        for (Keyword keyword : keywords(value)) {
            keyword.report(value, at, report);
        }
        report.evaluation().leave();
    }

    /** Adds what is evaluated of a value that is valid. */
    void cover(Json value, Evaluation evaluation, Covered covered) {
        evaluation.enter();
        for (Keyword keyword : keywords(value)) {
            evaluation.step(1);
            keyword.cover(value, evaluation, covered);
        }
        evaluation.leave();
    }

    private Keyword[] keywords(Json value) {
        return byKind.get(Kind.of(value));
    }
}
