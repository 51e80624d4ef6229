package io.patchboard.workflow.asl;

/** What a choice looks at. */
enum Root {
    INPUT("input", "$states.input"),
    CONTEXT("context", "$states.context"),
    /** The first step of a reference names the variable. */
    VARIABLES("variables", "$");

    private final String cel;
    private final String jsonata;

    Root(String cel, String jsonata) {
        this.cel = cel;
        this.jsonata = jsonata;
    }

    String cel() {
        return cel;
    }

    String jsonata() {
        return jsonata;
    }
}
