package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetrieverTest {

    private final Retriever retriever = new Retriever();

    @ParameterizedTest
    @CsvSource({"1-nationality,1,4", "2-age,0,2", "3-location,2,3"})
    void work_questionOfTheDemo_copiesTheParagraphOfEachSubjectInOrder(String board, int first, int second) {
        assertThat(retriever.work(library(board).build()).patch())
                .isEqualTo(JsonReader.parse("[{'op':'copy','from':'/paragraphs/%d','path':'/sources/-'},"
                        .formatted(first)
                        .concat("{'op':'copy','from':'/paragraphs/%d','path':'/sources/-'}]".formatted(second))
                        .replace('\'', '"')));
    }

    @Test
    void work_questionNotUnderstood_copiesTheParagraphsThatShareMostWords() {
        Invocations view = library("1-nationality")
                .showing("/question", Json.of("Which plantation near Woodson, Arkansas is owned by Ed Wood Sr.?"));
        assertThat(retriever.work(view.build()).patch().toString())
                .startsWith("[{\"op\":\"copy\",\"from\":\"/paragraphs/2\"");
    }

    @Test
    void work_malformedPatchDue_inventsAnOperationOnceOnly() {
        Invocations view = library("1-nationality").faults(Fault.MALFORMED_PATCH);
        assertThat(retriever.work(view.build()).patch().toString()).contains("\"op\":\"append\"");
        assertThat(retriever.work(view.attempt(2).build()).patch().toString()).doesNotContain("append");
    }

    private static Invocations library(String board) {
        Invocations view = Invocations.of()
                .showing(
                        "/question", EvidenceReview.input(board).get("question").orElseThrow());
        JsonArray paragraphs =
                (JsonArray) EvidenceReview.input(board).get("paragraphs").orElseThrow();
        for (int i = 0; i < paragraphs.size(); i++) {
            view.showing("/paragraphs/" + i, paragraphs.get(i));
        }
        return view;
    }
}
