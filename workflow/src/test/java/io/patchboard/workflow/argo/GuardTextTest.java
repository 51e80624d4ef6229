package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that differ between CEL and Argo's expressions are those of the language, not those of texts and fields. */
class GuardTextTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "output.kind == \"output\"; input.kind == \"output\"",
                "input.output == 'output'; input.output == 'output'",
                "size(output.items) > 2; len(input.items) > 2",
                "has(output.a) && input.b == \"has(x.y)\"; (\"a\" in input) && input.b == \"has(x.y)\"",
                "input.a == \"size(\\\"b\\\")\"; input.a == \"size(\\\"b\\\")\"",
                "input.note == \"call (me)\"; input.note == \"call (me)\"",
                "input.note == \"type(a) == map && has(a.b)\"; input.note == \"type(a) == map && has(a.b)\"",
                "input.note == '(\"b\" in input.a)'; input.note == '(\"b\" in input.a)'"
            })
    void guard_isTheSameInArgo_butForWordsOfTheLanguage(String guard, String expression) {
        assertThat(GuardText.branches(List.of(guard))).contains(List.of(expression));
        assertThat(GuardText.cel(expression)).contains(guard.replaceAll("^(.*?)output\\.", "$1input."));
    }

    @ParameterizedTest
    @CsvSource({
        "input.items.size() > 2",
        "input.a.startsWith(\"b\")",
        "type(input.a) == map && has(input.a.b) == false",
        "type(input.a) == map && \"b\" in input.a != true",
        "type(input.a) == map && has(input.a.b) in [false]"
    })
    void functionThatArgoHasNot_isRefused(String guard) {
        assertThat(GuardText.branches(List.of(guard))).isEmpty();
    }
}
