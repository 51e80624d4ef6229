package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.examples.evidence.EvidenceScore.Fact;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

final class EvidenceScoreTest {

    private static final JsonObject INPUT = json("""
        {"paragraphs":[{"handle":"s0","title":"A","sentences":["One.","Two is more."],"text":"One. Two is more."},
                       {"handle":"s1","title":"B","sentences":["Three."],"text":"Three."}]}\
        """);
    private static final JsonObject GOLD = json("""
        {"answer":"the Two","supportingFacts":[{"title":"A","sentence":1},{"title":"B","sentence":0}]}\
        """);

    @Test
    void of_quotesInGoldSentences_countsThem() {
        EvidenceScore score = score("{'text':'two.','cites':[{'source':'s0','quote':'is more'}]}");
        assertThat(score.answerMatches()).isTrue();
        assertThat(score.cited()).containsExactly(new Fact("A", 1));
        assertThat(score.covered()).isEqualTo(1);
    }

    @Test
    void of_quoteOverSeveralSentences_countsEachThatItHolds() {
        EvidenceScore score = score("{'text':'one','cites':[{'source':'s0','quote':'One. Two is more.'}]}");
        assertThat(score.answerMatches()).isFalse();
        assertThat(score.cited()).containsExactlyInAnyOrder(new Fact("A", 0), new Fact("A", 1));
    }

    @Test
    void of_nothingCited_coversNothing() {
        assertThat(score("{'text':'unknown','cites':[]}").covered()).isZero();
    }

    private static EvidenceScore score(String answer) {
        return EvidenceScore.of(INPUT, json(answer.replace('\'', '"')), GOLD);
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonReader.parse(text);
    }
}
