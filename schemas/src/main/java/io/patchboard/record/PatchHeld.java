package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A proposal passed every stage and touches a gate: it waits until a person has decided. This is no outcome: one
 * {@link PatchCommitted} or {@link PatchRejected} that names this entry's sequence follows. Its invocation is answered.
 *
 * @param invocationId the invocation that it answers; absent if unsolicited
 * @param trigger why that worker was invoked; absent if unsolicited
 * @param viewHash hash of the view that the worker had; absent if unsolicited
 * @param patch as it was sent
 * @param usage what the answer cost, as the worker reports it; the entry that follows repeats it
 * @param claimedViewHash if unsolicited, hash of what the worker says that it was shown; absent if that is unknown
 * @param by who has sent it, where the proposal says so
 * @param card what a person reads before he decides
 * @param replaces sequence of the entry that an approver modified into this one; absent otherwise
 * @param modifiedBy who did so
 * @param source the event that the proposal was made of; absent where it was made of none
 * @param signature its author's, where the blueprint has keys for the worker; absent also where an approver modified it
 */
public record PatchHeld(
        String proposalId,
        String worker,
        Optional<String> invocationId,
        Optional<Trigger> trigger,
        Optional<String> viewHash,
        Json patch,
        Optional<Usage> usage,
        Optional<String> claimedViewHash,
        Optional<String> by,
        Card card,
        Optional<Long> replaces,
        Optional<String> modifiedBy,
        Optional<Source> source,
        Optional<Signature> signature)
        implements OwnEvent {

    /**
     * What a person reads before he decides, in some 200 words.
     *
     * @param title what it is about
     * @param changes what the patch would do, a sentence for each place
     * @param shown what the gate says to show beside it, as the state would have it
     * @param reverse how it would be undone, as the blueprint says
     */
    public record Card(String title, List<String> changes, List<String> shown, Optional<String> reverse) {

        static Card read(Fields fields) {
            return new Card(
                    fields.string("title"),
                    fields.strings("changes"),
                    fields.strings("shown"),
                    fields.optionalString("reverse"));
        }

        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("title", title)
                    .put("changes", JsonArray.ofStrings(changes))
                    .put("shown", JsonArray.ofStrings(shown))
                    .putStringIfPresent("reverse", reverse)
                    .build();
        }
    }

    static PatchHeld read(Fields fields) {
        return new PatchHeld(
                fields.string("proposalId"),
                fields.string("worker"),
                fields.optionalString("invocationId"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.optionalString("viewHash"),
                fields.json("patch"),
                fields.optionalRecord("usage", Usage::read),
                fields.optionalString("claimedViewHash"),
                fields.optionalString("by"),
                fields.requiredRecord("card", Card::read),
                fields.optionalInteger("replaces"),
                fields.optionalString("modifiedBy"),
                fields.optionalRecord("source", Source::read),
                fields.optionalRecord("signature", Signature::read));
    }

    /** The entry for its worker, who may not know what the card shows. */
    public PatchHeld asTold() {
        return new PatchHeld(
                proposalId,
                worker,
                invocationId,
                trigger,
                viewHash,
                patch,
                usage,
                claimedViewHash,
                by,
                new Card(card.title(), List.of(), List.of(), Optional.empty()),
                replaces,
                modifiedBy,
                source,
                signature);
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("proposalId", proposalId)
                .put("worker", worker)
                .putStringIfPresent("invocationId", invocationId)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .putStringIfPresent("viewHash", viewHash)
                .put("patch", patch)
                .putIfPresent("usage", usage.map(Usage::toJson))
                .putStringIfPresent("claimedViewHash", claimedViewHash)
                .putStringIfPresent("by", by)
                .put("card", card.toJson());
        replaces.ifPresent(sequence -> json.put("replaces", sequence));
        json.putStringIfPresent("modifiedBy", modifiedBy);
        json.putIfPresent("source", source.map(Source::toJson));
        json.putIfPresent("signature", signature.map(Signature::toJson));
    }
}
