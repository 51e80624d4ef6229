package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A proposal became part of the state.
 *
 * @param invocationId the invocation that it answered; absent if unsolicited
 * @param trigger why that worker was invoked; absent if unsolicited
 * @param viewHash hash of the view that the worker had; absent if unsolicited
 * @param patch the patch as applied: every {@code -} replaced by the index it got
 * @param usage what the answer cost, as the worker reports it
 * @param stateHash of the state after the patch
 * @param claimedViewHash if unsolicited, hash of what the worker says that it was shown; absent if that is unknown
 * @param expand JSON Pointers that the worker asked to see; it is invoked again with them in its view
 * @param held sequence of the {@link PatchHeld} entry, where a gate held the proposal
 * @param approvedBy who allowed or modified it, in this order
 * @param source the event that the proposal was made of; absent where it was made of none
 * @param repeats the entry whose result this is once more, where an action was done already; absent otherwise
 * @param signature its author's, where the blueprint has keys for the worker; absent also where an approver modified it
 * @param sentPatch the patch that was signed, where it was not applied as it was sent
 * @param taint of what the patch wrote
 * @param marks of what the patch wrote
 */
public record PatchCommitted(
        String proposalId,
        String worker,
        Optional<String> invocationId,
        Optional<Trigger> trigger,
        Optional<String> viewHash,
        Json patch,
        Optional<Usage> usage,
        StateHash stateHash,
        Optional<String> claimedViewHash,
        List<String> expand,
        Optional<Long> held,
        List<String> approvedBy,
        Optional<Source> source,
        Optional<Repeated> repeats,
        Optional<Signature> signature,
        Optional<Json> sentPatch,
        Set<Taint> taint,
        Set<Provenance> marks)
        implements StateChanged {

    /**
     * An action that was done already, whose result is bound again without asking anybody.
     *
     * @param sequence of the {@link PatchCommitted} entry that the action was done with
     * @param releases sequences of the held triggers that are used up
     */
    public record Repeated(long sequence, List<Long> releases) {

        /** The id that a result which is bound once more has in place of a proposal's, since nobody has sent one. */
        public static String proposalId(long sequence) {
            return "repeat-" + sequence;
        }

        static Repeated read(Fields fields) {
            return new Repeated(fields.integer("sequence"), fields.integers("releases"));
        }

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("sequence", sequence)
                    .putLongsIfAny("releases", releases)
                    .build();
        }
    }

    /** A proposal that asks for nothing more, that no gate held, and that nobody had to sign. */
    public PatchCommitted(
            String proposalId,
            String worker,
            Optional<String> invocationId,
            Optional<Trigger> trigger,
            Optional<String> viewHash,
            Json patch,
            Optional<Usage> usage,
            StateHash stateHash) {
        this(
                proposalId,
                worker,
                invocationId,
                trigger,
                viewHash,
                patch,
                usage,
                stateHash,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Set.of());
    }

    static PatchCommitted read(Fields fields) {
        return new PatchCommitted(
                fields.string("proposalId"),
                fields.string("worker"),
                fields.optionalString("invocationId"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.optionalString("viewHash"),
                fields.json("patch"),
                fields.optionalRecord("usage", Usage::read),
                StateHash.read(fields),
                fields.optionalString("claimedViewHash"),
                fields.strings("expand"),
                fields.optionalInteger("held"),
                fields.strings("approvedBy"),
                fields.optionalRecord("source", Source::read),
                fields.optionalRecord("repeats", Repeated::read),
                fields.optionalRecord("signature", Signature::read),
                fields.optionalJson("sentPatch"),
                Taint.read(fields),
                Provenance.read(fields));
    }

    /** What is to be known of what it wrote, in words. */
    public List<String> caveats() {
        return Stream.concat(Taint.words(taint).stream(), Provenance.words(marks).stream())
                .toList();
    }

    /** What its author has signed, if he has. */
    public PatchProposal said(String boardId) {
        PatchProposal said = new PatchProposal(
                proposalId,
                boardId,
                worker,
                invocationId,
                sentPatch.orElse(patch),
                usage,
                Optional.empty(),
                Optional.empty(),
                claimedViewHash);
        return said.signed(signature);
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("proposalId", proposalId)
                .put("worker", worker)
                .putStringIfPresent("invocationId", invocationId)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .putStringIfPresent("viewHash", viewHash)
                .put("patch", patch)
                .putIfPresent("usage", usage.map(Usage::toJson));
        stateHash.write(json);
        json.putStringIfPresent("claimedViewHash", claimedViewHash);
        json.putStringsIfAny("expand", expand);
        held.ifPresent(sequence -> json.put("held", sequence));
        json.putStringsIfAny("approvedBy", approvedBy);
        json.putIfPresent("source", source.map(Source::toJson));
        json.putIfPresent("repeats", repeats.map(Repeated::toJson));
        json.putIfPresent("signature", signature.map(Signature::toJson));
        json.putIfPresent("sentPatch", sentPatch);
        json.putStringsIfAny("taint", Taint.words(taint));
        json.putStringsIfAny("marks", Provenance.words(marks));
    }
}
