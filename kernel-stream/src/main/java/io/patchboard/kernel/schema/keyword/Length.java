package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import java.util.Set;

/**
 * {@code minLength} and {@code maxLength}, in code points; they are counted only where the code units leave it open.
 */
final class Length extends Keyword {

    /** So many characters are counted in a step. */
    private static final int COUNTED = 16;

    private final long least;
    private final long most;

    Length(String name, Source source, long least, long most) {
        super(name, source, Set.of(Kind.STRING));
        this.least = least;
        this.most = most;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        String text = ((JsonString) value).value();
        int units = text.length();
        if (units <= most && units / 2 >= least) {
            return true;
        }
        if (units < least || units / 2 > most) {
            return false;
        }
        evaluation.charge(units / COUNTED);
        int points = text.codePointCount(0, units);
        return points >= least && points <= most;
    }
}
