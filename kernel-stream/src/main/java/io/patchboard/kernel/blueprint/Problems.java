package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.Problem;
import io.patchboard.text.Spelling;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects what is wrong with one blueprint, or probably is. The same error at the same place is kept once. Their
 * number is bounded, because they travel in one record and nobody reads more.
 */
public final class Problems {

    private static final int MOST = 1_000;

    /** Of all together: each names its place, whose names may be long. */
    private static final long MOST_CHARS = 2_000_000;

    /** Letters that are compared with letters to find out what was meant, which takes some 20 ms. */
    static final long MOST_COMPARED = 2_500_000;

    /** Of a word with all others, whatever their letters: nobody reads more than some hundred suggestions. */
    private static final long LEAST_COMPARED = MOST_COMPARED / 100;

    private final Set<Problem> found = new LinkedHashSet<>();
    private final Set<Problem> formal = new LinkedHashSet<>();
    private long chars;
    private final WorkBudget comparing = new WorkBudget(MOST_COMPARED);

    public void add(JsonPointer at, String message) {
        add(at.toString(), message);
    }

    public void add(String pointer, String message) {
        if (!full()) {
            add(new Problem(pointer, message), found);
        }
    }

    /** Is told only if nothing else is told of that place: what the compiler says of it is easier to read. */
    void addUnlessToldOtherwise(JsonPointer at, String message) {
        if (formal.size() < MOST && chars < MOST_CHARS) {
            add(new Problem(at.toString(), message), formal);
        }
    }

    private void add(Problem problem, Set<Problem> those) {
        if (those.add(problem)) {
            chars += problem.pointer().length() + problem.message().length();
        }
    }

    public boolean isEmpty() {
        return found.isEmpty() && formal.isEmpty();
    }

    /** Whether something is wrong at a place or inside of it. */
    public boolean hasBelow(JsonPointer at) {
        String place = at.toString();
        String inside = place + "/";
        return Stream.concat(found.stream(), formal.stream())
                .anyMatch(problem ->
                        problem.pointer().equals(place) || problem.pointer().startsWith(inside));
    }

    /** Whether there is no use in looking for more. */
    boolean full() {
        return found.size() >= MOST || chars >= MOST_CHARS;
    }

    /** Whether what may have been meant is still looked for: the first problems are those that are read. */
    boolean suggests() {
        return !full() && !comparing.isExhausted();
    }

    /** Which of the names may have been meant by a word; none once looking for that took too long. */
    Optional<String> nearest(String word, Collection<String> names) {
        if (!suggests()) {
            return Optional.empty();
        }
        long letters = names.stream().mapToLong(name -> 1L + name.length()).sum();
        return comparing.spend(Math.max(LEAST_COMPARED, letters * (1L + word.length())))
                ? Spelling.nearest(word, List.copyOf(names))
                : Optional.empty();
    }

    /** As {@link #nearest}, as a question with a space before it. */
    String question(String word, Collection<String> names) {
        return Spelling.question(nearest(word, names));
    }

    /** What to say of a name that is none of those that there are. */
    String unknown(String what, Collection<String> names, String name) {
        return "Expected the name of a " + what + Parts.known(names) + ", but got \"" + name + "\"."
                + question(name, names);
    }

    /** In the order of the places. */
    public List<Problem> sorted() {
        return all().sorted(Comparator.comparing(Problem::pointer)).toList();
    }

    private Stream<Problem> all() {
        Set<String> told = found.stream().map(Problem::pointer).collect(Collectors.toSet());
        return Stream.concat(found.stream(), formal.stream().filter(problem -> !told.contains(problem.pointer())));
    }
}
