package io.patchboard.kernel.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelLateFunctionBindings;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.regex.MeteredRegex;
import io.patchboard.kernel.regex.UnusableRegexException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The functions on strings whose work or result can be a product of the sizes of their arguments, bound anew for each
 * evaluation so that they can be charged to its budget before they run.
 */
final class CelFunctions {

    private static final int MAX_PATTERN_LENGTH = 1_000;

    /** What it costs to compile a character of a pattern, at most. */
    private static final long PATTERN_CHARACTER = 50;

    /** An instruction of the engine takes two fifths of a unit at most. */
    private static final long INSTRUCTIONS = 5;

    private static final long UNITS_OF_INSTRUCTIONS = 2;

    /** Declared by us; {@code matches} and {@code contains} are declared by the standard environment. */
    static final List<CelFunctionDecl> DECLARATIONS = List.of(
            CelFunctionDecl.newFunctionDeclaration(
                    "indexOf",
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_index_of", SimpleType.INT, SimpleType.STRING, SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                    "lastIndexOf",
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_last_index_of", SimpleType.INT, SimpleType.STRING, SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                    "replace",
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_replace",
                            SimpleType.STRING,
                            SimpleType.STRING,
                            SimpleType.STRING,
                            SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                    "split",
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_split",
                            ListType.create(SimpleType.STRING),
                            SimpleType.STRING,
                            SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                    "join",
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_join", SimpleType.STRING, ListType.create(SimpleType.STRING)),
                    CelOverloadDecl.newMemberOverload(
                            "patchboard_join_separator",
                            SimpleType.STRING,
                            ListType.create(SimpleType.STRING),
                            SimpleType.STRING)));

    /** Following a place down to the writer of its value, a level. */
    private static final long LEVEL = 20;

    /** Where an expression may ask who wrote what. */
    static final List<CelFunctionDecl> OF_ORIGINS = List.of(CelFunctionDecl.newFunctionDeclaration(
            CelExpression.DEGRADED,
            CelOverloadDecl.newGlobalOverload("patchboard_degraded", SimpleType.BOOL, SimpleType.STRING)));

    /** The names of all of them. */
    static final Set<String> NAMES =
            Set.of(CelExpression.DEGRADED, "matches", "contains", "indexOf", "lastIndexOf", "replace", "split", "join");

    private static final CelLateFunctionBindings NONE = CelLateFunctionBindings.from();

    private final Budget budget;
    private final Map<String, MeteredRegex> known;
    private final Degraded degraded;
    private final Map<String, MeteredRegex> patterns = new HashMap<>();

    private CelFunctions(Budget budget, Map<String, MeteredRegex> known, Degraded degraded) {
        this.budget = budget;
        this.known = known;
        this.degraded = degraded;
    }

    /**
     * Those of them that an expression calls.
     *
     * @param called names of functions
     * @param patterns that are compiled already
     */
    @SuppressWarnings("Immutable") // bound anew for each evaluation, which has one thread
    static CelLateFunctionBindings bind(
            Set<String> called, Budget budget, Map<String, MeteredRegex> patterns, Degraded degraded) {
        if (called.isEmpty()) {
            return NONE;
        }
        CelFunctions functions = new CelFunctions(budget, patterns, degraded);
        List<CelFunctionBinding> bindings = new ArrayList<>();
        called.forEach(function -> bindings.addAll(functions.overloads(function)));
        return CelLateFunctionBindings.from(bindings);
    }

    @SuppressWarnings("Immutable") // as above
    private List<CelFunctionBinding> overloads(String function) {
        return switch (function) {
            case CelExpression.DEGRADED ->
                List.of(CelFunctionBinding.from("patchboard_degraded", String.class, this::degraded));
            case "matches" ->
                List.of(
                        CelFunctionBinding.from("matches", String.class, String.class, this::matches),
                        CelFunctionBinding.from("matches_string", String.class, String.class, this::matches));
            case "contains" ->
                List.of(CelFunctionBinding.from("contains_string", String.class, String.class, this::contains));
            case "indexOf" ->
                List.of(CelFunctionBinding.from("patchboard_index_of", String.class, String.class, this::indexOf));
            case "lastIndexOf" ->
                List.of(CelFunctionBinding.from(
                        "patchboard_last_index_of", String.class, String.class, this::lastIndexOf));
            case "replace" ->
                List.of(CelFunctionBinding.from(
                        "patchboard_replace",
                        List.of(String.class, String.class, String.class),
                        args -> replace((String) args[0], (String) args[1], (String) args[2])));
            case "split" ->
                List.of(CelFunctionBinding.from("patchboard_split", String.class, String.class, this::split));
            case "join" ->
                List.of(
                        CelFunctionBinding.from("patchboard_join", List.class, list -> join(list, "")),
                        CelFunctionBinding.from("patchboard_join_separator", List.class, String.class, this::join));
            default -> throw new IllegalArgumentException("Expected one of " + NAMES + ", but got " + function + ".");
        };
    }

    private boolean matches(String text, String pattern) {
        MeteredRegex compiled = known.get(pattern);
        if (compiled == null) {
            compiled = patterns.computeIfAbsent(pattern, this::compile);
        }
        budget.charge(compiled.work(text.length()) * UNITS_OF_INSTRUCTIONS / INSTRUCTIONS);
        return compiled.isFoundIn(text);
    }

    private MeteredRegex compile(String pattern) {
        budget.charge(Math.min(pattern.length(), MAX_PATTERN_LENGTH) * PATTERN_CHARACTER);
        try {
            return compiled(pattern);
        } catch (UnusableRegexException e) {
            throw new CelInvalidArgumentException(
                    new IllegalArgumentException("expected a regular expression of RE2, but " + e.getMessage(), e));
        }
    }

    /** Compiles an expression of RE2. */
    static MeteredRegex compiled(String pattern) throws UnusableRegexException {
        if (pattern.length() > MAX_PATTERN_LENGTH) {
            throw new UnusableRegexException("it has more than " + MAX_PATTERN_LENGTH + " characters", true);
        }
        return MeteredRegex.compile(pattern);
    }

    private boolean degraded(String path) {
        budget.chargeCharacters(path.length());
        try {
            JsonPointer place = JsonPointer.parse(path);
            budget.charge(LEVEL * (1 + place.tokens().size()));
            return degraded.at(place);
        } catch (IllegalArgumentException e) {
            throw new CelInvalidArgumentException(
                    new IllegalArgumentException("expected a JSON Pointer in degraded(), but " + e.getMessage(), e));
        }
    }

    private boolean contains(String text, String part) {
        chargeSearch(text, part);
        return text.contains(part);
    }

    private long indexOf(String text, String part) {
        chargeSearch(text, part);
        return codePoints(text, text.indexOf(part));
    }

    private long lastIndexOf(String text, String part) {
        chargeSearch(text, part);
        return codePoints(text, text.lastIndexOf(part));
    }

    /** CEL counts code points. */
    private static long codePoints(String text, int index) {
        return index < 0 ? index : text.codePointCount(0, index);
    }

    private String replace(String text, String part, String by) {
        chargeSearch(text, part);
        long places = part.isEmpty() ? text.length() + 1L : text.length() / part.length();
        budget.chargeCharacters(text.length() + places * by.length());
        return text.replace(part, by);
    }

    private List<String> split(String text, String separator) {
        chargeSearch(text, separator);
        budget.charge(separator.isEmpty() ? text.length() : text.length() / separator.length());
        List<String> parts = new ArrayList<>();
        if (separator.isEmpty()) {
            text.codePoints().forEach(point -> parts.add(Character.toString(point)));
            return parts;
        }
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    private String join(List<?> list, String separator) {
        StringBuilder joined = new StringBuilder();
        String before = "";
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw new CelInvalidArgumentException(new IllegalArgumentException(
                        "expected a list of strings to join, but an item is something else"));
            }
            budget.charge(1);
            budget.chargeCharacters((long) separator.length() + text.length());
            joined.append(before).append(text);
            before = separator;
        }
        return joined.toString();
    }

    /** The search of the platform compares at most every character of the one with every one of the other. */
    private void chargeSearch(String text, String part) {
        budget.chargeCharacters((long) text.length() * Math.max(1, part.length()));
    }
}
