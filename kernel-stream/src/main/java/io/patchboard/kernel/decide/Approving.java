package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.Candidate;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.GateCheck;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldPatch;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Requested;
import io.patchboard.record.Word;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A person, or the time that he had, decides about a patch that a gate holds. */
final class Approving {

    /** What is overdue beyond it is looked at with the next tick, which is due at once. */
    private static final double PART_FOR_TIMEOUTS = 0.25;

    private final Judge judge;
    private final ProposalDecider proposals;

    Approving(Judge judge, ProposalDecider proposals) {
        this.judge = judge;
        this.proposals = proposals;
    }

    /** Why it is not done; absent if it was, with all that follows. */
    Optional<Rejection> decide(Decide command, Incident item, NeedsPerson.Gate gate, Transcript log) {
        HeldPatch held = log.board().work().heldPatch(gate.held()).orElseThrow();
        Optional<Rejection> refused = refusal(command, item, gate, log.board());
        if (refused.isPresent()) {
            return refused;
        }
        String by = command.header().by().orElseThrow();
        switch (command.option()) {
            case APPROVE -> {
                append(command, item, log);
                proposals.release(passing(held, log), log);
            }
            case REJECT -> {
                append(command, item, log);
                proposals.refuse(
                        held,
                        Rejection.of(
                                RejectionCode.REFUSED,
                                "",
                                Optional.of(item.detail()),
                                by + " does not allow it: "
                                        + command.header().reason().orElseThrow()),
                        log);
            }
            case ESCALATE -> {
                append(command, item, log);
                escalate(item, gate, log);
            }
            default -> {
                return modify(command, item, gate, held, log);
            }
        }
        return Optional.empty();
    }

    private static void append(Decide command, Incident item, Transcript log) {
        append(Optional.of(command.header().requested()), command.option(), command.patch(), item, log);
    }

    private static void append(
            Optional<Requested> requested, Option option, Optional<Json> patch, Incident item, Transcript log) {
        log.append(new Decided(requested, item.sequence(), option, Optional.empty(), List.of(), List.of(), patch));
    }

    /** As the entry before has left it. */
    private static HeldPatch passing(HeldPatch held, Transcript log) {
        return log.board().work().heldPatch(held.sequence()).orElseThrow();
    }

    /** The approver's own patch has to pass what the worker's had to, and another approver, where there is one. */
    private Optional<Rejection> modify(
            Decide command, Incident item, NeedsPerson.Gate gate, HeldPatch held, Transcript log) {
        HeldPatch other =
                held.withPatch(held.proposal().withPatch(command.patch().orElseThrow()));
        Judge.Judged judged = judge.judgeHeld(log.board(), other, log.work());
        if (judged.checked() instanceof Checked.Refused<Candidate> refused) {
            return Optional.of(refused.rejection());
        }
        String by = command.header().by().orElseThrow();
        Optional<NeedsPerson.Gate> another =
                gate.excluded().isEmpty() ? Optional.empty() : another(item, gate, held.authorsWith(by), log.board());
        HeldPatch passing = other.passing(item.detail(), Optional.of(by));
        Optional<Gate> next = judge.judgeHeld(log.board(), passing, log.work()).gate();
        boolean waits = another.isPresent() || next.isPresent();
        Optional<Rejection> full = waits ? GateCheck.noRoom(passing, log.board()) : Optional.empty();
        if (full.isPresent()) {
            return full;
        }
        append(command, item, log);
        if (waits) {
            HeldPatch modified = Gates.holdModified(
                    passing, ((Checked.Passed<Candidate>) judged.checked()).value(), by, item.detail(), log);
            if (another.isPresent()) {
                Gates.ask(item, another.get(), modified, log);
            } else {
                Gates.ask(next.get(), modified, log);
            }
        } else {
            proposals.release(passing, log);
        }
        return Optional.empty();
    }

    /**
     * The gate as it asks somebody who is no author, the first of those after them if no approver is, or else those who
     * were asked first; absent if all are authors.
     */
    private static Optional<NeedsPerson.Gate> another(
            Incident item, NeedsPerson.Gate gate, List<String> authors, Board board) {
        if (gate.approvers().isEmpty() || !authors.containsAll(gate.approvers())) {
            return Optional.of(gate);
        }
        return gate.escalation().stream()
                .filter(name -> !authors.contains(name))
                .findFirst()
                .map(name -> escalated(gate, gate.escalation().indexOf(name)))
                .or(() -> board.rules().gates().stream()
                        .filter(one -> one.name().equals(item.detail()))
                        .map(Gate::approvers)
                        .filter(first -> first.isEmpty() || !authors.containsAll(first))
                        .findFirst()
                        .map(first -> new NeedsPerson.Gate(
                                gate.held(), first, List.of(), gate.due(), gate.onTimeout(), gate.excluded())));
    }

    private static Optional<Rejection> refusal(Decide command, Incident item, NeedsPerson.Gate gate, Board board) {
        Option option = command.option();
        if (board.phase() == Phase.PAUSED) {
            return Optional.of(Rejection.of(
                    RejectionCode.PAUSED,
                    "/boardId",
                    "Expected a board that is open, but board " + board.id()
                            + " is paused. What its gates hold waits until it goes on."));
        }
        if (!item.options().contains(option)) {
            return refuse(
                    "/option",
                    "Expected one of "
                            + item.options().stream().map(Word::word).toList() + " for #" + item.sequence()
                            + " (gate \"" + item.detail() + "\"), but got \"" + option.word() + "\"."
                            + (option == Option.ESCALATE ? " Nobody comes after who decides now." : ""));
        }
        if (command.patch().isPresent() != (option == Option.MODIFY)) {
            return refuse(
                    "/patch",
                    "Expected a patch for option \"modify\", and none for another, but got "
                            + (command.patch().isPresent() ? "one" : "none") + " for \"" + option.word() + "\".");
        }
        if (command.worker().isPresent() || !command.raised().isEmpty()) {
            return refuse(
                    command.worker().isPresent() ? "/worker" : "/raised",
                    "Expected neither a worker nor budgets for a patch that is held, but got some.");
        }
        return notAllowed(option, command.header().by().orElse(""), item, gate);
    }

    private static Optional<Rejection> notAllowed(Option option, String by, Incident item, NeedsPerson.Gate gate) {
        if (!gate.approvers().isEmpty() && !gate.approvers().contains(by)) {
            return Optional.of(Rejection.of(
                    RejectionCode.NOT_APPROVER,
                    "/by",
                    "Expected one of " + gate.approvers() + ", whom gate \"" + item.detail() + "\" asks, but got \""
                            + by + "\"."));
        }
        boolean allows = option == Option.APPROVE || option == Option.MODIFY;
        return allows && gate.excluded().contains(by)
                ? Optional.of(Rejection.of(
                        RejectionCode.NOT_APPROVER,
                        "/by",
                        "Expected somebody else than who has proposed or modified the patch, since gate \""
                                + item.detail() + "\" wants four eyes, but got \"" + by + "\"."))
                : Optional.empty();
    }

    private static Optional<Rejection> refuse(String pointer, String message) {
        return Optional.of(Rejection.of(RejectionCode.OPTION, pointer, message));
    }

    private static void escalate(Incident item, NeedsPerson.Gate gate, Transcript log) {
        HeldPatch held = log.board().work().heldPatch(gate.held()).orElseThrow();
        Gates.ask(item, escalated(gate, 0), held, log);
    }

    private static NeedsPerson.Gate escalated(NeedsPerson.Gate gate, int next) {
        return new NeedsPerson.Gate(
                gate.held(),
                List.of(gate.escalation().get(next)),
                gate.escalation().subList(next + 1, gate.escalation().size()),
                gate.due(),
                gate.onTimeout(),
                gate.excluded());
    }

    /** Time passed: decides what is overdue, as the blueprint says. */
    void onTick(Transcript log) {
        if (!log.isOpen()) {
            return;
        }
        Instant now = log.time();
        log.board().work().incidents().stream()
                .filter(item -> item.due().filter(due -> !due.isAfter(now)).isPresent())
                .sorted(Comparator.comparing((Incident item) -> item.due().orElseThrow())
                        .thenComparingLong(Incident::sequence))
                .toList()
                .stream()
                .filter(item -> log.isOpen()
                        && !log.work().isDone(PART_FOR_TIMEOUTS)
                        && log.board().work().incidents().contains(item))
                .forEach(item -> expire(item, item.gate().orElseThrow(), log));
    }

    private void expire(Incident item, NeedsPerson.Gate gate, Transcript log) {
        Option option = switch (gate.onTimeout()) {
            case APPROVE -> Option.APPROVE;
            case ESCALATE -> gate.escalation().isEmpty() ? Option.REJECT : Option.ESCALATE;
            case REJECT -> Option.REJECT;
        };
        append(Optional.empty(), option, Optional.empty(), item, log);
        HeldPatch held = log.board().work().heldPatch(gate.held()).orElseThrow();
        switch (option) {
            case APPROVE -> proposals.release(held, log);
            case ESCALATE -> escalate(item, gate, log);
            default -> overdue(item, held, log);
        }
    }

    private void overdue(Incident item, HeldPatch held, Transcript log) {
        proposals.refuse(
                held,
                Rejection.of(
                        RejectionCode.APPROVAL_TIMEOUT,
                        "",
                        Optional.of(item.detail()),
                        "Expected somebody to allow it before " + item.due().orElseThrow() + ", but nobody did."),
                log);
    }
}
