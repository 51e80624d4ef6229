package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A proposal that a gate holds.
 *
 * @param sequence of the entry that says so
 * @param invocation that it answers, which is open no more; absent if unsolicited
 * @param passed names of the gates that somebody has allowed it to pass
 * @param approvedBy who allowed or modified it so far
 * @param modifiedBy who made the patch what it is; absent if that is as it was sent
 */
public record HeldPatch(
        long sequence,
        PatchProposal proposal,
        Optional<OpenInvocation> invocation,
        List<String> passed,
        List<String> approvedBy,
        Optional<String> modifiedBy) {

    /** @param passed gates that need not be asked, be the patch as it is */
    public static HeldPatch of(
            LogHeader header, PatchHeld entry, Optional<OpenInvocation> invocation, List<String> passed) {
        PatchProposal proposal = new PatchProposal(
                entry.proposalId(),
                header.boardId(),
                entry.worker(),
                entry.invocationId(),
                entry.patch(),
                entry.usage(),
                Optional.empty(),
                Optional.empty(),
                entry.claimedViewHash(),
                entry.by());
        return new HeldPatch(
                header.sequence(),
                proposal.madeOf(entry.source()).signed(entry.signature()),
                invocation,
                passed,
                entry.modifiedBy().stream().toList(),
                entry.modifiedBy());
    }

    /** Whose it is: the worker, who has sent it, and who has modified it. */
    public List<String> authors() {
        return Stream.of(Optional.of(proposal.worker()), proposal.by(), modifiedBy)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** Whose it would be, if somebody modified it. */
    public List<String> authorsWith(String modifier) {
        return new HeldPatch(sequence, proposal, invocation, passed, approvedBy, Optional.of(modifier)).authors();
    }

    /** Allowed to pass a gate. */
    public HeldPatch passing(String gate, Optional<String> by) {
        return new HeldPatch(
                sequence,
                proposal,
                invocation,
                Stream.concat(passed.stream(), Stream.of(gate)).distinct().toList(),
                Stream.concat(approvedBy.stream(), by.stream()).distinct().toList(),
                modifiedBy);
    }

    /** To be asked at that gate. */
    public HeldPatch before(String gate) {
        return new HeldPatch(
                sequence,
                proposal,
                invocation,
                passed.stream().filter(name -> !name.equals(gate)).toList(),
                approvedBy,
                modifiedBy);
    }

    /** The same with another patch in place of its own, which no gate has let pass. */
    public HeldPatch withPatch(PatchProposal other) {
        return new HeldPatch(sequence, other, invocation, List.of(), approvedBy, modifiedBy);
    }

    public HeldPatch withInvocation(UnaryOperator<OpenInvocation> change) {
        return new HeldPatch(sequence, proposal, invocation.map(change), passed, approvedBy, modifiedBy);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("sequence", sequence)
                .put("proposal", proposal.toJson())
                .putIfPresent("invocation", invocation.map(OpenInvocation::toJson))
                .putStringsIfAny("passed", passed)
                .putStringsIfAny("approvedBy", approvedBy)
                .putStringIfPresent("modifiedBy", modifiedBy)
                .build();
    }

    static HeldPatch read(Fields fields, Function<String, Blueprint> blueprints) {
        return new HeldPatch(
                fields.integer("sequence"),
                PatchProposal.fromJson(fields.json("proposal") instanceof JsonObject sent ? sent : JsonObject.EMPTY),
                fields.optionalRecord("invocation", open -> OpenInvocation.read(open, blueprints)),
                fields.strings("passed"),
                fields.strings("approvedBy"),
                fields.optionalString("modifiedBy"));
    }

    void measure(BoardSize size) {
        size.item(proposal.proposalId());
        size.text(proposal.worker());
        size.state(proposal.patch());
        invocation.ifPresent(open -> open.measure(size));
        passed.forEach(size::item);
        approvedBy.forEach(size::item);
        proposal.by().ifPresent(size::item);
        proposal.source().ifPresent(source -> size.item(source.topic()));
        proposal.signature().ifPresent(signature -> size.item(signature.toJson().toString()));
    }
}
