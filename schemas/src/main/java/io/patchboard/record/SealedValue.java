package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Stands in a state for a value that nobody reads without its key: {@code {"$sealed": {"subject", "board", "key",
 * "data"}}}. Who has not the key knows of the value how long it is, and nothing else; {@code docs/erasure.md} has what
 * {@code data} is made of.
 *
 * <p>They have an order so that a hash set finds one quickly among others of the same hash, which are easily made.
 *
 * @param subject whom the value is about, as the sender names them; erased together
 * @param board that it was sealed for. A fork has its origin's values as they are
 * @param key which key opens it
 * @param data nonce, ciphertext and tag in base64url
 */
public record SealedValue(String subject, String board, String key, String data) implements Comparable<SealedValue> {

    /** The only member of such a value, and the keyword of a schema that asks for one. */
    public static final String MEMBER = "$sealed";

    /** The only member of what is to be sealed, and of what was opened for a worker. */
    public static final String UNSEALED = "$unsealed";

    private static final PartSearch<SealedValue> SEARCH = new PartSearch<>(SealedValue::of);
    private static final PartSearch<Json> PLAIN = new PartSearch<>(value ->
            Optional.of(value).filter(one -> one instanceof JsonObject object && object.has(UNSEALED)));

    private static final Comparator<SealedValue> ORDER = Comparator.comparing(SealedValue::subject)
            .thenComparing(SealedValue::board)
            .thenComparing(SealedValue::key)
            .thenComparing(SealedValue::data);

    private static final int MOST_BOARD_CHARS = 1_000;
    private static final Set<String> MEMBERS = Set.of("subject", "board", "key", "data");
    private static final Pattern SUBJECT = Pattern.compile("[A-Za-z0-9._:@+-]{1,128}");
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{22}");

    /** A nonce of 12 bytes and a tag of 16 with nothing between have 38 characters. */
    private static final int LEAST_DATA_CHARS = 38;

    /** What a value says that is sealed; absent if it has not exactly that form. */
    public static Optional<SealedValue> of(Json value) {
        if (!(value instanceof JsonObject object)
                || object.size() != 1
                || !(object.get(MEMBER).orElse(Json.nul()) instanceof JsonObject closed)
                || !closed.names().equals(MEMBERS)
                || !(closed.get("subject").orElseThrow() instanceof JsonString subject)
                || !(closed.get("board").orElseThrow() instanceof JsonString board)
                || !(closed.get("key").orElseThrow() instanceof JsonString key)
                || !(closed.get("data").orElseThrow() instanceof JsonString data)) {
            return Optional.empty();
        }
        return isSubject(subject.value())
                        && !board.value().isEmpty()
                        && board.value().length() <= MOST_BOARD_CHARS
                        && KEY.matcher(key.value()).matches()
                        && isData(data.value())
                ? Optional.of(new SealedValue(subject.value(), board.value(), key.value(), data.value()))
                : Optional.empty();
    }

    /** Whether it may name somebody: letters, digits and {@code . _ : @ + -}, at most 128. */
    public static boolean isSubject(String text) {
        return SUBJECT.matcher(text).matches();
    }

    /** Gone through by hand, since it may be as long as a state, and is looked at for each patch and each schema. */
    private static boolean isData(String text) {
        boolean all = text.length() >= LEAST_DATA_CHARS;
        for (int i = 0; i < text.length() && all; i++) {
            char c = text.charAt(i);
            all = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_';
        }
        return all;
    }

    /** All in a value, in their order. */
    public static List<SealedValue> in(Json value) {
        List<SealedValue> found = new ArrayList<>();
        SEARCH.forEach(value, found::add);
        return found;
    }

    /** Whether a value is still to be sealed somewhere, or was opened. */
    public static boolean hasUnsealed(Json value) {
        List<Json> found = new ArrayList<>();
        PLAIN.forEach(value, found::add);
        return !found.isEmpty();
    }

    @Override
    public int compareTo(SealedValue other) {
        return ORDER.compare(this, other);
    }

    public JsonObject toJson() {
        return JsonObject.of(
                MEMBER,
                JsonObject.builder()
                        .put("subject", subject)
                        .put("board", board)
                        .put("key", key)
                        .put("data", data)
                        .build());
    }
}
