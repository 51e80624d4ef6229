package io.patchboard.text;

import java.util.regex.Pattern;

/** Text as one word of a shell's command line, to be copied from what a command prints. */
public final class ShellWord {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/@=,+-]+");

    private ShellWord() {}

    /** In quotation marks only where it needs them. */
    public static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
