package io.patchboard.kernel.decide;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.PatchRejected;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The kernel's decision: a pure function from a board, an input and its time to the log entries that follow.
 *
 * <p>An id that was seen before changes nothing: the outcome that it had stands in the log already.
 */
public final class Decider {

    private final Limits limits;
    private final Applier applier;
    private final ProposalDecider proposals;
    private final CommandDecider commands;
    private final FollowUps followUps;

    /** @param queueExists whether invocations can be sent to a queue of this name */
    public Decider(Limits limits, Blueprints blueprints, InvocationIds ids, Predicate<String> queueExists) {
        this.limits = limits;
        this.applier = new Applier(blueprints);
        this.followUps = new FollowUps(new Invoker(ids));
        this.proposals = new ProposalDecider(limits, followUps);
        this.commands = new CommandDecider(limits, blueprints, queueExists, followUps);
    }

    /**
     * @param inputTime when the input was written; the decision's time is never before that of the board's last entry
     */
    public Decision decide(Board board, Input input, History history, Instant inputTime) {
        Transcript log = new Transcript(applier, board, inputTime);
        if (input instanceof Input.Proposed proposed) {
            Optional<Input.Undecodable> bad = Lengths.in(proposed, limits);
            if (bad.isPresent()) {
                rejectUnlessKnown(bad.get(), history, log);
            } else if (!history.knowsProposal(proposed.proposal().proposalId())) {
                proposals.decide(proposed, history, log);
            }
        } else if (input instanceof Input.Commanded commanded) {
            Optional<Input.Undecodable> bad = Lengths.in(commanded, limits);
            if (bad.isPresent()) {
                rejectUnlessKnown(bad.get(), history, log);
            } else if (!history.knowsCommand(commanded.command().commandId())) {
                commands.decide(commanded, log);
            }
        } else if (input instanceof Input.Undecodable undecodable) {
            rejectUnlessKnown(undecodable, history, log);
        } else {
            followUps.onTick(log);
        }
        return log.decision();
    }

    private static void rejectUnlessKnown(Input.Undecodable input, History history, Transcript log) {
        if (!known(input, history)) {
            reject(input, log);
        }
    }

    private static boolean known(Input.Undecodable input, History history) {
        return input.requestId()
                .map(id -> input.command() ? history.knowsCommand(id) : history.knowsProposal(id))
                .orElse(false);
    }

    private static void reject(Input.Undecodable input, Transcript log) {
        if (input.command()) {
            log.append(header -> new CommandRejected(
                    header, input.requestId(), input.rejection(), List.of(), Optional.of(input.echo())));
        } else {
            log.append(header -> new PatchRejected(
                    header,
                    input.requestId(),
                    input.worker(),
                    Optional.empty(),
                    input.rejection(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(input.echo())));
        }
    }
}
