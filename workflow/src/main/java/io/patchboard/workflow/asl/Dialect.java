package io.patchboard.workflow.asl;

/** The words of conditions in the two expression languages. */
enum Dialect {
    CEL(" && ", " || ", "!", "==", "has"),
    JSONATA(" and ", " or ", "$not", "=", "$exists");

    private final String and;
    private final String or;
    private final String not;
    private final String equal;
    private final String exists;

    Dialect(String and, String or, String not, String equal, String exists) {
        this.and = and;
        this.or = or;
        this.not = not;
        this.equal = equal;
        this.exists = exists;
    }

    String and() {
        return and;
    }

    String or() {
        return or;
    }

    String not() {
        return not;
    }

    String equal() {
        return equal;
    }

    String exists() {
        return exists;
    }
}
