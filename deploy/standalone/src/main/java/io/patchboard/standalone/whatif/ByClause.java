package io.patchboard.standalone.whatif;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The verdicts that flip because of one clause. */
public final class ByClause {

    private final Key key;
    private final Optional<String> text;
    private final List<Comparison.Told> first = new ArrayList<>();
    private long count;

    /**
     * @param stricter whether the clause rejects now what it did not then; otherwise it rejected then
     * @param blueprint hash of the blueprint that has the clause
     */
    record Key(boolean stricter, String clause, String blueprint) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::stricter)
                    .thenComparing(Key::clause)
                    .thenComparing(Key::blueprint)
                    .compare(this, other);
        }
    }

    ByClause(Key key, Optional<String> text) {
        this.key = key;
        this.text = text;
    }

    void add(Comparison.Told told, int most) {
        count++;
        if (first.size() < most) {
            first.add(told);
        }
    }

    /** Whether commits would be rejected; otherwise rejections would be commits. */
    public boolean stricter() {
        return key.stricter();
    }

    /** Its place in the blueprint, or stage and code. */
    public String clause() {
        return key.clause();
    }

    /** What the blueprint says there. */
    public Optional<String> text() {
        return text;
    }

    public long count() {
        return count;
    }

    /** The first of them, in the order of the logs. */
    public List<Comparison.Told> first() {
        return List.copyOf(first);
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("clause", key.clause())
                .put("blueprintHash", key.blueprint())
                .putStringIfPresent("text", text)
                .put("change", key.stricter() ? "rejected-now" : "committed-now")
                .put("flips", count)
                .put(
                        "first",
                        JsonArray.copyOf(
                                first.stream().map(Comparison.Told::json).toList()))
                .build();
    }
}
