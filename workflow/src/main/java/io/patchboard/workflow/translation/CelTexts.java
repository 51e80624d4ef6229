package io.patchboard.workflow.translation;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes of expressions that leave the texts in them, which are in quotes of either kind, as they are. */
public final class CelTexts {

    private static final String TEXT = "\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]++|\\\\.)*+'";
    private static final Pattern ALONE = Pattern.compile(TEXT);

    private CelTexts() {}

    /**
     * A pattern for {@link #replaced}: not found within a text, though there may be texts in what it finds.
     *
     * @param regex its first group takes part in whatever it finds
     */
    public static Pattern beside(String regex) {
        return Pattern.compile(TEXT + "|" + regex);
    }

    /** With something else in place of what a pattern finds, which may name its groups. */
    public static String replaced(String expression, Pattern beside, String by) {
        return beside.matcher(expression)
                .replaceAll(found -> found.group(1) == null ? Matcher.quoteReplacement(found.group()) : by);
    }

    /** The same, but for words outside of its texts. */
    public static String changed(String expression, UnaryOperator<String> change) {
        StringBuilder changed = new StringBuilder();
        Matcher text = ALONE.matcher(expression);
        int at = 0;
        while (text.find()) {
            changed.append(change.apply(expression.substring(at, text.start()))).append(text.group());
            at = text.end();
        }
        return changed.append(change.apply(expression.substring(at))).toString();
    }

    /** With nothing in its texts. */
    public static String emptied(String expression) {
        return ALONE.matcher(expression).replaceAll("\"\"");
    }
}
