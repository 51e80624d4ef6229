package io.patchboard.faults.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.world.Case;
import io.patchboard.faults.world.ClaimPlace;
import java.util.ArrayList;
import java.util.List;

/**
 * Do the sources support the claims? A claim needs its quote verbatim in the source that it cites, and the fact must be
 * one of those that were marked by hand: same source, subject, property and value, and the quote is of the sentence
 * that says it. So a real quote that says something else is found, too.
 */
final class ClaimJudge {

    private final ClaimPlace place;

    ClaimJudge(ClaimPlace place) {
        this.place = place;
    }

    List<String> findings(JsonNode before, JsonNode after, Case situation) {
        List<JsonNode> known = place.in(before);
        List<String> findings = new ArrayList<>();
        for (JsonNode claim : place.in(after)) {
            if (known.contains(claim)) {
                continue;
            }
            if (!verbatim(before, claim)) {
                findings.add("holds a claim whose quote does not stand in its source: " + claim);
            } else if (!supported(situation, claim)) {
                findings.add("holds a claim that its quote does not support: " + claim);
            }
        }
        return findings;
    }

    /** Sources are taken from the state before, so that nobody brings their own. */
    private boolean verbatim(JsonNode before, JsonNode claim) {
        String quote = claim.path("quote").asText();
        return !quote.isBlank()
                && place.text(before, claim.path("source").asText())
                        .filter(text -> text.contains(quote))
                        .isPresent();
    }

    private static boolean supported(Case situation, JsonNode claim) {
        return situation.supports(
                claim.path("source").asText(),
                claim.path("subject").asText(),
                claim.path("property").asText(),
                claim.path("value").asText(),
                claim.path("quote").asText());
    }
}
