package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.Part;
import io.patchboard.json.Run;
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

    /** What parts without blobs remember, and under which key. */
    private static final Object NONE = new Object();

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

    /**
     * All in a value, each hash once. Parts in which there are none remember that, so that of a value that was made by
     * a patch only what the patch changed is looked at, and where there are some.
     */
    public static Collection<BlobHandle> in(Json value) {
        Map<String, BlobHandle> found = new LinkedHashMap<>();
        collect(value, found);
        return found.values();
    }

    /** @return whether there are any */
    private static boolean collect(Json value, Map<String, BlobHandle> found) {
        if (!(value instanceof Part part) || part.recall(NONE) != null) {
            return false;
        }
        Optional<BlobHandle> blob = of(value);
        blob.ifPresent(handle -> found.putIfAbsent(handle.sha256(), handle));
        boolean any = blob.isPresent();
        if (!any && value instanceof JsonObject object) {
            any = object.runs()
                    .map(runs -> collect(runs, found))
                    .orElseGet(() -> collectAll(object.members().values(), found));
        } else if (value instanceof JsonArray array) {
            any = array.runs().map(runs -> collect(runs, found)).orElseGet(() -> collectAll(array, found));
        }
        return remembered(part, any);
    }

    private static boolean collect(Run run, Map<String, BlobHandle> found) {
        if (run.recall(NONE) != null) {
            return false;
        }
        boolean any = collectAll(run.values(), found);
        for (Run shorter : run.runs()) {
            any |= collect(shorter, found);
        }
        return remembered(run, any);
    }

    private static boolean collectAll(Iterable<Json> values, Map<String, BlobHandle> found) {
        boolean any = false;
        for (Json value : values) {
            any |= collect(value, found);
        }
        return any;
    }

    private static boolean remembered(Part part, boolean any) {
        if (!any) {
            part.remember(NONE, NONE);
        }
        return any;
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
