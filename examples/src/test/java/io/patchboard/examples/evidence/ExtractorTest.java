package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

final class ExtractorTest {

    private static final String SENTENCE = "Jane Roe (born 1 May 1970) is a Welsh poet.";
    private static final Json SOURCE = JsonReader.parse("""
        {"handle":"s7","title":"Jane Roe","sentences":["Nothing to see.","%1$s"],"text":"Nothing to see. %1$s"}\
        """.formatted(SENTENCE));
    private static final Claim CLAIM = new Claim("Jane Roe", "nationality", "Welsh", "s7", SENTENCE, Claim.DRAFT);

    private final Extractor extractor = new Extractor();

    @Test
    void work_sourceStatesTheProperty_claimsItWithTheSentenceAsQuote() {
        assertThat(extractor.work(forSource().showing("/claims", "[]").build()).patch())
                .isEqualTo(adding(CLAIM));
    }

    @Test
    void work_claimIsOnTheBoard_addsNothing() {
        Invocations view = forSource().showing("/claims", JsonArray.of(CLAIM.toJson()));
        assertThat(extractor.work(view.build()).patch()).isEqualTo(JsonArray.EMPTY);
    }

    @Test
    void work_questionNotUnderstood_addsNothing() {
        Invocations view = forSource().showing("/question", Json.of("Why?")).showing("/claims", "[]");
        assertThat(extractor.work(view.build()).patch()).isEqualTo(JsonArray.EMPTY);
    }

    @Test
    void work_madeUpQuoteListed_quotesTheFirstSourceInOwnWordsOnEachAttempt() {
        Invocations view = forSource().showing("/claims", "[]").faults(Fault.MADE_UP_QUOTE);
        Json madeUp = adding(CLAIM.quoting("Jane Roe is Welsh."));
        assertThat(extractor.work(view.build()).patch()).isEqualTo(madeUp);
        assertThat(extractor.work(view.attempt(2).build()).patch()).isEqualTo(madeUp);
        assertThat(extractor.work(view.item("/sources/1", SOURCE).build()).patch())
                .isEqualTo(adding(CLAIM));
    }

    @Test
    void work_staleUpdateDue_insistsOnTheListThatItSaw() {
        Invocations view = forSource().showing("/claims", "[]").faults(Fault.STALE_UPDATE);
        assertThat(extractor.work(view.build()).patch().toString())
                .startsWith("[{\"op\":\"test\",\"path\":\"/claims\",\"value\":[]},");
        assertThat(extractor.work(view.attempt(2).build()).patch()).isEqualTo(adding(CLAIM));
    }

    @Test
    void work_claimRefuted_quotesTheSourceAnew() {
        assertThat(extractor.work(forRefuted().build()).patch()).isEqualTo(adding(CLAIM));
    }

    @Test
    void work_repetitionDue_offersTheRefutedClaimAgainOnceOnly() {
        Invocations view = forRefuted().faults(Fault.REPETITION);
        assertThat(extractor.work(view.build()).patch()).isEqualTo(adding(CLAIM.quoting("Jane Roe is Welsh.")));
        assertThat(extractor.work(view.attempt(2).build()).patch()).isEqualTo(adding(CLAIM));
    }

    @Test
    void work_noSourceInTheView_fails() {
        Answer answer = extractor.work(Invocations.of().build());
        assertThat(answer.error())
                .hasValueSatisfying(error -> assertThat(error).startsWith("Expected to be invoked for"));
    }

    private static Invocations forSource() {
        return question().item("/sources/0", SOURCE);
    }

    private static Invocations forRefuted() {
        Claim refuted = new Claim("Jane Roe", "nationality", "Welsh", "s7", "Jane Roe is Welsh.", Claim.REFUTED);
        return question()
                .item("/claims/0/status", Json.of(Claim.REFUTED))
                .showing("/sources/0", SOURCE)
                .showing("/claims", JsonArray.of(refuted.toJson()));
    }

    private static Invocations question() {
        return Invocations.of().showing("/question", Json.of("Are Jane Roe and John Doe of the same nationality?"));
    }

    private static Json adding(Claim claim) {
        return new PatchBuilder().add("/claims/-", claim.toJson()).build();
    }
}
