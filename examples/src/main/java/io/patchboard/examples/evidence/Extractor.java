package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.JsonPointer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Adds what a source says about a subject of the question, quoting the sentence that says it.
 *
 * <p>Invited for a new source or for a claim that was refuted; then it looks in the claim's source for a sentence that
 * is not claimed yet.
 */
final class Extractor implements Worker {

    private static final String FIRST_SOURCE = "/sources/0";

    @Override
    public Answer work(Invocation invocation) {
        JsonPointer item = JsonPointer.parse(invocation.itemPath().orElse(""));
        View view = new View(invocation);
        if (item.tokens().size() == 2 && item.tokens().get(0).equals("sources")) {
            return invocation
                    .item()
                    .map(source -> readSource(Paragraph.read(source), item.toString(), view))
                    .orElseGet(() ->
                            Answer.failed("Expected the source at " + item + " in the view, but it is not there."));
        }
        if (item.tokens().size() == 3 && item.tokens().get(0).equals("claims")) {
            return invocation
                    .field(item.parent().toString())
                    .map(claim -> rework(Claim.read(claim), view))
                    .orElseGet(() ->
                            Answer.failed("Expected the claim of " + item + " in the view, but it is not there."));
        }
        return Answer.failed("Expected to be invoked for a source or for a claim's status, but got \"" + item + "\".");
    }

    private static Answer readSource(Paragraph source, String path, View view) {
        Invocation invocation = view.invocation();
        PatchBuilder patch = new PatchBuilder();
        if (Fault.STALE_UPDATE.isDue(invocation)) {
            invocation.field("/claims").ifPresent(claims -> patch.test("/claims", claims));
        }
        boolean makesUp = path.equals(FIRST_SOURCE) && Fault.MADE_UP_QUOTE.isListedIn(invocation);
        newClaim(source, view)
                .map(claim -> makesUp ? claim.quoting(inOwnWords(claim)) : claim)
                .ifPresent(claim -> patch.add("/claims/-", claim.toJson()));
        return patch.answer();
    }

    private static Answer rework(Claim refuted, View view) {
        if (Fault.REPETITION.isDue(view.invocation())) {
            return new PatchBuilder()
                    .add("/claims/-", refuted.asDraft().toJson())
                    .answer();
        }
        PatchBuilder patch = new PatchBuilder();
        view.source(refuted.source())
                .flatMap(source -> newClaim(source, view))
                .ifPresent(claim -> patch.add("/claims/-", claim.toJson()));
        return patch.answer();
    }

    /** The first thing that the source says about the subject it is about, if it is not on the board yet. */
    private static Optional<Claim> newClaim(Paragraph source, View view) {
        List<Claim> known = view.claims();
        return view.comparison()
                .flatMap(question -> source.sentences().stream()
                        .flatMap(sentence -> claim(question, source, sentence).stream())
                        .filter(claim -> known.stream().noneMatch(claim::repeats))
                        .findFirst());
    }

    private static Optional<Claim> claim(Question question, Paragraph source, String sentence) {
        return question.property()
                .statedIn(sentence)
                .map(value -> new Claim(
                        subject(question, source),
                        question.property().label(),
                        value,
                        source.handle(),
                        sentence,
                        Claim.DRAFT));
    }

    private static String subject(Question question, Paragraph source) {
        return question.subjects().stream()
                .max(Comparator.comparingDouble(subject -> Words.similarity(subject, source.title())))
                .orElseThrow();
    }

    /** What the claim says, in a sentence that nobody wrote. */
    private static String inOwnWords(Claim claim) {
        return claim.subject() + " is " + claim.value() + ".";
    }
}
