package io.patchboard.kernel.state;

import java.util.Optional;

/**
 * The index of one board that need not be asked whether it has a request that is new, as almost all are.
 *
 * <p>Of a board of which nothing was stored when it was first asked, it knows all requests and invocations that were
 * put since, in a filter that says "no" or "maybe". Of others, as after a restart, and of those with very many, every
 * question goes to the store. How many requests there were stands in memory for either, and is stored now and then.
 * Whoever writes to the store in another way has to drop this.
 */
public final class RecentIds implements KnownIds.Index {

    /** Of a key: two characters for what it is, then the beginning of its hash. */
    private static final int PREFIX = 2;

    private static final int PREFIX_AND_HASH = PREFIX + 16;

    /** So that the filter of a board takes 9 KB at most. */
    private static final int MOST_IDS = 4_000;

    private final KnownIds.Index stored;
    private final int window;
    private Optional<String> head;

    /** All ids of the board; absent if they are not known, or too many. */
    private Optional<GrowingFilter> all;

    /** @param window as {@link KnownIds} has it */
    public RecentIds(KnownIds.Index stored, int window) {
        this.stored = stored;
        this.window = window;
        this.head = KnownIds.latestHead(stored, window);
        this.all = head.isEmpty() ? Optional.of(new GrowingFilter()) : Optional.empty();
    }

    @Override
    public Optional<String> get(String key) {
        if (key.equals(KnownIds.HEAD)) {
            return head;
        }
        boolean isNew = isOfId(key) && all.isPresent() && !all.get().mayHave(hash(key));
        return isNew ? Optional.empty() : stored.get(key);
    }

    @Override
    public void put(String key, String value) {
        if (key.equals(KnownIds.HEAD)) {
            head = Optional.of(value);
            if (KnownIds.isHeadStored(value, window)) {
                stored.put(key, value);
            }
            return;
        }
        if (isOfId(key)) {
            all = all.filter(ids -> ids.size() < MOST_IDS);
            all.ifPresent(ids -> ids.add(hash(key)));
        }
        stored.put(key, value);
    }

    @Override
    public void delete(String key) {
        stored.delete(key);
    }

    /** Whether it is the key of a request or an invocation, and not of the ring. */
    private static boolean isOfId(String key) {
        return key.length() >= PREFIX_AND_HASH && key.charAt(0) != 's';
    }

    private static long hash(String key) {
        return Long.parseUnsignedLong(key, PREFIX, PREFIX_AND_HASH, 16) + key.charAt(0);
    }
}
