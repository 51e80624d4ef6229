package io.patchboard.faults;

/** A row of Table 1 of the paper; what it says of false claims is asked twice here, with and without a real quote. */
public enum FaultType {
    INVALID_JSON("invalid-json", 0.81, 0.23, 0.00),
    BAD_PATH_OR_TYPE("bad-path-or-type", 0.76, 0.18, 0.00),
    UNAUTHORIZED_WRITE("unauthorized-write", 0.68, 0.52, 0.00),
    FALSE_CLAIM_UNQUOTED("false-claim-unquoted", 0.70, 0.66, 0.43),
    FALSE_CLAIM_IRRELEVANT_QUOTE("false-claim-irrelevant-quote", 0.70, 0.66, 0.43),
    CYCLE("cycle", 0.12, 0.39, 0.96);

    private final String label;
    private final double plain;
    private final double structured;
    private final double patchboard;

    FaultType(String label, double plain, double structured, double patchboard) {
        this.label = label;
        this.plain = plain;
        this.structured = structured;
        this.patchboard = patchboard;
    }

    public String label() {
        return label;
    }

    /** The rate that the paper (arXiv 2605.29313, Table 1) reports for its own system of this kind. */
    public double paper(SystemKind system) {
        return switch (system) {
            case PLAIN -> plain;
            case STRUCTURED -> structured;
            case PATCHBOARD -> patchboard;
        };
    }
}
