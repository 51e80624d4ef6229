package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.Optional;

/**
 * Checks a claim against its source.
 *
 * <p>At first sight it goes by familiar words, as a reader in a hurry or a model would, so a fluent paraphrase passes
 * for a quote. It need not be better than that: a wrong "verified" breaks the invariant {@code
 * verified-quote-is-verbatim} and comes back, and then it looks up the quote word for word.
 */
final class Verifier implements Worker {

    private static final double SOUNDS_FAMILIAR = 0.8;

    @Override
    public Answer work(Invocation invocation) {
        String path = invocation.itemPath().orElse("");
        if (invocation.item().isEmpty()) {
            return Answer.failed("Expected the claim at \"" + path + "\" in the view, but it is not there.");
        }
        Claim claim = Claim.read(invocation.item().get());
        Optional<Paragraph> source = new View(invocation).source(claim.source());
        boolean atFirstSight = invocation.attempt() == 1;
        boolean quoted = source.map(Paragraph::text)
                .map(text -> atFirstSight ? soundsLike(text, claim.quote()) : text.contains(claim.quote()))
                .orElse(false);
        return quoted && claim.quote().contains(claim.value())
                ? verdict(path, Claim.VERIFIED).answer()
                : verdict(path, Claim.REFUTED)
                        .add(below(path, "note"), Json.of(reason(claim, source.isPresent(), quoted)))
                        .answer();
    }

    private static PatchBuilder verdict(String path, String status) {
        return new PatchBuilder().replace(below(path, "status"), Json.of(status));
    }

    private static String below(String path, String name) {
        return JsonPointer.parse(path).child(name).toString();
    }

    private static boolean soundsLike(String text, String quote) {
        return Words.coverage(quote, text) >= SOUNDS_FAMILIAR;
    }

    private static String reason(Claim claim, boolean sourceThere, boolean quoted) {
        if (!sourceThere) {
            return "No source has the handle " + claim.source() + ".";
        }
        return quoted
                ? "The quote does not say \"" + claim.value() + "\"."
                : "The quote does not stand word for word in " + claim.source() + ".";
    }
}
