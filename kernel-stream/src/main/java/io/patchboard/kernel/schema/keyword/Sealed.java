package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.record.SealedValue;

/** {@code $sealed}, which is PatchBoard's own: a {@link SealedValue}, whatever is in it. Nobody opens it for that. */
final class Sealed extends Keyword {

    /** Names and short texts; its data is looked at a character a time. */
    private static final int STEPS = 20;

    private static final int CHARS_OF_A_STEP = 32;

    Sealed(Source source) {
        super(SealedValue.MEMBER, source, Kind.ANY);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        evaluation.charge(STEPS + value.compactBytes() / CHARS_OF_A_STEP);
        return SealedValue.of(value).isPresent();
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.addAll();
    }
}
