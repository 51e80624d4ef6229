package io.patchboard.standalone.whatif;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.whatif.Flip;
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

    /** What would become of proposals of which something else became. */
    public enum Change {
        /** They were rejected, or held by a gate. */
        COMMITTED_NOW("committed-now", "would be committed"),
        /** They were committed or rejected. */
        HELD_NOW("held-now", "would wait"),
        /** They were committed, or held by a gate. */
        REJECTED_NOW("rejected-now", "would be rejected");

        private final String word;
        private final String sentence;

        Change(String word, String sentence) {
            this.word = word;
            this.sentence = sentence;
        }

        static Change of(Flip flip) {
            if (flip.now().commits()) {
                return COMMITTED_NOW;
            }
            return flip.now().rejection().isPresent() ? REJECTED_NOW : HELD_NOW;
        }

        /** The rest of a sentence that begins with their number. */
        public String sentence() {
            return sentence;
        }
    }

    /** @param blueprint hash of the blueprint that has the clause */
    record Key(Change change, String clause, String blueprint) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::change)
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

    public Change change() {
        return key.change();
    }

    /** Its place in the blueprint; stage and code, or the verdict, where no clause of the blueprint says it. */
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
                .put("change", key.change().word)
                .put("flips", count)
                .put(
                        "first",
                        JsonArray.copyOf(
                                first.stream().map(Comparison.Told::json).toList()))
                .build();
    }
}
