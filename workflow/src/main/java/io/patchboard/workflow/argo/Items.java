package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** For what a step or task is done several times, as a list of items. */
final class Items {

    static final List<String> FIELDS = List.of("withItems", "withParam", "withSequence");

    /** Of a list that is not known before; a board has so many invocations left for it. */
    static final long MOST = 10_000;

    /** Of a sequence whose count is known only then: so many numbers, in so many characters. */
    private static final int MOST_COUNTED = 1_000;

    private static final int MOST_NAMED = 8_000;

    /** Of a sequence that is known before. */
    private static final int MOST_CHARS = 200_000;

    /** One number, in a text around it. */
    private static final Pattern FORMAT = Pattern.compile("[^%]*%(?:0?[1-9][0-9]?)?[dxX][^%]*");

    private final Findings findings;

    Items(Findings findings) {
        this.findings = findings;
    }

    /** CEL over the map's input; empty if that cannot be said, which has been told. */
    Optional<String> of(JsonPlace step, References references) {
        if (step.has("withItems")) {
            return constant(step.into("withItems"));
        }
        if (step.has("withSequence")) {
            return sequence(step.into("withSequence"), references);
        }
        JsonPlace list = step.into("withParam");
        String text = list.text().orElse("").strip();
        Optional<String> items = References.braced(text)
                .flatMap(references::cel)
                .or(() -> Optional.of(text).filter(constant -> constant.startsWith("[") && !constant.contains("{{")));
        if (items.isEmpty()) {
            findings.unsupported(
                    list.at(),
                    "Expected a list of what was called just before, or a parameter of the document where it begins, but got "
                            + list.value() + ".");
        }
        return items;
    }

    private Optional<String> constant(JsonPlace items) {
        String list = items.value().toString();
        if (list.contains("{{")) {
            findings.unsupported(
                    items.at(),
                    "Expected items that are known here; those that are a parameter or an output are given withParam.");
            return Optional.empty();
        }
        return Optional.of(list);
    }

    private Optional<String> sequence(JsonPlace sequence, References references) {
        Optional<String> counted =
                sequence.text("count").flatMap(References::braced).flatMap(references::cel);
        if (counted.isPresent() && !sequence.has("end")) {
            return counted(sequence, counted.get());
        }
        Optional<BigDecimal> start = start(sequence);
        Optional<BigDecimal> end = sequence.has("end")
                ? PolicyReader.number(sequence.into("end"))
                : PolicyReader.number(sequence.into("count"))
                        .flatMap(count -> start.map(first -> first.add(count).subtract(BigDecimal.ONE)));
        String format = format(sequence);
        boolean known = start.isPresent()
                && end.isPresent()
                && FORMAT.matcher(format).matches()
                && end.get().subtract(start.get()).abs().longValue() < MOST;
        if (!known) {
            findings.unsupported(
                    sequence.at(), "Expected a sequence of numbers that are known here, at most " + MOST + ".");
            return Optional.empty();
        }
        long first = start.get().longValue();
        long last = end.get().longValue();
        // A count of none ends before it starts; what is said to start after its end counts down.
        long count = sequence.has("end") ? Math.abs(last - first) + 1 : last - first + 1;
        StringBuilder numbers = new StringBuilder();
        for (long i = 0; i < count && numbers.length() <= MOST_CHARS; i++) {
            long number = last < first ? first - i : first + i;
            numbers.append(i == 0 ? "" : ", ").append(Json.of(formatted(format, number)));
        }
        if (numbers.length() > MOST_CHARS) {
            findings.unsupported(
                    sequence.at(),
                    "Expected a sequence of at most " + MOST_CHARS + " characters as a list;"
                            + " a shorter format makes it one.");
            return Optional.empty();
        }
        return Optional.of("[" + numbers + "]");
    }

    /** Zeros without a width are none in Go. */
    private static String format(JsonPlace sequence) {
        return sequence.text("format").orElse("%d").replaceFirst("%0+(?=[dxX])", "%");
    }

    /** As in Go, where a negative number has a sign in hexadecimal, too. */
    private static String formatted(String format, long number) {
        return String.format(Locale.ROOT, format, BigInteger.valueOf(number));
    }

    private static Optional<BigDecimal> start(JsonPlace sequence) {
        return sequence.has("start") ? PolicyReader.number(sequence.into("start")) : Optional.of(BigDecimal.ZERO);
    }

    /** The first so many of as many as an expression may name; with more, the map fails. */
    private Optional<String> counted(JsonPlace sequence, String count) {
        Optional<BigDecimal> start = start(sequence);
        String format = format(sequence);
        if (start.isEmpty() || !FORMAT.matcher(format).matches()) {
            findings.unsupported(sequence.at(), "Expected a sequence that starts with a number that is known here.");
            return Optional.empty();
        }
        StringBuilder numbers = new StringBuilder();
        for (long i = 0; i < MOST_COUNTED && numbers.length() < MOST_NAMED; i++) {
            numbers.append(i == 0 ? "" : ", ")
                    .append(Json.of(formatted(format, start.get().longValue() + i)));
        }
        return Optional.of("[" + numbers + "].slice(0, int(" + count + "))");
    }
}
