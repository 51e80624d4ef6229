package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.Set;

/** A keyword of a subschema, or some that only mean something together, made ready to judge values. */
abstract class Keyword {

    private final String name;
    private final Source source;
    private final Set<Kind> kinds;

    Keyword(String name, Source source, Set<Kind> kinds) {
        this.name = name;
        this.source = source;
        this.kinds = kinds;
    }

    /** The name under which it is reported. */
    final String name() {
        return name;
    }

    final Source source() {
        return source;
    }

    /** What it is asked about. */
    final Set<Kind> kinds() {
        return kinds;
    }

    /** What stands in the schema under a name that it is reported under. */
    Json limit(String reportedAs) {
        return source.keyword(reportedAs);
    }

    /** Whether it lets a value of its kinds pass. Says so only; it makes no message. */
    abstract boolean accepts(Json value, Evaluation evaluation);

    /** Reports what is wrong, if anything is. */
    void report(Json value, JsonPointer at, Report report) {
        if (!accepts(value, report.evaluation())) {
            report.add(this, value, at);
        }
    }

    /**
     * Adds the members or items that it evaluates, in the sense of {@code unevaluatedProperties} and
     * {@code unevaluatedItems}, of a value that it accepts.
     */
    void cover(Json value, Evaluation evaluation, Covered covered) {}

    /** As {@link #cover}, where it may be that it refuses the value, which then gives no annotation. */
    void coverIfAccepted(Json value, Evaluation evaluation, Covered covered) {
        if (accepts(value, evaluation)) {
            cover(value, evaluation, covered);
        }
    }
}
