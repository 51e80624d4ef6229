package io.patchboard.standalone.sources;

import io.patchboard.client.model.BoardIndexes;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The boards that there are, as far as they are known by now. */
public interface Boards extends Correlation.Lookup {

    /**
     * Those with a label that have not ended or were created after a moment.
     *
     * @throws UnavailableException if boards cannot be read now
     */
    BoardIndexes.Labelled labelled(String name, String value, Instant since) throws UnavailableException;

    /**
     * How many have a label, and which of some ids were decided about.
     *
     * @param since absent for no count of new ones
     * @throws UnavailableException if boards cannot be read now
     */
    BoardIndexes.Counted counted(String name, String value, Optional<Instant> since, Set<String> ids)
            throws UnavailableException;
}
