package io.patchboard.kernel.blueprint;

import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What authors who come from elsewhere write, and how it is called in a blueprint. */
final class OtherNames {

    /** What readers of YAML 1.1 make of an {@code on} without quotes. */
    private static final String YAML_1_1_ON = "true";

    private static final Map<String, List<String>> MEMBERS = Map.ofEntries(
            Map.entry(YAML_1_1_ON, List.of("on")),
            Map.entry("worker", List.of("invoke")),
            Map.entry("agents", List.of("workers")),
            Map.entry("roles", List.of("workers")),
            Map.entry("steps", List.of("rules")),
            Map.entry("agent", List.of("invoke")),
            Map.entry("run", List.of("invoke")),
            Map.entry("then", List.of("invoke")),
            Map.entry("if", List.of("when")),
            Map.entry("condition", List.of("when")),
            Map.entry("trigger", List.of("on")),
            Map.entry("event", List.of("on")),
            Map.entry("expr", List.of("rule")),
            Map.entry("expression", List.of("rule")),
            Map.entry("check", List.of("rule")),
            Map.entry("prompt", List.of("instruction")),
            Map.entry("system", List.of("instruction")),
            Map.entry("role", List.of("instruction")),
            Map.entry("topic", List.of("queue")),
            Map.entry("for", List.of("to")),
            Map.entry("amongst", List.of("among")),
            Map.entry("owner", List.of("to")),
            Map.entry("reviewers", List.of("approvers")),
            Map.entry("retries", List.of("retry")),
            Map.entry("attempts", List.of("maxAttempts")),
            Map.entry("retryPolicy", List.of("policy", "retry")),
            Map.entry("fallback", List.of("onExhausted")),
            Map.entry("onFailure", List.of("onExhausted")),
            Map.entry("onError", List.of("onExhausted")),
            Map.entry("initial", List.of("base")),
            Map.entry("initialInterval", List.of("base")),
            Map.entry("interval", List.of("base")),
            Map.entry("maximum", List.of("cap")),
            Map.entry("max", List.of("maxAttempts", "cap")),
            Map.entry("type", List.of("mode", "kind")),
            Map.entry("strategy", List.of("mode")),
            Map.entry("period", List.of("maxPeriod")));

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("update", "replace"),
            Map.entry("set", "replace"),
            Map.entry("change", "replace"),
            Map.entry("append", "add"),
            Map.entry("insert", "add"),
            Map.entry("delete", "remove"),
            Map.entry("llm", "model"),
            Map.entry("human", "person"),
            Map.entry("user", "person"),
            Map.entry("code", "program"),
            Map.entry("function", "program"),
            Map.entry("service", "program"),
            Map.entry("fail", "halt"),
            Map.entry("ask", "wait"),
            Map.entry("linear", "fixed"),
            Map.entry("constant", "fixed"));

    /** What the file of workers says. */
    private static final Set<String> SERVING = Set.of(
            "model", "llm", "provider", "tools", "process", "command", "http", "url", "endpoint", "java", "image");

    private static final String IN_QUOTES =
            " A tool that reads YAML 1.1 takes on for true: put it in quotes where that tool reads it.";

    private OtherNames() {}

    /** The member that may have been meant. */
    static Optional<String> member(String name, List<String> known) {
        return Spelling.nearest(name, known)
                .or(() -> MEMBERS.getOrDefault(name, List.of()).stream()
                        .filter(known::contains)
                        .findFirst());
    }

    /** A question with a space before it, a hint, or nothing. */
    static String question(String name, List<String> known) {
        boolean serves = known.contains("instruction") && SERVING.contains(name);
        return serves
                ? " What serves a worker is said in workers.yaml."
                : member(name, known)
                        .map(meant -> " Did you mean \"" + meant + "\"?" + (name.equals(YAML_1_1_ON) ? IN_QUOTES : ""))
                        .orElse("");
    }

    /** The word that may have been meant, where a message offers it. */
    static Optional<String> word(String word, String message) {
        return Optional.ofNullable(WORDS.get(word))
                .filter(meant -> message.matches("(?s)Expected one of .*\\b" + meant + "\\b.* at /.*"));
    }
}
