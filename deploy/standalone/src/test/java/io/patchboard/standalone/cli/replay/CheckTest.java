package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckTest {

    @Test
    void words_sayNoMoreThanWasAsked() {
        assertThat(Check.VERDICTS.words(true)).endsWith("every verdict asked again");
        assertThat(Check.VERDICTS.words(false)).endsWith("every verdict that can be asked");
        assertThat(Check.HASHES.words(true)).isEqualTo("identical, every hash checked");
    }
}
