package io.patchboard.standalone.blueprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    @Test
    void linesOfThousandsOfValuesUnderALongName_areKeptOnlyAsFarAsTheirPlacesAreShort() throws Exception {
        String name = "a".repeat(40_000);
        String items = String.join(",", Collections.nCopies(25_000, "0"));

        BlueprintText text = BlueprintText.parse("{\n\"" + name + "\":[\n" + items + "]}", BlueprintText.Format.JSON);

        assertThat(text.lines().keySet().stream().mapToLong(String::length).sum())
                .isLessThan(5_000_000);
        assertThat(text.line("/" + name + "/0")).contains(3);
        assertThat(text.line("/" + name + "/24999")).contains(2);
    }

    @Test
    void namesThatCollide_areReadAsOthersAre() throws Exception {
        // Of equal hash: 33 * 'A' + 'b' is 33 * 'B' + 'A'.
        List<String> names = List.of("");
        for (int i = 0; i < 13; i++) {
            names = names.stream()
                    .flatMap(name -> Stream.of(name + "Ab", name + "BA"))
                    .toList();
        }
        String text = "{\"" + String.join("\":0,\"", names) + "\":0}";

        Json read = BlueprintText.parse(text, BlueprintText.Format.JSON).document();

        assertThat(((JsonObject) read).names()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void textThatIsLargeInMemory_isRefused() {
        String items = String.join(",", Collections.nCopies(2_000_000, "[]"));

        assertThatThrownBy(() -> BlueprintText.parse("[" + items + "]", BlueprintText.Format.JSON))
                .isInstanceOf(BlueprintSyntaxException.class)
                .hasMessageContaining("56000000");
    }

    @Test
    void blueprintThatIsLargerThanAKernelTakes_isNotValid() throws Exception {
        String text = "{\"apiVersion\":\"patchboard/v1\",\"description\":\"" + "a".repeat(262_144) + "\"}";

        Verdict verdict = Verdict.of(BlueprintText.parse(text, BlueprintText.Format.JSON));

        assertThat(verdict.errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message())
                        .isEqualTo("Expected at most 262144 bytes of blueprint, but got " + text.length() + "."));
    }
}
