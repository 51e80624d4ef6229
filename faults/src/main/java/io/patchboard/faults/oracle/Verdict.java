package io.patchboard.faults.oracle;

import java.util.List;

/**
 * What the oracle finds wrong with a state.
 *
 * @param findings one sentence each; none if the state is clean
 */
public record Verdict(List<String> findings) {

    public boolean contaminated() {
        return !findings.isEmpty();
    }
}
