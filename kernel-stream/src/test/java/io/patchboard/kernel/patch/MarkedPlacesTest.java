package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Taint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What values bring along to another board; random ones are in {@link OriginsTest}. */
final class MarkedPlacesTest {

    /** As a board begins that is forked there. */
    static Origins forked(Origins origins, Json document) {
        var places = MarkedPlaces.of(origins);
        assertThat(MarkedPlaces.problem(places, document)).isEmpty();
        Origins forked = MarkedPlaces.origins(Origin.ofNobody(1), places, document);
        assertThat(MarkedPlaces.of(forked)).isEqualTo(places);
        return forked;
    }

    @Test
    void marksOfMorePlacesThanACommandMayHave_areThoseOfWhatIsAroundThem() {
        Json document = Texts.json("{list: [], other: 1}");
        Origins origins = Origins.of(OriginsTest.entry(1));
        for (int i = 0; i <= 2 * MarkedPlaces.MOST; i++) {
            Revision one = OriginsTest.revision(document, Texts.json("[{op: add, path: /list/-, value: {n: 1}}]"));
            origins = origins.after(one, OriginsTest.entry(i % 2 == 0 ? 5 : 8), OriginsTest::unlabelled);
            document = one.after();
        }

        Origins forked = forked(origins, document);

        assertThat(MarkedPlaces.of(origins)).hasSize(1);
        assertThat(forked.taint(JsonPointer.parse("/list/1"))).containsExactly(Taint.UNTRUSTED);
        assertThat(forked.taint(JsonPointer.parse("/other"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2 * MarkedPlaces.MOST})
    void labelledPlaces_areTainted_orAllThatIsAroundThem(int mails) {
        String each = "{text: a, id: 1}, ".repeat(mails);
        Json document = Texts.json("{mails: [" + each + "], notes: []}");

        Origins labelled = MarkedPlaces.labelled(
                Origins.of(OriginsTest.entry(1)), PathPattern.parse("/mails/*/text"), Taint.UNTRUSTED, document);

        Origins forked = forked(labelled, document);
        assertThat(forked.taint(JsonPointer.parse("/mails/2/text"))).containsExactly(Taint.UNTRUSTED);
        assertThat(forked.taint(JsonPointer.parse("/mails/2/id"))).hasSize(mails == 3 ? 0 : 1);
        assertThat(forked.taint(JsonPointer.parse("/notes"))).isEmpty();
    }
}
