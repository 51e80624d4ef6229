package io.patchboard.faults.inject;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.oracle.Oracle;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.world.Reached;
import io.patchboard.kernel.state.OpenInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Patches that would be fine if they came from whom they say they come from. */
final class Strangers {

    private Strangers() {}

    static Optional<Fault> of(Reached at, Oracle oracle, Dice dice) {
        OpenInvocation open = dice.pick(at.open());
        Proposal honest = at.honest(open, dice);
        if (!changes(at, oracle, honest.patch())) {
            return Optional.empty();
        }
        List<Fault> ways = new ArrayList<>();
        String id = open.id();
        byInvocation(ways, at, honest, "no invocation", Optional.empty());
        byInvocation(ways, at, honest, "guessed invocation", Optional.of("inv-" + hex(dice, 32)));
        byInvocation(
                ways,
                at,
                honest,
                "invocation one digit off",
                Optional.of(id.substring(0, id.length() - 1) + other(id, dice)));
        byInvocation(ways, at, honest, "invocation cut short", Optional.of(id.substring(0, id.length() - 2)));
        byInvocation(ways, at, honest, "invocation in upper case", Optional.of(id.toUpperCase(Locale.ROOT)));
        byInvocation(ways, at, honest, "invocation with a blank", Optional.of(id + " "));
        byInvocation(ways, at, honest, "empty invocation", Optional.of(""));
        byInvocation(ways, at, honest, "invocation is the worker's name", Optional.of(honest.worker()));
        if (!at.answered().isEmpty()) {
            byInvocation(ways, at, honest, "answered invocation", Optional.of(dice.pick(at.answered())));
        }
        at.open().stream()
                .filter(another -> !another.worker().equals(open.worker()))
                .forEach(another -> byInvocation(ways, at, honest, "invocation of another", Optional.of(another.id())));
        String name = honest.worker();
        byName(ways, at, honest, "look-alike of a worker", BadPaths.lookAlike(name, dice));
        byName(ways, at, honest, "worker in other case", dice.pickOf(name.toUpperCase(Locale.ROOT), capital(name)));
        byName(ways, at, honest, "worker with a blank", dice.pickOf(name + " ", " " + name, name + "\t"));
        byName(ways, at, honest, "unknown worker", dice.pickOf("admin", "kernel", "root", "*", "system", name + "-2"));
        at.world().workers().stream()
                .filter(worker -> !worker.equals(name))
                .forEach(worker -> byName(ways, at, honest, "another worker with this invocation", worker));
        ways.add(fault(
                "for another board",
                at,
                new Proposal(honest.id(), honest.boardId() + "-2", name, honest.invocation(), honest.patch())));
        expired(at, oracle, dice).ifPresent(ways::add);
        return Optional.of(dice.pick(ways));
    }

    /** An answer that comes after its deadline, when somebody else may have been asked. */
    private static Optional<Fault> expired(Reached at, Oracle oracle, Dice dice) {
        KernelBoard later = at.board().copy();
        later.passTime();
        Reached then = new Reached(at.world(), at.situation(), later, later.state(), at.answered());
        return at.open().stream()
                .filter(open -> !later.board().open().containsKey(open.id()))
                .map(open -> at.honest(open, dice))
                .filter(late -> changes(then, oracle, late.patch()))
                .map(late -> fault("expired invocation", then, late))
                .findFirst();
    }

    private static boolean changes(Reached at, Oracle oracle, JsonNode patch) {
        return StrictPatch.apply(at.state(), patch)
                .filter(after -> !after.equals(at.state()) && oracle.schema().accepts(after))
                .isPresent();
    }

    private static void byInvocation(
            List<Fault> ways, Reached at, Proposal honest, String variety, Optional<String> invocation) {
        boolean unasked = at.world()
                .blueprint()
                .at("/workers/" + honest.worker() + "/unsolicited")
                .asBoolean();
        if (!unasked || invocation.isPresent()) {
            ways.add(fault(variety, at, honest.withInvocation(invocation)));
        }
    }

    private static void byName(List<Fault> ways, Reached at, Proposal honest, String variety, String worker) {
        ways.add(fault(variety, at, honest.withWorker(worker)));
    }

    private static Fault fault(String variety, Reached at, Proposal proposal) {
        return new Fault(variety, at, "", false, proposal.bytes());
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String other(String id, Dice dice) {
        String digit = hex(dice, 1);
        return id.endsWith(digit) ? (digit.equals("0") ? "1" : "0") : digit;
    }

    private static String hex(Dice dice, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(Integer.toHexString(dice.below(16)));
        }
        return text.toString();
    }
}
