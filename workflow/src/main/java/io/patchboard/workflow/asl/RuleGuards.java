package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import io.patchboard.workflow.translation.Findings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules of choices as guards in CEL. A comparison of values of other types than its own is false, as in the source. */
public final class RuleGuards {

    private static final Pattern COMPARISON =
            Pattern.compile("(String|Numeric|Boolean|Timestamp)(Equals|LessThan|GreaterThan)(Equals)?(Path)?");
    private static final Pattern TEST = Pattern.compile("Is(Null|Present|Numeric|String|Boolean|Timestamp)");
    private static final String TIMESTAMP =
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$";
    private static final Map<String, String> SIGNS = Map.of(
            "Equals", "==", "LessThan", "<", "LessThanEquals", "<=", "GreaterThan", ">", "GreaterThanEquals", ">=");

    /** As many characters as an expression of CEL may have. */
    private static final int LONGEST = 10_000;

    private final Findings findings;

    RuleGuards(Findings findings) {
        this.findings = findings;
    }

    /** Whether a guard is what a rule comes to, so that the rule may be asked in its place. */
    public static boolean isOf(JsonPlace rule, int index, boolean jsonata, Optional<String> guard) {
        return new RuleGuards(new Findings()).guard(rule, index, jsonata).equals(guard);
    }

    /**
     * The guard of a rule; empty if something was found that cannot be one. What of JSONata CEL cannot say is
     * {@code rules[index]}: what the state's own rule comes to. So is what it says in too many characters.
     */
    Optional<String> guard(JsonPlace rule, int index, boolean jsonata) {
        Optional<String> guard = jsonata ? condition(rule, index) : rule(rule);
        if (guard.isPresent() && guard.get().length() > LONGEST) {
            findings.unsupported(
                    rule.at(),
                    "Expected a rule whose guard in CEL takes at most " + LONGEST + " characters, but it takes "
                            + guard.get().length() + ": let a choice before this one ask for a part of it.");
            return Optional.empty();
        }
        return guard;
    }

    private Optional<String> condition(JsonPlace rule, int index) {
        Optional<String> text = rule.text("Condition").filter(Templates::isExpression);
        if (text.isEmpty()) {
            findings.error(rule, "Expected a Condition between {% and %}, but got none.");
            return Optional.empty();
        }
        String expression = text.get().substring(2, text.get().length() - 2);
        if (!Jsonata.isWhole(expression)) {
            findings.error(rule.into("Condition"), "Expected an expression of JSONata, but got " + text.get() + ".");
            return Optional.empty();
        }
        return Optional.of(Condition.parse(expression, Dialect.JSONATA)
                .map(condition -> condition.text(Dialect.CEL))
                .filter(cel -> cel.length() <= LONGEST)
                .orElse("rules[" + index + "]"));
    }

    private Optional<String> rule(JsonPlace rule) {
        for (Map.Entry<String, String> joint :
                Map.of("And", " && ", "Or", " || ").entrySet()) {
            if (rule.has(joint.getKey())) {
                return joined(
                        rule.into(joint.getKey()),
                        joint.getValue(),
                        joint.getKey().equals("And"));
            }
        }
        if (rule.has("Not")) {
            return rule(rule.into("Not")).map(inner -> "!(" + inner + ")");
        }
        List<JsonPlace> operators = rule.members().stream()
                .filter(member -> COMPARISON.matcher(member.name()).matches()
                        || TEST.matcher(member.name()).matches()
                        || member.name().equals("StringMatches"))
                .toList();
        if (operators.size() != 1 || !rule.has("Variable")) {
            findings.error(rule, "Expected a Variable and one comparison, or And, Or, Not, but got no such rule.");
            return Optional.empty();
        }
        return path(rule.into("Variable")).flatMap(variable -> operator(variable, operators.get(0)));
    }

    /** What several paths of an And go through is asked once. */
    private Optional<String> joined(JsonPlace rules, String sign, boolean all) {
        Set<String> parts = new LinkedHashSet<>();
        boolean whole = true;
        for (JsonPlace rule : rules.items()) {
            Optional<String> part = rule(rule);
            boolean joint = rule.has("And") || rule.has("Or") || rule.has("Not");
            if (all && part.isPresent() && !joint && rule.into("IsPresent").value() == JsonBoolean.TRUE) {
                parts.addAll(PathText.presence(
                        PathText.reference(rule.text("Variable").orElseThrow())));
            } else {
                part.ifPresent(text -> parts.add(rules.items().size() > 1 ? "(" + text + ")" : text));
            }
            whole &= part.isPresent();
        }
        if (rules.items().isEmpty()) {
            findings.error(rules, "Expected a list of rules, but got " + rules.value() + ".");
        }
        return parts.isEmpty() || !whole ? Optional.empty() : Optional.of(String.join(sign, parts));
    }

    private Optional<Reference> path(JsonPlace place) {
        Optional<String> text = place.text().filter(PathText::isReference);
        if (text.isEmpty()) {
            findings.error(place, "Expected a reference path, but got " + place.value() + ".");
        }
        return text.map(PathText::reference);
    }

    private Optional<String> operator(Reference variable, JsonPlace operator) {
        String value = PathText.cel(variable);
        Matcher test = TEST.matcher(operator.name());
        if (test.matches()) {
            String says = test.group(1).equals("Present") ? PathText.celPresence(variable) : is(test.group(1), value);
            return required(operator, operator.value() instanceof JsonBoolean, "true or false")
                    ? Optional.of(operator.value() == JsonBoolean.TRUE ? says : "!(" + says + ")")
                    : Optional.empty();
        }
        if (operator.name().equals("StringMatches")) {
            return required(operator, operator.text().isPresent(), "a text")
                    ? Optional.of(is("String", value) + " && " + value + ".matches("
                            + new JsonString(pattern(operator.text().orElseThrow())) + ")")
                    : Optional.empty();
        }
        Matcher comparison = COMPARISON.matcher(operator.name());
        if (!comparison.matches()) {
            return Optional.empty();
        }
        String kind = comparison.group(1);
        String sign = SIGNS.get(
                comparison.group(2) + Optional.ofNullable(comparison.group(3)).orElse(""));
        if (comparison.group(4) != null) {
            return path(operator)
                    .map(PathText::cel)
                    .map(other ->
                            is(kind, value) + " && " + is(kind, other) + " && " + compare(kind, value, sign, other));
        }
        if (!required(operator, fits(kind, operator.value()), "a value that it compares with")) {
            return Optional.empty();
        }
        String constant = operator.value().toString();
        boolean plain = sign.equals("==") && !kind.equals("Timestamp");
        return Optional.of((plain ? "" : is(kind, value) + " && ") + compare(kind, value, sign, constant));
    }

    private static String compare(String kind, String left, String sign, String right) {
        return kind.equals("Timestamp")
                ? "timestamp(" + left + ") " + sign + " timestamp(" + right + ")"
                : left + " " + sign + " " + right;
    }

    private static String is(String kind, String value) {
        return switch (kind) {
            case "Null" -> value + " == null";
            case "Numeric" -> "type(" + value + ") in [int, uint, double]";
            case "Boolean" -> "type(" + value + ") == bool";
            case "Timestamp" -> is("String", value) + " && " + value + ".matches(\"" + TIMESTAMP + "\")";
            default -> "type(" + value + ") == string";
        };
    }

    private static boolean fits(String kind, Json value) {
        return switch (kind) {
            case "Numeric" -> value instanceof JsonNumber;
            case "Boolean" -> value instanceof JsonBoolean;
            case "Timestamp" -> value instanceof JsonString text && text.value().matches(TIMESTAMP);
            default -> value instanceof JsonString;
        };
    }

    /** A star is any text, unless a backslash stands before it. */
    private static String pattern(String wildcard) {
        StringBuilder pattern = new StringBuilder("^(?s:");
        for (int i = 0; i < wildcard.length(); i++) {
            char next = wildcard.charAt(i);
            if (next == '*') {
                pattern.append(".*");
            } else {
                char plain = next == '\\' && i + 1 < wildcard.length() ? wildcard.charAt(++i) : next;
                pattern.append(Character.isLetterOrDigit(plain) || plain > 127 ? "" : "\\")
                        .append(plain);
            }
        }
        return pattern.append(")$").toString();
    }

    private boolean required(JsonPlace place, boolean holds, String what) {
        if (!holds) {
            findings.error(place, "Expected " + what + ", but got " + place.value() + ".");
        }
        return holds;
    }
}
