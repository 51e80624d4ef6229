package io.patchboard.kernel.blueprint;

/** What happens to a trigger when the attempts of its worker are spent. */
public sealed interface OnExhausted {

    /** The trigger is not followed any further; the board goes on with what is left. */
    record Stop() implements OnExhausted {}

    /** The trigger waits for a person's decision; the board goes on with what is left. */
    record Incident() implements OnExhausted {}

    /** The board ends. */
    record Halt() implements OnExhausted {}

    /** Another worker takes over. */
    record Catch(String worker) implements OnExhausted {}

    /** The board goes back to a mark; where it cannot, the trigger waits for a person's decision. */
    record Restore(String mark) implements OnExhausted {}
}
