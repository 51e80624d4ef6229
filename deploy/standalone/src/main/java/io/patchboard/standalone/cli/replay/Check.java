package io.patchboard.standalone.cli.replay;

/** How closely a replay looks; each includes those before it. */
enum Check {
    NOTHING("rebuilt; --verify checks the hashes too"),
    HASHES("identical, every hash checked"),
    VERDICTS("identical, every hash checked and every verdict asked again") {
        @Override
        String words(boolean all) {
            return all ? super.words(true) : "identical, every hash checked and every verdict that can be asked";
        }
    };

    private final String words;

    Check(String words) {
        this.words = words;
    }

    /**
     * What can be said when nothing was found.
     *
     * @param all whether all could be asked that is asked
     */
    String words(boolean all) {
        return words;
    }
}
