package io.patchboard.trials.play;

import io.patchboard.experiments.household.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Whose turn it is, by what stands on a blackboard: what the blueprint's rules do on a board of the kernel, read off
 * the state. Nobody is asked about the same thing more often than the blueprint asks.
 */
final class Turns {

    /** As the blueprint's policy has it. */
    private static final int ATTEMPTS = 3;

    /** What a plan may hang on. */
    static final Pattern TELLING = Pattern.compile("(take|clean|heat|cool|move|use) .*");

    /** @param item JSON Pointer to what it is about */
    record Turn(String worker, String item) {}

    private final SharedBoard board;
    private final Map<Turn, Integer> given = new HashMap<>();
    private int planned;
    private int carriedOut;
    private int hinted;

    Turns(SharedBoard board) {
        this.board = board;
    }

    Turn next() {
        int observations = board.array("observations").size();
        Turn plan = new Turn("planner", board.lastOf("observations"));
        boolean wanted = !board.has("plan")
                || observations > planned
                        && TELLING.matcher(board.ofLast("observations", "command"))
                                .matches();
        if (wanted && mayAsk(plan)) {
            return plan;
        }
        int actions = board.array("actions").size();
        if (actions > carriedOut) {
            String path = board.lastOf("actions");
            switch (board.ofLast("actions", "status")) {
                case Role.ADMITTED -> {
                    carriedOut = actions;
                    return new Turn(Household.ENVIRONMENT, path);
                }
                case Role.PROPOSED -> {
                    Turn verify = new Turn("verifier", path);
                    if (mayAsk(verify)) {
                        return verify;
                    }
                }
                case Role.INADMISSIBLE -> {
                    Turn repair = new Turn("repair", path);
                    if (board.array("hints").size() <= hinted && mayAsk(repair)) {
                        return repair;
                    }
                }
                default -> {}
            }
            carriedOut = actions;
        }
        int hints = board.array("hints").size();
        if (hints > hinted) {
            hinted = hints;
            return new Turn("actor", board.lastOf("hints"));
        }
        return new Turn("actor", board.has("plan") ? "/plan" : board.lastOf("observations"));
    }

    /** Something was said that can be read. */
    void answered(Turn turn) {
        if (turn.worker().equals("planner")) {
            planned = board.array("observations").size();
        }
    }

    private boolean mayAsk(Turn turn) {
        return given.merge(turn, 1, Integer::sum) <= ATTEMPTS;
    }
}
