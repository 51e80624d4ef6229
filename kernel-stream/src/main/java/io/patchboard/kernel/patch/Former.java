package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * What an operation replaced or removed, as the document before the whole patch has it, in which no two things have one
 * place. It is found back through the operations before when somebody first asks. Not for several threads.
 */
public final class Former {

    private final List<Moved> earlier;
    private final int count;
    private final JsonPointer place;
    private final Json first;

    /** Null until it is looked for. */
    private Optional<Found> found;

    /** Where it was, and its value. */
    public record Found(JsonPointer place, Json value) {}

    /**
     * What has a place after some operations.
     *
     * @param earlier the operations of the patch that moved or replaced something
     * @param count how many of them were done by then
     * @param first the document before them
     */
    Former(List<Moved> earlier, int count, JsonPointer place, Json first) {
        this.earlier = earlier;
        this.count = count;
        this.place = place;
        this.first = first;
    }

    /**
     * Absent if it came with the patch.
     *
     * @param steps is told how many operations it is to be followed through, for who charges that
     */
    public Optional<Found> find(LongConsumer steps) {
        if (found == null) {
            steps.accept(count);
            found = Relocation.before(earlier.subList(0, count), place)
                    .flatMap(was -> was.resolve(first).map(value -> new Found(was, value)));
        }
        return found;
    }
}
