package io.patchboard.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

    private static final List<String> PRICES = List.of("cacheWrite", "cachedInput", "input", "output");

    @Test
    void nearest_isTheOneWithTheFewestChanges() {
        assertThat(Spelling.nearest("inptu", PRICES)).hasValue("input");
        assertThat(Spelling.nearest("CachedInptu", PRICES)).hasValue("cachedInput");
        assertThat(Spelling.nearest("price", PRICES)).isEmpty();
    }

    @Test
    void beginning_standsForTheOnlyOneThatHasIt() {
        assertThat(Spelling.nearest("in", PRICES)).hasValue("input");
        assertThat(Spelling.question("out", PRICES)).isEqualTo(" Did you mean \"output\"?");
        assertThat(Spelling.nearest("cache", PRICES)).isEmpty();
        assertThat(Spelling.nearest("i", PRICES)).isEmpty();
        assertThat(Spelling.nearest("", PRICES)).isEmpty();
    }
}
