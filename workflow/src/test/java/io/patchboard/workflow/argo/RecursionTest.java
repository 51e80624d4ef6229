package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Guards of which one holds at most are known to be so only where both compare the same with constants. */
class RecursionTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "x == \"heads\", x == \"tails\", true",
                "x == 1, x == 2, true",
                "x == 1, x == \"1\", true",
                "x == \"heads\", x == \"heads\", false",
                "x == \"heads\", y == \"tails\", false",
                "x == y, x == z, false",
                "x == 1, x == 1.0, false",
                "x == 0, x == -0, false",
                "x == \"a\", x == \"\\u0061\", false"
            })
    void guardsAreApart_whereTheyCompareWithOtherConstants(String one, String other, boolean apart) {
        assertThat(Recursion.areApart(one, other)).isEqualTo(apart);
        assertThat(Recursion.areApart(other, one)).isEqualTo(apart);
    }
}
