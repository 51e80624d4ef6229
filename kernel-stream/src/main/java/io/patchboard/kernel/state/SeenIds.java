package io.patchboard.kernel.state;

import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A board's history in memory, fed with the entries of its log. Not for several threads. */
public final class SeenIds implements History {

    private final Map<String, String> index;
    private final int window;
    private final KnownIds known;

    public SeenIds() {
        this(KnownIds.WINDOW);
    }

    /** @param window requests without an invitation that are remembered */
    public SeenIds(int window) {
        this(Map.of(), window);
    }

    private SeenIds(Map<String, String> index, int window) {
        this.index = new HashMap<>(index);
        this.window = window;
        this.known = new KnownIds(new InMemory(this.index), window);
    }

    private record InMemory(Map<String, String> map) implements KnownIds.Index {

        @Override
        public Optional<String> get(String key) {
            return Optional.ofNullable(map.get(key));
        }

        @Override
        public void put(String key, String value) {
            map.put(key, value);
        }

        @Override
        public void delete(String key) {
            map.remove(key);
        }
    }

    public SeenIds copy() {
        return new SeenIds(index, window);
    }

    public void remember(LogEntry entry) {
        known.remember(entry);
    }

    /** Keys of the index: what grows with what is remembered. */
    public int size() {
        return index.size();
    }

    @Override
    public boolean knowsProposal(ProposalKey proposal) {
        return known.knowsProposal(proposal);
    }

    @Override
    public boolean knowsCommand(String commandId) {
        return known.knowsCommand(commandId);
    }

    @Override
    public InvocationEnd endOf(String invocationId) {
        return known.endOf(invocationId);
    }

    @Override
    public Optional<Instant> forgottenUntil() {
        return known.forgottenUntil();
    }
}
