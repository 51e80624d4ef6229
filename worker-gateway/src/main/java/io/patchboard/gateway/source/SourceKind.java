package io.patchboard.gateway.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which way invocations are taken from Kafka. */
public enum SourceKind {
    /** The first of the others that the broker supports. */
    AUTO,
    /** A share group (KIP-932): records are locked and acknowledged one by one. */
    SHARE,
    /** A consumer group of the newer protocol (KIP-848). */
    CONSUMER,
    /** A consumer group of the protocol that every broker speaks. */
    CLASSIC;

    /** The word for it in options and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException with the words there are */
    public static SourceKind of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Expected a source of "
                        + Arrays.stream(values()).map(SourceKind::word).collect(Collectors.joining(", ")) + ", but got "
                        + word + "."));
    }
}
