package io.patchboard.faults;

import java.util.OptionalDouble;

/** A row of Table 1 of the paper; what it says of false claims is asked twice here, with and without a real quote. */
public enum FaultType {
    INVALID_JSON("invalid-json", 0.00),
    BAD_PATH_OR_TYPE("bad-path-or-type", 0.00),
    UNAUTHORIZED_WRITE("unauthorized-write", 0.00),
    FALSE_CLAIM_UNQUOTED("false-claim-unquoted", 0.43),
    FALSE_CLAIM_IRRELEVANT_QUOTE("false-claim-irrelevant-quote", 0.43),
    CYCLE("cycle", 0.96);

    private final String label;
    private final double paper;

    FaultType(String label, double paper) {
        this.label = label;
        this.paper = paper;
    }

    public String label() {
        return label;
    }

    /** The rate that the paper (arXiv 2605.29313, Table 1) reports, where it is known here. */
    public OptionalDouble paper(SystemKind system) {
        return system == SystemKind.PATCHBOARD ? OptionalDouble.of(paper) : OptionalDouble.empty();
    }
}
