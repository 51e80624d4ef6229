package io.patchboard.kernel.decide;

import io.patchboard.text.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where invocations can go. */
@FunctionalInterface
public interface Queues {

    /** @param why a sentence that ends the rejection and says what to do */
    record Missing(String queue, String why) {

        /** One that is not among those that somebody has listed. */
        public static Missing unlisted(String queue, Collection<String> listed) {
            return new Missing(queue, (Spelling.question(queue, listed) + " Add it to the kernel's queues.").strip());
        }
    }

    /**
     * Sees to it that all of them are there, or changes nothing.
     *
     * @return one that cannot be
     */
    Optional<Missing> missing(Collection<String> queues);

    static Queues of(Predicate<String> exists) {
        return queues ->
                queues.stream().filter(exists.negate()).findFirst().map(queue -> Missing.unlisted(queue, List.of()));
    }
}
