package io.patchboard.experiments.hotpotqa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExampleTest {

    private static final String OFFICIAL = """
            [{"_id": "q1", "type": "bridge", "level": "hard", "question": "Where was the maker of Zorb born?",
              "answer": "Graz", "supporting_facts": [["Zorb", 0], ["Ada Moll", 1], ["Ada Moll", 9]],
              "context": [["Ada Moll", ["Ada Moll makes clocks.", " She was born in Graz."]], ["Zorb", ["Zorb is Ada Moll's clock."]]]}]
            """;

    @TempDir
    private Path dir;

    private List<Example> read(String text) throws Exception {
        return Example.read(Files.writeString(dir.resolve("questions.json"), text));
    }

    @Test
    void officialFormat_isRead_withSentencesInTheirParagraph() throws Exception {
        Example example = read(OFFICIAL).getFirst();

        assertThat(example.type()).isEqualTo("bridge");
        assertThat(example.paragraphs())
                .containsExactly(
                        new Paragraph("p0", "Ada Moll", "Ada Moll makes clocks. She was born in Graz."),
                        new Paragraph("p1", "Zorb", "Zorb is Ada Moll's clock."));
    }

    @Test
    void quotes_countForTheGoldSentencesThatTheyStandIn_ofTheirOwnParagraph() throws Exception {
        Example example = read(OFFICIAL).getFirst();

        assertThat(example.factsIn(new Claim("Born in Graz.", "p0", "born in Graz")))
                .containsExactly(new Example.Fact("Ada Moll", 1));
        assertThat(example.factsIn(new Claim("Born in Graz.", "p1", "born in Graz")))
                .isEmpty();
        assertThat(example.factsIn(new Claim("Makes clocks.", "p0", "makes clocks")))
                .isEmpty();
        assertThat(example.factsIn(new Claim("Nothing.", "p0", " "))).isEmpty();
    }

    @Test
    void claims_areSupported_byTheirOwnParagraphsVeryWords() {
        Paragraph source = new Paragraph("p0", "Ada Moll", "Ada Moll makes clocks. She was born in Graz.");

        assertThat(new Claim("She was born in Graz.", "p0", "born in Graz").isSupportedBy(source))
                .isTrue();
        assertThat(new Claim("She was born in Graz.", "p0", "born at Graz").isSupportedBy(source))
                .isFalse();
        assertThat(new Claim("She was born in Graz.", "p1", "born in Graz").isSupportedBy(source))
                .isFalse();
        assertThat(new Claim("The moon circles another planet.", "p0", "born in Graz").isSupportedBy(source))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                    | Expected an array
            [7]                                   | example 0
            [{"_id": "q", "question": "Who?"}]    | Test sets
            [{"supporting_facts": [["only"]]}]    | pairs
            [{"supporting_facts": [["a", "b"]]}]  | number of a sentence
            [{]                                   | Expected JSON""")
    void whatIsNoQuestion_isSaid_withItsPlace(String text, String expected) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void bm25_prefersRareWords_andShortTexts() {
        Bm25 index =
                new Bm25(List.of("clock clock tower", "clock of Graz", "a clock in a very long story about towns"));

        assertThat(index.score(1, List.of("graz"))).isPositive();
        assertThat(index.score(0, List.of("graz"))).isZero();
        assertThat(index.score(1, Words.of("The clock of Graz")))
                .isGreaterThan(index.score(0, Words.of("The clock of Graz")));
        assertThat(index.score(0, List.of("clock"))).isGreaterThan(index.score(2, List.of("clock")));
    }
}
