package io.patchboard.workflow.asl;

/** The words of conditions in the two expression languages. */
enum Dialect {
    CEL("input", " && ", " || ", "!", "==", "has"),
    JSONATA("$states.input", " and ", " or ", "$not", "=", "$exists");

    private final String root;
    private final String and;
    private final String or;
    private final String not;
    private final String equal;
    private final String exists;

    Dialect(String root, String and, String or, String not, String equal, String exists) {
        this.root = root;
        this.and = and;
        this.or = or;
        this.not = not;
        this.equal = equal;
        this.exists = exists;
    }

    String root() {
        return root;
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
