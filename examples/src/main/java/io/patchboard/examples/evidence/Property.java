package io.patchboard.examples.evidence;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a question may ask about its subjects, and how an encyclopaedia usually says it. */
enum Property {
    /** "is an American director": capitalised words after the indefinite article. */
    NATIONALITY("nationality") {
        @Override
        Optional<String> statedIn(String sentence) {
            return first(NATIONALITY_PHRASE, sentence);
        }
    },

    /** "(born July 16, 1966)", or the first date of a life span: "(October 10, 1924 – December 10, 1978)". */
    BIRTH_DATE("birth date") {
        @Override
        Optional<String> statedIn(String sentence) {
            return first(BORN, sentence).or(() -> first(LIFE_SPAN, sentence));
        }
    },

    /** "is a mile west of downtown Elko, in Elko County, Nevada": the last place that the sentence names. */
    LOCATION("location") {
        @Override
        Optional<String> statedIn(String sentence) {
            return last(PLACE, sentence);
        }
    };

    private static final Pattern NATIONALITY_PHRASE =
            Pattern.compile("\\b(?:is|was) an? ((?:\\p{Lu}[\\p{L}-]+)(?: \\p{Lu}[\\p{L}-]+)*)");
    private static final Pattern BORN = Pattern.compile("\\bborn (?:\\P{N}{0,60}?\\b)?(" + BirthDate.PATTERN + ")");
    private static final Pattern LIFE_SPAN = Pattern.compile("\\((" + BirthDate.PATTERN + ") [–-]");
    private static final String NAME = "\\p{Lu}[\\p{L}.'-]*\\p{L}(?: \\p{Lu}[\\p{L}.'-]*\\p{L})*";
    private static final Pattern PLACE =
            Pattern.compile("\\b(?:in|of|near|at) (" + NAME + "(?:, (?:the )?" + NAME + ")*)");

    private final String label;

    Property(String label) {
        this.label = label;
    }

    /** What the sentence says, in its own words; empty if it says nothing of the kind. */
    abstract Optional<String> statedIn(String sentence);

    /** The name in claims. */
    String label() {
        return label;
    }

    static Optional<Property> named(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "nationality", "citizenship" -> Optional.of(NATIONALITY);
            case "birthday", "birthdate" -> Optional.of(BIRTH_DATE);
            case "place", "location" -> Optional.of(LOCATION);
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(Pattern pattern, String sentence) {
        Matcher matcher = pattern.matcher(sentence);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Optional<String> last(Pattern pattern, String sentence) {
        return pattern.matcher(sentence).results().map(match -> match.group(1)).reduce((earlier, later) -> later);
    }
}
