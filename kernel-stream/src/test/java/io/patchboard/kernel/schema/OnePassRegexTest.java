package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.regex.MeteredRegex;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnePassRegexTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);

    private static final List<String> SETS = List.of(
            "a", "b", "9", "-", "_", "\\-", "\\.", "\\/", "\\d", "\\w", "[ab]", "[a-c]", "[0-9_]", "[b-]", "[-b]",
            "[\\d.]", "[\\w-]", "[$|]", "[\\[-a]", "[+-9]", "[^a]", "[&a]", "\\D", ".", "é", "(?:a)", "\\x61", "[é-]",
            "\\b");
    private static final List<String> REPETITIONS =
            List.of("", "", "", "", "*", "+", "?", "{2}", "{0}", "{1,}", "{0,}", "{1,3}", "{0,2}", "+?", "|");
    private static final List<String> TEXT = List.of(
            "a", "a", "b", "c", "9", "0", "-", "_", ".", "/", "[", "$", "|", "&", "Z", "\n", "é", "\u00e1", "😀", "");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "^c[0-9]+$",
                "^[a-z][a-z0-9]{0,3}$",
                "^[A-Z]{2}-\\d*",
                "^x-",
                "^",
                "^$",
                "^https?:\\/\\/",
                "^[a-f\\d-]{36}$"
            })
    void of_simpleExpression_isRecognised(String source) throws RegexException {
        assertThat(OnePassRegex.of(source)).isPresent();
        assertThat(LinearRegex.compile(source)).isInstanceOf(OnePassRegex.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "^a*a",
                "^a?b*a$",
                "^[ab]{1,2}b",
                "^a|b",
                "^(a)",
                "^a+?",
                "^[^a]",
                "^.",
                "^\\s",
                "^a$b",
                "^é",
                "^\\x61",
                "^[a-é]"
            })
    void of_otherExpression_isNotRecognised(String source) throws RegexException {
        assertThat(LinearRegex.compile(source)).isNotInstanceOf(OnePassRegex.class);
        assertThat(OnePassRegex.of(source)).isEmpty();
    }

    @Test
    void isFoundIn_randomTexts_saysWhatRe2Says() {
        Random random = new Random(SEED);
        int recognised = 0;
        int found = 0;
        int asked = 0;
        while (recognised < 5_000) {
            String source = source(random);
            MeteredRegex re2;
            try {
                re2 = LinearRegex.translated(source);
            } catch (RegexException e) {
                continue;
            }
            Optional<OnePassRegex> regex = OnePassRegex.of(source);
            if (regex.isEmpty()) {
                continue;
            }
            recognised++;
            for (int i = 0; i < 40; i++) {
                String text = some(TEXT, random.nextInt(7), random);
                boolean expected = re2.isFoundIn(text);
                assertThat(regex.get().isFoundIn(text))
                        .as("seed %d, %s in \"%s\"", SEED, source, text)
                        .isEqualTo(expected);
                asked++;
                found += expected ? 1 : 0;
            }
        }
        assertThat(found).isBetween(asked / 10, asked * 9 / 10);
    }

    private static String source(Random random) {
        StringBuilder source = new StringBuilder("^");
        for (int i = random.nextInt(4); i > 0; i--) {
            source.append(some(SETS, 1, random)).append(some(REPETITIONS, 1, random));
        }
        return source.append(random.nextBoolean() ? "$" : "").toString();
    }

    private static String some(List<String> from, int count, Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(from.get(random.nextInt(from.size())));
        }
        return text.toString();
    }
}
