package io.patchboard.kernel.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MeteredRegexTest {

    private static final long SEED = 20_261_122;
    private static final String[] PIECES = {
        "a",
        "b",
        "(",
        "(?:",
        ")",
        "|",
        "*",
        "+",
        "?",
        "{2}",
        "{0,3}",
        "{2,}",
        "[(]",
        "[)a]",
        "[]({3}]",
        "[^]|]",
        "[[:alpha:](]",
        "[\\]{9}]",
        "\\(",
        "\\)",
        "\\{",
        "\\x{41}",
        "\\p{L}",
        "\\pN",
        "\\Q(x{7}\\E",
        "^",
        "$",
        "\\b",
        ".",
        "(?i)",
        "(?s:",
        "(?P<n>",
        "{",
        "}",
        "é",
        "😀",
        "-",
        "]",
        ":",
        "\\d",
        "\\x41",
        "(?m)",
    };

    @Test
    void size_ofRandomExpressions_isNoLessThanThatOfTheProgram() {
        Random random = new Random(SEED);
        int compiled = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder source = new StringBuilder();
            for (int pieces = random.nextInt(12); pieces >= 0; pieces--) {
                source.append(PIECES[random.nextInt(PIECES.length)]);
            }
            int program;
            RegexWork outline;
            try {
                program = Pattern.compile(source.toString()).programSize();
                outline = RegexOutline.of(source.toString());
            } catch (PatternSyntaxException | UnusableRegexException e) {
                continue;
            }
            compiled++;
            assertThat(program).as("seed %d: %s", SEED, source).isLessThanOrEqualTo(2 * outline.size() + 16);
        }
        assertThat(compiled).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // expression, and how many instructions a text of 100,000 characters can take at most
                "^https?:// 60",
                "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?Z$ 200",
                "^[^@]+@[^@]+$ 900000",
                "[a-z]+[0-9] 400100",
            })
    void work_isBoundedByWhereAMatchCanBe(String source, long most) throws UnusableRegexException {
        assertThat(MeteredRegex.compile(source).work(100_000)).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // expression, and how many instructions it has at each character of a long text
                "(a?){300}b 900",
                "(a?){300}[(] 900",
                "[a-z0-9._]{1,64}@[a-z0-9.]{1,100} 300",
                "a|^(b?){50} 3",
                "(a|^)(b?){50}c 100",
                "(?m)^(b?){50}c 100",
                "^?(b?){50}c 100",
                "^*(b?){50}c 100",
                "x^|(b?){50}c 100",
                "^((b?){50}c)+ 100",
            })
    void work_onLongTexts_isThatOfWhatCanBeAnywhere(String source, long least) throws UnusableRegexException {
        MeteredRegex regex = MeteredRegex.compile(source);

        assertThat(regex.work(20_000) - regex.work(10_000)).isGreaterThanOrEqualTo(least * 10_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a?){999}(a?){999}",
                "(a{50}){50}",
                "a{0,501}",
                "((a{0,20}){0,20}){0,20}",
                "(a?){999}(a?){999}[(]",
                "(?:){1000}(?:){1000}(?:){1000}",
                "(?:(?i)){1000}(?:){1000}a"
            })
    void compile_whatUnrollsToTooMuch_isRefusedBeforeItIsBuilt(String source) {
        UnusableRegexException refused =
                catchThrowableOfType(UnusableRegexException.class, () -> MeteredRegex.compile(source));

        assertThat(refused.isTooLarge()).isTrue();
    }

    /** What is repeated may be nothing, so that no number of instructions would stop it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"(?:){999999999}", "(?:){1001}", "|{999999999}", "{999999999}", "(?i){1001,1002}", "a{1001}"})
    void size_ofMoreCopiesThanRe2Has_isRefusedBeforeTheyAreCounted(String source) {
        UnusableRegexException refused =
                catchThrowableOfType(UnusableRegexException.class, () -> MeteredRegex.size(source));

        assertThat(refused).isNotNull();
        assertThat(refused.isTooLarge()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(?:){1000}", "(?:(?i)){1000}", "(?:\\Q\\E){1000}", "(?:(?:){30}){30}"})
    void size_ofEmptyGroups_isNoLessThanThatOfTheProgram(String source) throws UnusableRegexException {
        assertThat(MeteredRegex.size(source) + 2)
                .isGreaterThanOrEqualTo(Pattern.compile(source).programSize());
    }

    @Test
    void isFoundIn_largestExpression_needsLittleStack() throws InterruptedException {
        boolean[] found = new boolean[1];
        Thread small = new Thread(
                null,
                () -> {
                    try {
                        found[0] = MeteredRegex.compile("a{0,500}b?").isFoundIn("a".repeat(50));
                    } catch (UnusableRegexException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "small",
                640 << 10);
        small.start();
        small.join();

        assertThat(found[0]).isTrue();
    }
}
