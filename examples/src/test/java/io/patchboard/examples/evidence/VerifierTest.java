package io.patchboard.examples.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

final class VerifierTest {

    private static final String SENTENCE = "Jane Roe (born 1 May 1970) is a Welsh poet.";

    private final Verifier verifier = new Verifier();

    @Test
    void work_quoteStandsInTheSource_verifies() {
        assertThat(patch(claim(SENTENCE), 1)).isEqualTo(verified());
        assertThat(patch(claim(SENTENCE), 2)).isEqualTo(verified());
    }

    @Test
    void work_quoteInFamiliarWords_takenInOnceOnly() {
        Claim madeUp = claim("Jane Roe is Welsh.");
        assertThat(patch(madeUp, 1)).isEqualTo(verified());
        assertThat(patch(madeUp, 2)).isEqualTo(refuted("The quote does not stand word for word in s7."));
    }

    @Test
    void work_quoteOfOtherWords_refutesAtOnce() {
        Claim foreign = claim("Something about a Welsh composer of operas.");
        assertThat(patch(foreign, 1)).isEqualTo(refuted("The quote does not stand word for word in s7."));
    }

    @Test
    void work_quoteWithoutTheValue_refutes() {
        Claim unsupported = new Claim("Jane Roe", "nationality", "Irish", "s7", SENTENCE, Claim.DRAFT);
        assertThat(patch(unsupported, 1)).isEqualTo(refuted("The quote does not say \"Irish\"."));
    }

    @Test
    void work_unknownSource_refutes() {
        Claim lost = new Claim("Jane Roe", "nationality", "Welsh", "s9", SENTENCE, Claim.DRAFT);
        assertThat(patch(lost, 1)).isEqualTo(refuted("No source has the handle s9."));
    }

    @Test
    void work_claimNotInTheView_fails() {
        assertThat(verifier.work(Invocations.of().build()).isFailed()).isTrue();
    }

    private Json patch(Claim claim, int attempt) {
        Json source = JsonReader.parse("""
            {"handle":"s7","title":"Jane Roe","sentences":["%1$s"],"text":"%1$s"}\
            """.formatted(SENTENCE));
        return verifier.work(Invocations.of()
                        .item("/claims/3", claim.toJson())
                        .showing("/sources/0", source)
                        .attempt(attempt)
                        .build())
                .patch();
    }

    private static Claim claim(String quote) {
        return new Claim("Jane Roe", "nationality", "Welsh", "s7", quote, Claim.DRAFT);
    }

    private static Json verified() {
        return JsonReader.parse("[{\"op\":\"replace\",\"path\":\"/claims/3/status\",\"value\":\"verified\"}]");
    }

    private static Json refuted(String note) {
        return JsonReader.parse("""
            [{"op":"replace","path":"/claims/3/status","value":"refuted"},
             {"op":"add","path":"/claims/3/note","value":%s}]\
            """.formatted(Json.of(note)));
    }
}
