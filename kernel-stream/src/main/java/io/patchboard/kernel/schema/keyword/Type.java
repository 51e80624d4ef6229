package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** {@code type}. */
final class Type extends Keyword {

    private final Set<Kind> accepted = EnumSet.noneOf(Kind.class);
    private final boolean integer;

    Type(Source source) {
        super("type", source, Kind.ANY);
        Set<String> names = new HashSet<>();
        Json limit = source.keyword("type");
        if (limit instanceof JsonArray any) {
            any.forEach(name -> names.add(KeywordReader.text(name)));
        } else {
            names.add(KeywordReader.text(limit));
        }
        for (Kind kind : Kind.values()) {
            if (names.contains(kind.word())) {
                accepted.add(kind);
            }
        }
        integer = names.contains("integer");
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        if (accepted.contains(Kind.of(value))) {
            return true;
        }
        if (!integer || !(value instanceof JsonNumber number)) {
            return false;
        }
        evaluation.charge(Digits.cost(number.value()));
        return number.isIntegral();
    }
}
