package io.patchboard.gateway.preset.blackboard;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.text.Cut;
import java.time.Clock;
import java.util.Optional;

/**
 * Moderates a blackboard, one step for each invocation. Which step, the board's phase says:
 *
 * <pre>
 *   opening ──▶ coordinating ──▶ contributing ──┐      without a coordinator: contributing again and again
 *                  ▲   │                        │
 *                  └───┴──── next round ◀───────┘
 *                      └──▶ deciding ──▶ done           after terminate or the last round
 * </pre>
 *
 * <p>Where the place that the phase waits for is empty, whoever was asked has no usable answer, by whatever way that
 * came about: timeout, rejection, attempts spent, or an answer without effect. The round is then used up. Each patch
 * tests round and phase, so a step is never done twice.
 */
final class Referee implements Worker {

    private static final int QUOTED = 100;

    private final Clock clock;

    /** @param clock for the timestamps of entries; the kernel has none to give, for its decisions must be repeatable */
    Referee(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Answer work(Invocation invocation) {
        Sheet sheet = Sheet.of(invocation);
        Step step = new Step(sheet, clock);
        switch (sheet.phase()) {
            case Roles.OPENING -> step.open();
            case Roles.COORDINATING -> judge(sheet, step);
            case Roles.CONTRIBUTING -> post(sheet, step);
            case Roles.DECIDING -> publish(sheet, step);
            default -> {
                return Answer.failed(
                        "Expected a board of the blackboard preset, but its phase is \"" + sheet.phase() + "\".");
            }
        }
        return step.answer();
    }

    private static void judge(Sheet sheet, Step step) {
        Optional<CoordinatorDecision> decision = sheet.decision().flatMap(CoordinatorDecision::read);
        sheet.decision().ifPresent(said -> step.remove("/decision"));
        step.because(decision.flatMap(CoordinatorDecision::reason));
        if (decision.isEmpty()
                || !decision.get().terminate() && decision.get().nextAgent().isEmpty()) {
            step.nextRound("no-contributor");
        } else if (decision.get().terminate()) {
            step.finish("terminated");
        } else {
            String agent = decision.get().nextAgent().orElseThrow();
            if (sheet.agents().contains(agent)) {
                step.invite(sheet.round(), agent, decision.get().instruction());
            } else {
                step.error("Coordinator picked unknown agent '" + Cut.shortened(agent, QUOTED) + "'; skipping.");
                step.nextRound("unknown-agent");
            }
        }
    }

    private static void post(Sheet sheet, Step step) {
        Optional<Draft> draft = sheet.draft();
        if (draft.isPresent()) {
            step.contribute(draft.get());
            step.nextRound("contribution");
        } else {
            step.error(sheet.invited() + " gave no contribution; skipping.");
            step.nextRound("no-contribution");
        }
    }

    private static void publish(Sheet sheet, Step step) {
        sheet.synthesis().ifPresentOrElse(step::answerWith, step::answerWithBest);
    }

    /** What an agent wants to have posted. */
    record Draft(String author, String content, String kind) {

        boolean isAnswer() {
            return kind.equals("answer");
        }

        boolean isContribution() {
            return kind.equals("contribution");
        }
    }

    /** The patch of one step. */
    private static final class Step {

        private final PatchBuilder patch = new PatchBuilder();
        private final Sheet sheet;
        private final Clock clock;

        /** Why it is somebody's turn, or nobody's. */
        private Optional<String> reason;

        /** What stands at {@code /best} after this step so far: the kind of it. */
        private Optional<String> best;

        Step(Sheet sheet, Clock clock) {
            this.sheet = sheet;
            this.clock = clock;
            this.best = sheet.bestKind();
            this.reason = sheet.phase().equals(Roles.CONTRIBUTING) ? sheet.reason() : Optional.empty();
            patch.test("/phase", Json.of(sheet.phase())).test("/round", Json.of(sheet.round()));
        }

        Answer answer() {
            return patch.answer();
        }

        void because(Optional<String> why) {
            reason = why;
        }

        void remove(String path) {
            patch.remove(path);
        }

        void open() {
            entry(Roles.USER, sheet.problem(), "problem");
            begin(1);
        }

        void error(String content) {
            entry(Roles.SYSTEM, content, "error");
        }

        /** An answer counts more than any contribution, and the latest more than those before it. */
        void contribute(Draft draft) {
            patch.remove("/drafts/" + draft.author());
            entry(draft.author(), draft.content(), draft.kind());
            boolean contributes = draft.isContribution() && !best.equals(Optional.of("answer"));
            if (draft.isAnswer() || contributes) {
                best = Optional.of(draft.kind());
                patch.add(
                        "/best",
                        JsonObject.builder()
                                .put("kind", draft.kind())
                                .put("content", draft.content())
                                .build());
            }
        }

        private void entry(String author, String content, String kind) {
            patch.add(
                    "/public/-",
                    JsonObject.builder()
                            .put("timestamp", clock.instant().toString())
                            .put("author", author)
                            .put("content", content)
                            .put("kind", kind)
                            .build());
        }

        void nextRound(String outcome) {
            if (sheet.round() >= sheet.maxRounds()) {
                finish(outcome);
            } else {
                close(outcome);
                begin(sheet.round() + 1);
            }
        }

        void finish(String outcome) {
            close(outcome);
            if (sheet.hasDecider()) {
                phase(Roles.DECIDING);
            } else {
                answerWithBest();
            }
        }

        private void close(String outcome) {
            JsonObject.Builder line =
                    JsonObject.builder().put("round", sheet.round()).put("outcome", outcome);
            if (sheet.phase().equals(Roles.CONTRIBUTING)) {
                line.put("agent", sheet.invited());
            }
            line.putStringIfPresent("reason", reason);
            patch.add("/rounds/-", line.build());
        }

        private void begin(long round) {
            patch.replace("/round", Json.of(round));
            if (sheet.hasCoordinator()) {
                phase(Roles.COORDINATING);
            } else {
                int turn = (int) ((round - 1) % sheet.agents().size());
                invite(round, sheet.agents().get(turn), Optional.empty());
            }
        }

        void invite(long round, String agent, Optional<String> instruction) {
            patch.add(
                    "/turn",
                    JsonObject.builder()
                            .put("round", round)
                            .put("agent", agent)
                            .put("instruction", instruction.orElse("Contribute to the blackboard as " + agent + "."))
                            .putStringIfPresent(
                                    "reason", sheet.phase().equals(Roles.COORDINATING) ? reason : Optional.empty())
                            .build());
            phase(Roles.CONTRIBUTING);
        }

        void answerWith(String text) {
            patch.add("/answer", Json.of(text));
            phase(Roles.DONE);
        }

        void answerWithBest() {
            if (best.isPresent()) {
                patch.copy("/best/content", "/answer");
                phase(Roles.DONE);
            } else {
                answerWith("");
            }
        }

        private void phase(String next) {
            if (!next.equals(sheet.phase())) {
                patch.replace("/phase", Json.of(next));
            }
        }
    }
}
