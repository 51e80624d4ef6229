package io.patchboard.standalone.blueprint;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no YAML is told with its line, and with what to write instead. */
class BlueprintTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rules: [{when: !item.unique}] | Close what { or [ opens, and write a value with characters such as !",
                "rules: [{when: true] | Close what { or [ opens",
                "read: - /drafts | A list begins on the next line",
                "read: [*/drafts] | write it in quotes",
                "instruction: Write: well. | Write a value with such characters in quotes.",
            })
    void noYaml_isToldWithTheWayOut(String yaml, String words) {
        assertThatThrownBy(() -> BlueprintText.parse("name: x\n" + yaml + "\n", BlueprintText.Format.YAML))
                .isInstanceOf(BlueprintSyntaxException.class)
                .hasMessageStartingWith("Expected YAML at line ")
                .hasMessageContaining(words);
    }
}
