package io.patchboard.examples.evidence;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Dates as an encyclopaedia writes them: {@code October 8, 1970} and {@code 8 October 1970}. */
final class BirthDate {

    private static final String MONTH =
            "(?:January|February|March|April|May|June|July|August|September|October|November|December)";

    /** Regular expression of both forms. */
    static final String PATTERN = "(?:" + MONTH + " \\d{1,2}, \\d{4}|\\d{1,2} " + MONTH + " \\d{4})";

    private static final List<DateTimeFormatter> FORMATS = List.of(
            DateTimeFormatter.ofPattern("MMMM d, uuuu", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH));

    private BirthDate() {}

    static Optional<LocalDate> parse(String text) {
        return FORMATS.stream().flatMap(format -> parse(text, format).stream()).findFirst();
    }

    private static Optional<LocalDate> parse(String text, DateTimeFormatter format) {
        try {
            return Optional.of(LocalDate.parse(text, format));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
