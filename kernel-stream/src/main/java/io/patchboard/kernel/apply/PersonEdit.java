package io.patchboard.kernel.apply;

import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Trigger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What waits for a person, in the making: what he has to decide, and the patches that gates hold until then. */
final class PersonEdit {

    private final EditedList<Incident> incidents;
    private final EditedList<HeldPatch> patches;

    PersonEdit(List<Incident> incidents, List<HeldPatch> patches) {
        this.incidents = new EditedList<>(incidents);
        this.patches = new EditedList<>(patches);
    }

    /** Of a patch one gate is asked at a time, and has to be passed even if it was passed before. */
    void needs(Incident incident) {
        incident.gate()
                .ifPresent(gate -> patches.replaceAll(patch ->
                        Optional.of(patch.sequence() == gate.held() ? patch.before(incident.detail()) : patch)));
        incidents.add(incident);
    }

    /** What the entry with this sequence said; absent if nobody waits for it. */
    Optional<Incident> decided(long sequence) {
        Optional<Incident> found = incidents.items().stream()
                .filter(incident -> incident.sequence() == sequence)
                .findFirst();
        incidents.removeIf(incident -> incident.sequence() == sequence);
        return found;
    }

    /** It is decided about a patch. What comes of it follows, as entries of its own. */
    void decided(Incident incident, NeedsPerson.Gate gate, NeedsPerson.Option option, Optional<String> by) {
        if (option == NeedsPerson.Option.APPROVE || option == NeedsPerson.Option.MODIFY) {
            patches.replaceAll(patch ->
                    Optional.of(patch.sequence() == gate.held() ? patch.passing(incident.detail(), by) : patch));
        }
    }

    void hold(HeldPatch patch) {
        patches.add(patch);
    }

    /** It waits no more. Returns what waited; absent if nothing did. */
    Optional<HeldPatch> release(long held) {
        Optional<HeldPatch> found = patches.items().stream()
                .filter(patch -> patch.sequence() == held)
                .findFirst();
        patches.removeIf(patch -> patch.sequence() == held);
        incidents.removeIf(open -> isAbout(open, held));
        return found;
    }

    private static boolean isAbout(Incident incident, long held) {
        return incident.gate().filter(gate -> gate.held() == held).isPresent();
    }

    /** The invocation with this id that a held patch answers. */
    Optional<OpenInvocation> answered(String invocationId) {
        return answered().filter(one -> one.id().equals(invocationId)).findFirst();
    }

    private Stream<OpenInvocation> answered() {
        return patches.items().stream().flatMap(patch -> patch.invocation().stream());
    }

    /** With the invocations that held patches answer, whose views still count. */
    Collection<OpenInvocation> withAnswered(EditedMap<String, OpenInvocation> open) {
        Collection<OpenInvocation> all = open.entries().values();
        return patches.items().isEmpty()
                ? all
                : Stream.concat(all.stream(), answered()).toList();
    }

    void replaceAnswered(UnaryOperator<OpenInvocation> change) {
        if (!patches.items().isEmpty()) {
            patches.replaceAll(patch -> Optional.of(patch.withInvocation(change)));
        }
    }

    void follow(Function<Trigger, Optional<Trigger>> moves) {
        incidents.replaceAll(incident -> Optional.of(incident.withTrigger(
                incident.trigger().map(about -> moves.apply(about).orElse(about)))));
    }

    void postpone(Duration pause) {
        incidents.replaceAll(incident -> Optional.of(incident.postponed(pause)));
        replaceAnswered(invocation -> invocation.postponed(pause));
    }

    /** Nobody has anything left to decide. */
    void clear() {
        incidents.clear();
        patches.clear();
    }

    List<Incident> incidentsDone() {
        return incidents.done();
    }

    List<HeldPatch> patchesDone() {
        return patches.done();
    }
}
