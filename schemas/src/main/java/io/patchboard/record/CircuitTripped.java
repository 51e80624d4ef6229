package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A detector found that the board, or a part of it, runs in circles or gets nowhere (paper, section 3.4 and Table 2).
 *
 * @param detector that found it
 * @param scope how much of the board it is about
 * @param worker that it is about; absent for the board as a whole
 * @param trigger that it is about; absent where there is none
 * @param action what is done about it
 * @param target the worker that the action invokes; absent where it invokes none
 * @param percent what {@code tighten} leaves of the view's budget; absent for other actions
 * @param message a sentence for people: what was counted, and against which threshold
 * @param evidence sequences of the log entries that were counted, in order
 * @param replaced in whose place {@code target} is invoked from now on, where the action is {@code switch}; absent in
 *     entries of before, whose switch was for once
 * @param raised the worker's budgets that begin anew, where the detector is {@code budget} and the worker goes on
 * @param insteadOf whose attempts were spent at what {@code target} does now; absent where attempts were left, and in
 *     entries of before, where what was done by somebody else stayed given up
 */
public record CircuitTripped(
        Detector detector,
        Scope scope,
        Optional<String> worker,
        Optional<Trigger> trigger,
        Action action,
        Optional<String> target,
        Optional<Long> percent,
        String message,
        List<Long> evidence,
        Optional<Replaced> replaced,
        List<Raise> raised,
        Optional<BoardReopened.Invite> insteadOf)
        implements OwnEvent {

    /** One that replaces nobody, and raises nothing. */
    public CircuitTripped(
            Detector detector,
            Scope scope,
            Optional<String> worker,
            Optional<Trigger> trigger,
            Action action,
            Optional<String> target,
            Optional<Long> percent,
            String message,
            List<Long> evidence) {
        this(
                detector,
                scope,
                worker,
                trigger,
                action,
                target,
                percent,
                message,
                evidence,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /**
     * Whom rules invite no more, until another switch says otherwise or the board is reopened.
     *
     * @param rule whose matches are meant; absent for all rules
     */
    public record Replaced(String worker, Optional<String> rule) {

        static Replaced read(Fields fields) {
            return new Replaced(fields.string("worker"), fields.optionalString("rule"));
        }

        Json toJson() {
            return JsonObject.builder()
                    .put("worker", worker)
                    .putStringIfPresent("rule", rule)
                    .build();
        }
    }

    /** What looks for circles of one kind. Blueprints call them by the same words. */
    public enum Detector implements Word {
        /** Answers in a row were rejected. */
        INVALID_STREAK("invalidStreak"),
        /** Answers in a row changed nothing. */
        NO_OP_STREAK("noOpStreak"),
        /** Answers were rejected for the same reason. */
        SAME_REJECTION("sameRejection"),
        /** A state came back. */
        REPEATED_STATE("repeatedState"),
        /** The same commits caused each other. */
        CYCLE("cycle"),
        /** Answers in a row came too late: others had changed what they were about. */
        STALE_STREAK("staleStreak"),
        /** Time-outs and failures in a row. */
        FAILURE_STREAK("failureStreak"),
        /** A worker was wanted whose own budget is used up. */
        BUDGET("budget"),
        /** Of the board's latest answers many were rejected. */
        REJECTION_RATE("rejectionRate"),
        /** The board's cost passed another multiple of an amount. */
        COST("cost"),
        /** A place changed that a person watches. */
        TOUCHED("touched");

        private final String word;

        Detector(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }

        /** Whether it counts answers, which then are counted anew. */
        public boolean isAboutAnswers() {
            return this != BUDGET && this != COST && this != TOUCHED;
        }

        /** Whether it only asks a person to look: nothing need be wrong, and nothing is done by itself. */
        public boolean onlyAsks() {
            return switch (this) {
                case REJECTION_RATE, COST, TOUCHED -> true;
                case INVALID_STREAK,
                        SAME_REJECTION,
                        STALE_STREAK,
                        FAILURE_STREAK,
                        BUDGET,
                        NO_OP_STREAK,
                        REPEATED_STATE,
                        CYCLE -> false;
            };
        }
    }

    /** How much of a board runs in circles. */
    public enum Scope implements Word {
        /** What one worker does for one trigger. */
        TRIGGER,
        /** What one worker does. */
        WORKER,
        /** The board as a whole. */
        BOARD
    }

    /** What is done about it, from the mildest to the last. Blueprints call it by the same word. */
    public enum Action implements Word {
        /** Go on as the policy says; where its attempts are spent, with one more. */
        RETRY,
        /** Another worker is invoked for the same trigger, with the rejections in its view. */
        REPAIR,
        /** Another worker is invoked for the same trigger, and from now on wherever the first one would have been. */
        SWITCH,
        /** The view's budget shrinks from now on. */
        TIGHTEN,
        /** Another worker is invoked beside. */
        VERIFY,
        /** The board goes back to a mark, by the next entry; where it cannot, a person is asked. */
        RESTORE,
        /** The branch is not followed any further. */
        STOP,
        /** The branch is not followed any further until a person has decided. */
        INCIDENT,
        /** The board ends. */
        HALT;

        /** Whether the action has a worker as its argument. */
        public boolean invokes() {
            return this == REPAIR || this == SWITCH || this == VERIFY;
        }

        /** Whether the branch does not go on by itself. */
        public boolean cutsOff() {
            return switch (this) {
                case REPAIR, SWITCH, RESTORE, STOP, INCIDENT, HALT -> true;
                case RETRY, TIGHTEN, VERIFY -> false;
            };
        }
    }

    static CircuitTripped read(Fields fields) {
        return new CircuitTripped(
                fields.word("detector", Detector.class),
                fields.word("scope", Scope.class),
                fields.optionalString("worker"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.word("action", Action.class),
                fields.optionalString("target"),
                fields.optionalInteger("percent"),
                fields.string("message"),
                fields.integers("evidence"),
                fields.optionalRecord("replaced", Replaced::read),
                fields.records("raised", Raise::read),
                fields.optionalRecord("insteadOf", BoardReopened.Invite::read));
    }

    @Override
    public void write(JsonObject.Builder json) {
        json.put("detector", detector.word())
                .put("scope", scope.word())
                .putStringIfPresent("worker", worker)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .put("action", action.word())
                .putStringIfPresent("target", target)
                .putIfPresent("percent", percent.map(Json::of))
                .put("message", message)
                .put("evidence", JsonArray.ofLongs(evidence))
                .putIfPresent("replaced", replaced.map(Replaced::toJson))
                .putIfPresent(
                        "raised",
                        Optional.of(raised).filter(some -> !some.isEmpty()).map(ReopenBoard::raisedJson))
                .putIfPresent("insteadOf", insteadOf.map(BoardReopened.Invite::toJson));
    }
}
