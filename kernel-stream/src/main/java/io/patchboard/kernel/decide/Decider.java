package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.dispatch.Invoker;
import io.patchboard.kernel.decide.ending.NoRoomException;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.decide.stage.AsCommitted;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.work.OverWorkException;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The kernel's decision: a pure function from a board, an input and its time to the log entries that follow.
 *
 * <p>An id that was seen before changes nothing: the outcome that it had stands in the log already. What would take
 * more than {@link Work#LIMIT}, or would leave more to be done than a board can hold, is {@linkplain Refusals refused},
 * with the board as it was.
 */
public final class Decider {

    private final Limits limits;
    private final Applier applier;
    private final ProposalDecider proposals;
    private final Approving approving;
    private final CommandDecider commands;
    private final FollowUps followUps;
    private final Refusals refusals;
    private final Compensating compensating;

    /** @param queueExists whether invocations can be sent to a queue of this name */
    public Decider(Limits limits, Blueprints blueprints, InvocationIds ids, Predicate<String> queueExists) {
        this(limits, blueprints, ids, Queues.of(queueExists), Optional.empty());
    }

    private Decider(Limits limits, Blueprints blueprints, InvocationIds ids, Queues queues, Optional<Topics> inputs) {
        this.limits = limits;
        this.applier = new Applier(blueprints);
        Invoker invoker = new Invoker(ids);
        this.followUps = new FollowUps(invoker, limits);
        this.compensating = new Compensating(invoker);
        Judge judge = new Judge(limits, inputs.map(Topics::proposals));
        this.proposals = new ProposalDecider(judge, followUps);
        this.approving = new Approving(judge, proposals);
        NewBlueprint newBlueprint = new NewBlueprint(limits, blueprints, queues);
        Operators operators = new Operators(inputs.map(Topics::commands));
        this.commands = new CommandDecider(limits, newBlueprint, operators, approving, followUps);
        this.refusals = new Refusals(applier, proposals);
    }

    /**
     * One whose queues can be made on demand.
     *
     * @param inputs the topics that proposals and commands have to be signed for, where a blueprint asks for signatures
     */
    public static Decider on(Queues queues, Limits limits, Blueprints blueprints, InvocationIds ids, Topics inputs) {
        return new Decider(limits, blueprints, ids, queues, Optional.of(inputs));
    }

    /**
     * @param inputTime when the input was written; the decision's time is never before that of the board's last entry
     */
    public Decision decide(Board board, Input input, History history, Instant inputTime) {
        return decided(board, inputTime, () -> input, log -> decide(input, history, inputTime, log));
    }

    /** @param refused what is refused where it cannot be done */
    private Decision decided(Board board, Instant time, Supplier<Input> refused, Consumer<Transcript> done) {
        Work work = new Work(Work.LIMIT - Work.RESERVE);
        Transcript log = new Transcript(applier, board, time, work);
        try {
            done.accept(log);
            compensating.goOn(log);
            return log.decision();
        } catch (OverWorkException e) {
            return refusals.refuse(board, refused.get(), e, work, time);
        } catch (NoRoomException e) {
            return refusals.refuse(board, refused.get(), e, work, time);
        }
    }

    /**
     * What would follow if a proposal of the log were decided now, on this board, as one that nobody has sent before.
     *
     * @param outcome its commit, or its rejection if that repeats the whole of it
     * @param history how the board's invocations ended until then
     * @throws FieldException if the entry is neither
     */
    public Decision decideAgain(Board board, LogEntry outcome, History history) {
        Instant time = outcome.header().time();
        History ends = History.ofEnds(history::endOf);
        if (!(outcome.event() instanceof PatchCommitted committed)) {
            return decide(board, sent(Sent.proposal(outcome)), ends, time);
        }
        return decided(
                board,
                time,
                () -> sent(AsCommitted.proposal(board, committed)),
                log -> proposals.decideAgain(committed, ends, log));
    }

    private static Input sent(PatchProposal proposal) {
        return new Input.Proposed(proposal, proposal.toJson());
    }

    private void decide(Input input, History history, Instant inputTime, Transcript log) {
        if (input instanceof Input.Proposed proposed) {
            Optional<Input.Undecodable> bad = Lengths.in(proposed, limits);
            if (bad.isPresent()) {
                rejectUnlessKnown(bad.get(), history, log);
            } else if (!history.knowsProposal(ProposalKey.of(proposed.proposal()))) {
                boolean uninvited = proposed.proposal().invocationId().isEmpty();
                if (uninvited && mayRepeat(history, inputTime)) {
                    reject(tooOld(proposed), log);
                } else {
                    proposals.decide(proposed, history, log);
                }
            }
        } else if (input instanceof Input.Commanded commanded) {
            Optional<Input.Undecodable> bad = Lengths.in(commanded, limits);
            if (bad.isPresent()) {
                rejectUnlessKnown(bad.get(), history, log);
            } else if (!history.knowsCommand(commanded.command().commandId())) {
                if (mayRepeat(history, inputTime)) {
                    reject(tooOld(commanded), log);
                } else {
                    commands.decide(commanded, log);
                }
            }
        } else if (input instanceof Input.Undecodable undecodable) {
            rejectUnlessKnown(undecodable, history, log);
        } else {
            long before = log.board().sequence();
            approving.onTick(log);
            followUps.onTick(log.board().sequence() > before, log);
        }
    }

    /** A request from a time of which not all are known any more cannot be told from one that had its outcome. */
    private static boolean mayRepeat(History history, Instant inputTime) {
        return history.forgottenUntil()
                .filter(until -> !inputTime.isAfter(until))
                .isPresent();
    }

    private static Input.Undecodable tooOld(Input.Proposed input) {
        return new Input.Undecodable(false, Input.Ids.of(input.proposal()), false, tooOld("/proposalId"), input.echo());
    }

    private static Input.Undecodable tooOld(Input.Commanded input) {
        return new Input.Undecodable(true, Input.Ids.of(input.command()), false, tooOld("/commandId"), input.echo());
    }

    private static Rejection tooOld(String pointer) {
        return Rejection.of(
                RejectionCode.TOO_OLD,
                pointer,
                "Expected a request of a time of which all ids are remembered, but this one is older, and may have had its"
                        + " outcome. If the log has none, send it again.");
    }

    private void rejectUnlessKnown(Input.Undecodable input, History history, Transcript log) {
        if (!known(input, history)) {
            reject(input, log);
        }
    }

    private static boolean known(Input.Undecodable input, History history) {
        return input.command()
                ? input.ids().request().filter(history::knowsCommand).isPresent()
                : input.proposalKey().filter(history::knowsProposal).isPresent();
    }

    private void reject(Input.Undecodable input, Transcript log) {
        reject(input, proposals, log);
    }

    static void reject(Input.Undecodable input, ProposalDecider proposals, Transcript log) {
        if (input.command()) {
            Json repeated = Repeated.proposal(input.echo(), input.rejection(), log.board());
            log.append(new CommandRejected(input.ids().request(), input.rejection(), List.of(), Optional.of(repeated)));
        } else {
            proposals.reject(input, log);
        }
    }
}
