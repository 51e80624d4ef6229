package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Stands in a state for bytes that are kept elsewhere: {@code {"$blob": {"sha256", "bytes", "type"}}}.
 *
 * @param sha256 of the bytes, 64 digits in lower case
 * @param bytes how many they are
 * @param type their media type, as {@code image/png}, in lower case
 */
public record BlobHandle(String sha256, long bytes, String type) {

    /** The only member of such a value, and the keyword of a schema that asks for one. */
    public static final String MEMBER = "$blob";

    /** The type of bytes of which nothing is known. */
    public static final String ANY_BYTES = "application/octet-stream";

    private static final PartSearch<BlobHandle> SEARCH = new PartSearch<>(BlobHandle::of);

    /** A terabyte: as many as a state can point to add up to a number. */
    private static final long MOST_BYTES = 1L << 40;

    private static final Set<String> MEMBERS = Set.of("sha256", "bytes", "type");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern TYPE = Pattern.compile("[a-z0-9][a-z0-9.+-]{0,62}/[a-z0-9][a-z0-9.+-]{0,62}");

    /** What a value says of a blob; absent if it has not exactly that form. */
    public static Optional<BlobHandle> of(Json value) {
        if (!(value instanceof JsonObject object)
                || object.size() != 1
                || !(object.get(MEMBER).orElse(Json.nul()) instanceof JsonObject blob)
                || !blob.names().equals(MEMBERS)
                || !(blob.get("sha256").orElseThrow() instanceof JsonString sha256)
                || !(blob.get("bytes").orElseThrow() instanceof JsonNumber bytes)
                || !(blob.get("type").orElseThrow() instanceof JsonString type)) {
            return Optional.empty();
        }
        return isHash(sha256.value()) && isType(type.value()) && isCount(bytes)
                ? Optional.of(new BlobHandle(sha256.value(), bytes.value().longValueExact(), type.value()))
                : Optional.empty();
    }

    private static boolean isCount(JsonNumber number) {
        return number.isIntegral()
                && number.value().signum() >= 0
                && number.value().compareTo(BigDecimal.valueOf(MOST_BYTES)) <= 0;
    }

    public static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    /** Whether it is a media type without parameters. */
    public static boolean isType(String text) {
        return TYPE.matcher(text).matches();
    }

    /** All in a value, each hash once. */
    public static Collection<BlobHandle> in(Json value) {
        return in(value, () -> {});
    }

    /** As {@link #in(Json)}, telling of each that is come upon, also where it is of a hash that was there before. */
    public static Collection<BlobHandle> in(Json value, Runnable each) {
        Map<String, BlobHandle> found = new LinkedHashMap<>();
        SEARCH.forEach(value, blob -> {
            each.run();
            found.putIfAbsent(blob.sha256(), blob);
        });
        return found.values();
    }

    public Json toJson() {
        return JsonObject.of(
                MEMBER,
                JsonObject.builder()
                        .put("sha256", sha256)
                        .put("bytes", bytes)
                        .put("type", type)
                        .build());
    }
}
