package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import java.math.BigDecimal;
import java.util.List;

/**
 * {@code $blob}, which is PatchBoard's own: a {@link BlobHandle} of certain media types, of at most so many bytes.
 * Nobody sees the bytes for that.
 */
final class Blob extends Keyword {

    /** Names and texts of the handle, all of them short or looked at no further. */
    private static final int STEPS = 20;

    private final List<String> types;
    private final BigDecimal most;

    Blob(Source source, JsonObject limits) {
        super(BlobHandle.MEMBER, source, Kind.ANY);
        types = limits.get("types").orElse(Json.nul()) instanceof JsonArray list
                ? list.stream().map(KeywordReader::text).toList()
                : List.of();
        most = limits.get("maxBytes").orElse(Json.nul()) instanceof JsonNumber number
                ? number.value()
                : BigDecimal.valueOf(Long.MAX_VALUE);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        evaluation.charge(STEPS + types.size());
        return BlobHandle.of(value)
                .filter(blob -> BigDecimal.valueOf(blob.bytes()).compareTo(most) <= 0)
                .filter(blob -> types.isEmpty() || types.stream().anyMatch(type -> matches(type, blob.type())))
                .isPresent();
    }

    private static boolean matches(String allowed, String type) {
        return allowed.endsWith("/*")
                ? type.startsWith(allowed.substring(0, allowed.length() - 1))
                : allowed.equals(type);
    }

    @Override
    void cover(Json value, Evaluation evaluation, Covered covered) {
        covered.addAll();
    }
}
