package io.patchboard.json;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is needed of many texts, each of which is an object, by who does not need all of it. Some members are only
 * checked, and {@code true} stands in their place if they are not {@code null}. One is mostly an object that others
 * have had alike, and is read once for them. Safe for use by several threads.
 */
public final class Outline {

    /** All of a text. */
    public static final Outline WHOLE = new Outline(Set.of(), "");

    private static final int MOST_SHARED = 16;
    private static final int MOST_SHARED_BYTES = 64 * 1024;

    private final Set<String> passedOver;
    private final String shared;
    private volatile List<Shared> known = List.of();

    @SuppressWarnings("ArrayRecordComponent")
    private record Shared(byte[] text, Json value) {

        boolean isAt(byte[] utf8, int begin) {
            int end = begin + text.length;
            return end <= utf8.length && Arrays.equals(utf8, begin, end, text, 0, text.length);
        }
    }

    /**
     * @param passedOver names of the members that are not needed
     * @param shared the name of the one that is mostly like that of others
     */
    public Outline(Set<String> passedOver, String shared) {
        this.passedOver = passedOver;
        this.shared = shared;
    }

    boolean passesOver(String name) {
        return passedOver.contains(name);
    }

    boolean shares(String name) {
        return !shared.isEmpty() && shared.equals(name);
    }

    /** What is known of the object that begins there. */
    Optional<Json> known(byte[] utf8, int begin) {
        for (Shared one : known) {
            if (one.isAt(utf8, begin)) {
                return Optional.of(one.value());
            }
        }
        return Optional.empty();
    }

    /** An object that may come again; the latest few are kept. */
    void keep(byte[] utf8, int begin, int end, Json value) {
        if (end - begin <= MOST_SHARED_BYTES) {
            Shared latest = new Shared(Arrays.copyOfRange(utf8, begin, end), value);
            known = Stream.concat(Stream.of(latest), known.stream())
                    .limit(MOST_SHARED)
                    .toList();
        }
    }
}
