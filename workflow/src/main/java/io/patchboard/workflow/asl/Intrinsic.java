package io.patchboard.workflow.asl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of intrinsic functions: whether a text is one. */
final class Intrinsic {

    /** How many arguments a function takes. */
    private record Arity(int least, int most) {}

    private static final Map<String, Arity> FUNCTIONS = Map.ofEntries(
            Map.entry("Format", new Arity(1, 100)),
            Map.entry("StringToJson", new Arity(1, 1)),
            Map.entry("JsonToString", new Arity(1, 1)),
            Map.entry("Array", new Arity(0, 100)),
            Map.entry("ArrayPartition", new Arity(2, 2)),
            Map.entry("ArrayContains", new Arity(2, 2)),
            Map.entry("ArrayRange", new Arity(3, 3)),
            Map.entry("ArrayGetItem", new Arity(2, 2)),
            Map.entry("ArrayLength", new Arity(1, 1)),
            Map.entry("ArrayUnique", new Arity(1, 1)),
            Map.entry("Base64Encode", new Arity(1, 1)),
            Map.entry("Base64Decode", new Arity(1, 1)),
            Map.entry("Hash", new Arity(2, 2)),
            Map.entry("JsonMerge", new Arity(3, 3)),
            Map.entry("MathRandom", new Arity(2, 3)),
            Map.entry("MathAdd", new Arity(2, 2)),
            Map.entry("StringSplit", new Arity(2, 2)),
            Map.entry("UUID", new Arity(0, 0)));

    private static final Pattern CALL = Pattern.compile("States\\.(\\w+)\\(");
    /** A backslash stands before what would end the text or be a place in a format. */
    private static final Pattern TEXT = Pattern.compile("'(?:[^'\\\\]|\\\\['{}\\\\])*+'");

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final Pattern WORD = Pattern.compile("null|true|false");
    private static final Pattern PATH =
            Pattern.compile("\\$(?:[^,()\\['\"\\s]|\\[(?:[^\\]'\"]|'[^']*'|\"[^\"]*\")*+\\])*+");
    private static final Pattern SPACE = Pattern.compile("\\s*");

    private final String text;
    private int at;

    private Intrinsic(String text) {
        this.text = text;
    }

    static boolean isCall(String text) {
        Intrinsic reader = new Intrinsic(text);
        return text.startsWith("States.") && reader.call() && reader.at == text.length();
    }

    private Optional<String> take(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return Optional.empty();
        }
        at = matcher.end();
        return Optional.of(matcher.group(matcher.groupCount()));
    }

    private boolean takes(char wanted) {
        take(SPACE);
        boolean there = at < text.length() && text.charAt(at) == wanted;
        if (there) {
            at++;
        }
        return there;
    }

    private boolean call() {
        Optional<String> name = take(CALL);
        Arity arity = name.map(FUNCTIONS::get).orElse(null);
        if (arity == null) {
            return false;
        }
        List<Pattern> arguments = new ArrayList<>();
        if (!takes(')')) {
            do {
                take(SPACE);
                Optional<Pattern> kind = argument();
                if (kind.isEmpty()) {
                    return false;
                }
                arguments.add(kind.get());
            } while (takes(','));
            if (!takes(')')) {
                return false;
            }
        }
        boolean counts = name.get().startsWith("Math") || name.get().equals("ArrayRange");
        return arguments.size() >= arity.least()
                && arguments.size() <= arity.most()
                && !(counts && (arguments.contains(TEXT) || arguments.contains(WORD)));
    }

    private Optional<Pattern> argument() {
        for (Pattern kind : List.of(TEXT, NUMBER, WORD)) {
            if (take(kind).isPresent()) {
                return Optional.of(kind);
            }
        }
        int start = at;
        if (take(PATH).isPresent()) {
            return Optional.of(PATH).filter(path -> PathText.isPath(text.substring(start, at)));
        }
        return call() ? Optional.of(CALL) : Optional.empty();
    }
}
