package io.patchboard.workflow.asl;

import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths of the language: which texts are some, and which of them CEL can say. */
final class PathText {

    private static final String NAME = "[\\p{L}_][\\p{L}\\p{N}_]*";
    private static final Pattern REFERENCE_STEP = Pattern.compile("\\.([\\p{L}\\p{N}_-]+)"
            + "|\\['((?:[^'\\\\]|\\\\.)*+)'\\]|\\[\"((?:[^\"\\\\]|\\\\.)*+)\"\\]|\\[([0-9]{1,9})\\]");
    private static final Pattern HEAD = Pattern.compile("\\$\\$|\\$(?:" + NAME + ")?");
    private static final Pattern STEP = Pattern.compile("\\.{1,2}(?:\\*|[\\p{L}\\p{N}_:-]+(?:\\(\\))?)"
            + "|(?:\\.\\.)?\\[\\s*(?:\\*|\\?\\(.*?\\)|'(?:[^'\\\\]|\\\\.)*+'(?:\\s*,\\s*'[^']*')*+"
            + "|\"(?:[^\"\\\\]|\\\\.)*+\"|-?[0-9]+(?:\\s*,\\s*-?[0-9]+)*+|-?[0-9]*:-?[0-9]*(?::-?[0-9]+)?)\\s*\\]");
    private static final Pattern CEL_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern CEL_RESERVED = Pattern.compile("true|false|null|in|as|break|const|continue|else|for"
            + "|function|if|import|let|loop|package|namespace|return|var|void|while");

    private PathText() {}

    /** Whether it is JSONPath over the input, the context object ({@code $$}) or a variable. */
    static boolean isPath(String text) {
        Matcher head = HEAD.matcher(text);
        return head.lookingAt() && isAll(STEP, text, head.end());
    }

    /** Whether it picks at most one value. */
    static boolean isReference(String text) {
        Matcher head = HEAD.matcher(text);
        return head.lookingAt() && isAll(REFERENCE_STEP, text, head.end());
    }

    /** Whether it picks at most one value of the input. */
    static boolean isInputReference(String text) {
        return text.equals("$") || (text.startsWith("$.") || text.startsWith("$[")) && isReference(text);
    }

    private static boolean isAll(Pattern step, String text, int from) {
        Matcher matcher = step.matcher(text);
        int at = from;
        while (at < text.length()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                return false;
            }
            at = matcher.end();
        }
        return true;
    }

    /** A reference path: into the input, the context object or a variable. */
    static Reference reference(String text) {
        Matcher head = HEAD.matcher(text);
        if (!head.lookingAt() || !isReference(text)) {
            throw new IllegalArgumentException("Expected a reference path, but got " + text + ".");
        }
        List<Object> steps = new ArrayList<>();
        boolean context = head.group().equals("$$");
        boolean variable = !context && head.end() > 1;
        if (variable) {
            steps.add(head.group().substring(1));
        }
        Matcher matcher = REFERENCE_STEP.matcher(text);
        int at = head.end();
        while (at < text.length() && matcher.region(at, text.length()).lookingAt()) {
            steps.add(step(matcher));
            at = matcher.end();
        }
        return new Reference(context ? Root.CONTEXT : variable ? Root.VARIABLES : Root.INPUT, steps);
    }

    private static Object step(Matcher matcher) {
        for (int quoted = 2; quoted <= 3; quoted++) {
            if (matcher.group(quoted) != null) {
                return matcher.group(quoted).replaceAll("\\\\(.)", "$1");
            }
        }
        return matcher.group(4) != null ? (Object) Long.valueOf(matcher.group(4)) : matcher.group(1);
    }

    /** The value in CEL. */
    static String cel(Reference reference) {
        StringBuilder text = new StringBuilder(reference.root().cel());
        for (Object step : reference.steps()) {
            if (step instanceof String name && isCelName(name)) {
                text.append('.').append(name);
            } else {
                text.append('[')
                        .append(step instanceof String name ? new JsonString(name).toString() : step.toString())
                        .append(']');
            }
        }
        return text.toString();
    }

    /** The value of the input as a reference path. */
    static String jsonPath(List<Object> steps) {
        StringBuilder text = new StringBuilder("$");
        for (Object step : steps) {
            if (step instanceof String name) {
                text.append("['").append(name.replaceAll("(['\\\\])", "\\\\$1")).append("']");
            } else {
                text.append('[').append(step).append(']');
            }
        }
        return text.toString();
    }

    /** Whether there is such a value, in CEL. What is within something is only asked of what can have it. */
    static String celPresence(Reference reference) {
        return String.join(" && ", presence(reference));
    }

    /** Conditions that hold together if there is such a value; each may only be asked where those before it hold. */
    static List<String> presence(Reference reference) {
        List<Object> steps = reference.steps();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            String parent = cel(reference.upTo(i));
            if (steps.get(i) instanceof Long index) {
                parts.add("type(" + parent + ") == list && size(" + parent + ") > " + index);
                continue;
            }
            if (i > 0 || reference.root() == Root.INPUT) {
                parts.add("type(" + parent + ") == map");
            }
            parts.add(
                    isCelName((String) steps.get(i))
                            ? "has(" + cel(reference.upTo(i + 1)) + ")"
                            : new JsonString((String) steps.get(i)) + " in " + parent);
        }
        return parts.isEmpty() ? List.of("true") : parts;
    }

    static boolean isCelName(String name) {
        return CEL_NAME.matcher(name).matches() && !CEL_RESERVED.matcher(name).matches();
    }
}
