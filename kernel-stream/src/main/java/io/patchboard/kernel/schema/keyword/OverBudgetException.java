package io.patchboard.kernel.schema.keyword;

/** A validation takes more steps, or goes deeper, than it may. */
public final class OverBudgetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OverBudgetException() {
        super("", null, false, false);
    }
}
