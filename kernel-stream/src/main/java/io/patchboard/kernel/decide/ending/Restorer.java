package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.decide.log.Transcript;
import java.util.Optional;

/** Leads a board back to a mark because its blueprint says so, with all that follows from it. */
@FunctionalInterface
public interface Restorer {

    /** Why it is not done, for people; absent if it was. */
    Optional<String> restore(String mark, Transcript log);
}
