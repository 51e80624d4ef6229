package io.patchboard.record;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A word of a closed vocabulary of the contract. In records it stands as text; a reader that meets one that it doesn't
 * know has an {@link UnknownWordException}, never a word in its place.
 */
public interface Word {

    /** The constant's name. */
    String name();

    /**
     * As it stands in records: the constant's name in small letters, with hyphens, unless the vocabulary says
     * otherwise.
     */
    default String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The word of a vocabulary with this text; absent if there is none. */
    static <W extends Enum<W> & Word> Optional<W> find(Class<W> vocabulary, String text) {
        return Arrays.stream(vocabulary.getEnumConstants())
                .filter(known -> known.word().equals(text))
                .findFirst();
    }

    /** @throws IllegalArgumentException if the vocabulary has no word with this text */
    static <W extends Enum<W> & Word> W of(Class<W> vocabulary, String text) {
        return find(vocabulary, text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected one of " + words(vocabulary) + ", but got \"" + text + "\"."));
    }

    /** The words of a vocabulary, for messages. */
    static <W extends Enum<W> & Word> String words(Class<W> vocabulary) {
        return Arrays.stream(vocabulary.getEnumConstants()).map(Word::word).collect(Collectors.joining(", "));
    }
}
