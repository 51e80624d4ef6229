package io.patchboard.kernel.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.work.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenAllowanceTest {

    /** The work for one run of blanks grows faster than its length, as that for a word does. */
    @Test
    void longRuns_areCountedInPieces() {
        for (String character : List.of("x", " ", "\n", "\u3000")) {
            int piece = Tokenizer.DEFAULT.count(character.repeat(1_000));

            assertThat(Tokenizer.DEFAULT.count(character.repeat(20_000)))
                    .as(character)
                    .isEqualTo(20 * piece);
        }
    }

    @Test
    void count_withinTheAllowance_isExact() {
        String text = "The bridge opened in 1932.";

        assertThat(new TokenAllowance(new Work(Work.LIMIT)).count(Tokenizer.DEFAULT, text))
                .isEqualTo(Tokenizer.DEFAULT.count(text));
    }

    @Test
    void count_beyondTheAllowance_isNoSmallerThanTheTruth() {
        TokenAllowance allowance = new TokenAllowance(new Work(Work.LIMIT));
        String large = "word ".repeat(50_000);
        for (int i = 0; i < 4; i++) {
            assertThat(allowance.count(Tokenizer.DEFAULT, large)).isLessThan(large.length() / 4);
        }

        assertThat(allowance.count(Tokenizer.DEFAULT, "é word")).isEqualTo(7);
    }

    @Test
    void count_ofOneEndlessWord_isTheSumOfItsPieces() {
        String word = "ab".repeat(450_000);

        assertThat(Tokenizer.DEFAULT.count(word)).isBetween(1, word.length());
        assertThat(Tokenizer.DEFAULT.count("😀".repeat(3_000))).isPositive();
    }
}
