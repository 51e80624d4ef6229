package io.patchboard.standalone.cli.replay;

/** How closely a replay looks; each includes those before it. */
enum Check {
    NOTHING("rebuilt; --verify checks the hashes too"),
    HASHES("identical, every hash checked"),
    VERDICTS("identical, every hash checked and every verdict asked again");

    private final String words;

    Check(String words) {
        this.words = words;
    }

    /** What can be said when nothing was found. */
    String words() {
        return words;
    }
}
