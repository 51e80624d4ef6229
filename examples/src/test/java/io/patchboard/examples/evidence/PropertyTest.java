package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PropertyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NATIONALITY | Jane Roe (born May 1, 1970) is an American director. | American",
                "NATIONALITY | Jane Roe is an Italian American author. | Italian American",
                "NATIONALITY | Jane Roe was a Bangladeshi-British magician. | Bangladeshi-British",
                "BIRTH_DATE | Jane Roe (born October 8, 1970) is a model. | October 8, 1970",
                "BIRTH_DATE | Jane Roe (] ; born 5 November 1986) is a goalkeeper. | 5 November 1986",
                "BIRTH_DATE | Jane Roe (born Jane Doe on January 3, 1931 in Baltimore) is an actor. | January 3, 1931",
                "BIRTH_DATE | Jane Roe (10 October 1924 – 10 December 1978) was a director. | 10 October 1924",
                "LOCATION | It is a mile west of downtown Elko, in Elko County, Nevada. | Elko County, Nevada",
                "LOCATION | It is in Cascade Township 13 mi southeast of Grand Rapids, Michigan. | Grand Rapids,"
                        + " Michigan",
            })
    void statedIn_sentenceThatSaysIt_returnsItsWords(Property property, String sentence, String expected) {
        assertThat(property.statedIn(sentence)).contains(expected);
    }

    @Test
    void statedIn_sentenceThatDoesNotSayIt_empty() {
        String sentence = "The film was a success when it came out on May 1, 1970.";
        for (Property property : Property.values()) {
            assertThat(property.statedIn(sentence)).isEmpty();
        }
    }
}
