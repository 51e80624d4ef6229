package io.patchboard.kernel.decide.ending;

import io.patchboard.kernel.blueprint.OnExhausted;
import io.patchboard.kernel.blueprint.Policy;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.decide.log.Transcript;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.Failure;
import io.patchboard.record.Stage;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What comes when a worker's attempts at one trigger are spent. */
public final class SpentAttempts {

    /** Characters of what an outage says of itself; all of it stands in the rejection. */
    private static final int MOST_QUOTED = 300;

    private SpentAttempts() {}

    /**
     * Where another worker takes over, it waits already, from the moment in which the rejection was applied. Nothing
     * comes where the blueprint has no place for it any more.
     */
    public static void of(Answered answer, Restorer restorer, Transcript log) {
        if (!answer.abandoned()
                || answer.invocation().isEmpty()
                || !answer.hasPlace(log.board().rules())) {
            return;
        }
        OpenInvocation failed = answer.invocation().get();
        WorkerRole role = log.board().rules().worker(failed.worker()).orElseThrow();
        if (failed.current().isEmpty()) {
            stop(
                    failed,
                    BranchStopped.Reason.ITEM_GONE,
                    "Expected the item that worker \"" + failed.worker()
                            + "\" was invoked for to be there still, but it was removed.",
                    log);
            return;
        }
        String message = message(role, failed, answer);
        boolean away = isAway(role, answer.failure());
        switch (role.onExhausted(answer.errors(), away)) {
            case OnExhausted.Halt halt ->
                Endings.halt(
                        log, away ? BoardHalted.Reason.OUTAGE : BoardHalted.Reason.FAILED, failed.worker(), message);
            case OnExhausted.Incident incident -> {
                stop(failed, BranchStopped.Reason.ATTEMPTS_SPENT, message, log);
                tell(failed.worker(), away, message, log);
            }
            case OnExhausted.Restore back -> {
                stop(failed, BranchStopped.Reason.ATTEMPTS_SPENT, message, log);
                restorer.restore(back.mark(), log)
                        .ifPresent(why -> tell(failed.worker(), away, message + " " + why, log));
            }
            case OnExhausted.Catch other when role.catcher(answer.errors()).isPresent() -> {}
            case OnExhausted.Catch itself -> stop(failed, BranchStopped.Reason.ATTEMPTS_SPENT, message, log);
            case OnExhausted.Stop stop -> stop(failed, BranchStopped.Reason.ATTEMPTS_SPENT, message, log);
        }
    }

    private static void tell(String worker, boolean away, String message, Transcript log) {
        if (away) {
            Incidents.outage(worker, message, log);
        } else {
            Incidents.failed(worker, message, log);
        }
    }

    /** Whether it was not asked at all, for longer than there is patience. */
    private static boolean isAway(WorkerRole role, Optional<Failure> failure) {
        return role.forgives(Stage.WORKER, failure);
    }

    private static String message(WorkerRole role, OpenInvocation failed, Answered answer) {
        Optional<Failure> failure = answer.failure();
        if (isAway(role, failure)) {
            return "Expected worker \"" + role.name() + "\" to be back within "
                    + role.policy().outage().patience() + ", but it is still away ("
                    + failure.orElseThrow().kind().word()
                    + "). The latest failure: "
                    + Cut.shortened(failure.orElseThrow().message(), MOST_QUOTED);
        }
        if (failure.filter(what -> !what.kind().isRepeatable()).isPresent()) {
            return "Expected to know whether worker \"" + role.name() + "\" did what it was asked for, but attempt "
                    + failed.attempt() + " failed, and nobody is asked again after "
                    + failure.get().kind().word() + ". Find out whether it was done before it is done again: "
                    + Cut.shortened(failure.get().message(), MOST_QUOTED);
        }
        Optional<Policy.Retry> retry = role.policy().retry(answer.errors());
        if (retry.isEmpty()) {
            return "Expected a usable answer of worker \"" + role.name() + "\", but attempt " + failed.attempt()
                    + " failed, and its policy asks nobody again after "
                    + answer.errors().stream().map(Failure.Kind::word).sorted().collect(Collectors.joining(" or "))
                    + ".";
        }
        int attempts = retry.get().maxAttempts();
        return "Expected a usable answer of worker \"" + role.name() + "\" within " + attempts
                + (attempts == 1 ? " attempt" : " attempts") + ", but attempt " + failed.attempt() + " failed, too.";
    }

    private static void stop(OpenInvocation failed, BranchStopped.Reason reason, String message, Transcript log) {
        log.append(new BranchStopped(failed.trigger(), Optional.of(failed.worker()), reason, message, List.of()));
    }
}
