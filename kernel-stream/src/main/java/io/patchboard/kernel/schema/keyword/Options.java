package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * {@code enum} and {@code const}. Options are in an order, not found by a hash code, which whoever writes them could
 * make all the same. Of objects and arrays only those can be equal that have as many bytes.
 */
final class Options extends Keyword {

    private static final int BYTES_COMPARED = 4;

    private final NavigableSet<String> texts = new TreeSet<>();
    private final NavigableSet<BigDecimal> numbers = new TreeSet<>();
    private final List<Json> words = new ArrayList<>();
    private final Map<Long, List<Json>> containers = new HashMap<>();
    private int longestText;
    private long mostDigits;

    Options(String name, Source source, List<Json> options) {
        super(name, source, Kind.ANY);
        options.forEach(this::add);
    }

    private void add(Json option) {
        if (option instanceof JsonString text) {
            texts.add(text.value());
            longestText = Math.max(longestText, text.value().length());
        } else if (option instanceof JsonNumber number) {
            numbers.add(number.value());
            mostDigits = Math.max(mostDigits, Digits.of(number.value()));
        } else if (option instanceof JsonObject || option instanceof JsonArray) {
            containers
                    .computeIfAbsent(option.canonicalBytes(), bytes -> new ArrayList<>())
                    .add(option);
        } else if (!words.contains(option)) {
            words.add(option);
        }
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        if (value instanceof JsonString text) {
            int compared = Math.min(text.value().length(), longestText);
            evaluation.charge(comparisons(texts.size()) * (1L + compared / Evaluation.COMPARED));
            return texts.contains(text.value());
        }
        if (value instanceof JsonNumber number) {
            long digits = Digits.of(number.value()) + mostDigits;
            evaluation.charge(comparisons(numbers.size()) * (1 + Digits.cost(digits)));
            return numbers.contains(number.value());
        }
        if (value instanceof JsonObject || value instanceof JsonArray) {
            List<Json> alike = containers.getOrDefault(value.canonicalBytes(), List.of());
            evaluation.charge(1 + alike.size() * (1 + value.canonicalBytes() / BYTES_COMPARED));
            return alike.contains(value);
        }
        return words.contains(value);
    }

    private static int comparisons(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size);
    }
}
