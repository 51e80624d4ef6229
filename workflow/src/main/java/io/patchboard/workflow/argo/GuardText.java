package io.patchboard.workflow.argo;

import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.workflow.translation.CelTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Conditions and lists in CEL as expressions of Argo, which say most of it in the same words. They begin by binding
 * {@code input} to what the node is given.
 */
final class GuardText {

    private static final String BEGIN = "{{=let input = fromJSON(";
    private static final String MIDDLE = "); ";
    private static final String END = "}}";
    private static final Pattern BOUND =
            Pattern.compile("\\{\\{=let input = fromJSON\\(.*?\\); (.*)\\}\\}", Pattern.DOTALL);
    private static final Pattern PRESENT = Pattern.compile(
            "has\\(((?:[A-Za-z_][A-Za-z0-9_]*\\.)*[A-Za-z_][A-Za-z0-9_]*)" + "\\.([A-Za-z_][A-Za-z0-9_]*)\\)");
    private static final Pattern IS_PRESENT = CelTexts.beside("\\(\"([A-Za-z_][A-Za-z0-9_]*)\" in ([A-Za-z0-9_.]+)\\)");

    /** What a state machine's guards ask before whether something is in an object, if that is not compared. */
    private static final Pattern MAP = CelTexts.beside("type\\(([^()]*)\\) == map && "
            + "(?=(?:has\\(\\1\\.[A-Za-z_]\\w*\\)|\"(?:[^\"\\\\]|\\\\.)*+\" in \\1(?![\\w.\\[]))"
            + "(?!\\s*(?:[=!<>]|in\\b)))");

    private static final Pattern CALL = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\s*\\(");
    private static final Set<String> SAME = Set.of("len");

    private GuardText() {}

    /**
     * The conditions of a choice's branches: each holds if it does and none before it.
     *
     * @param guards CEL over {@code input} and {@code output}, which are the same there
     * @return empty if one says what only CEL can
     */
    static Optional<List<String>> branches(List<String> guards) {
        List<String> all = new ArrayList<>();
        List<String> before = new ArrayList<>();
        for (String guard : guards) {
            Optional<String> own =
                    expression(CelTexts.changed(guard, words -> words.replaceAll("(?<![.\\w])output\\b", "input")));
            if (own.isEmpty()) {
                return Optional.empty();
            }
            List<String> parts = new ArrayList<>(before);
            parts.add(before.isEmpty() ? own.get() : "(" + own.get() + ")");
            all.add(String.join(" && ", parts));
            before.add("!(" + own.get() + ")");
        }
        return Optional.of(all);
    }

    /** Empty if it says what only CEL can. */
    static Optional<String> expression(String cel) {
        try {
            CelExpression.compile(cel, Set.of("input", "output"));
        } catch (CelCompileException e) {
            return Optional.empty(); // it asks for what states of a state machine see
        }
        String text = CelTexts.changed(
                CelTexts.replaced(cel, MAP, ""),
                words -> PRESENT.matcher(words).replaceAll("(\"$2\" in $1)").replaceAll("(?<![.\\w])size\\(", "len("));
        Matcher call = CALL.matcher(CelTexts.emptied(text));
        while (call.find()) {
            if (!SAME.contains(call.group(1)) && !call.group(1).equals("in")) {
                return Optional.empty();
            }
        }
        return Optional.of(text);
    }

    /** @param reference an expression whose value is the JSON text of the input */
    static String bound(String expression, String reference) {
        return BEGIN + reference + MIDDLE + expression + END;
    }

    /** What {@link #bound} was given; empty if it is of another form. */
    static Optional<String> unbound(String text) {
        Matcher bound = BOUND.matcher(text.strip());
        return bound.matches() ? Optional.of(bound.group(1)) : Optional.empty();
    }

    /** CEL over {@code input}; empty if CEL cannot say it. */
    static Optional<String> cel(String expression) {
        String text = CelTexts.changed(
                CelTexts.replaced(expression, IS_PRESENT, "has($2.$1)"),
                words -> words.replaceAll("(?<![.\\w])len\\(", "size("));
        try {
            CelExpression.compile(text, Set.of("input"));
            return Optional.of(text);
        } catch (CelCompileException e) {
            return Optional.empty();
        }
    }
}
