package io.patchboard.gateway.architect;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The bundled prompts, filled in. What is filled in is not looked through for further gaps. */
final class Prompts {

    private static final Pattern GAP = Pattern.compile("\\{\\{([a-z-]+)}}");
    private static final int MOST_PROBLEMS = 40;
    private static final int MOST_CHARS = 60_000;

    private final String system;
    private final String request;
    private final String repair;

    private Prompts(String system, String request, String repair) {
        this.system = system;
        this.request = request;
        this.repair = repair;
    }

    static Prompts load() {
        String system = fill(
                resource("/architect/system.md"),
                Map.of(
                        "reference", resource("/architect/blueprint.md"),
                        "schema", resource("/blueprint.schema.json"),
                        "example-small", resource("/architect/examples/hello-summary/blueprint.yaml"),
                        "example-large", resource("/architect/examples/evidence-review/blueprint.yaml")));
        return new Prompts(system, resource("/architect/request.md"), resource("/architect/repair.md"));
    }

    /** The same for every commission. */
    String system() {
        return system;
    }

    String request(Commission commission) {
        return fill(
                request,
                Map.of(
                        "request", commission.request(),
                        "served",
                                commission
                                        .served()
                                        .map(names -> String.join(", ", names))
                                        .orElse("any"),
                        "input", commission.input().map(Prompts::data).orElse("none given"),
                        "envelope", commission.envelope().map(Prompts::data).orElse("none")));
    }

    String repair(Commission commission, String written, List<Problem> problems) {
        return fill(
                repair,
                Map.of(
                        "task", request(commission),
                        "written", cut(written),
                        "problems",
                                problems.stream()
                                                .limit(MOST_PROBLEMS)
                                                .map(Prompts::line)
                                                .collect(Collectors.joining("\n"))
                                        + (problems.size() > MOST_PROBLEMS
                                                ? "\n- and " + (problems.size() - MOST_PROBLEMS) + " more"
                                                : "")));
    }

    private static String line(Problem problem) {
        return "- " + (problem.pointer().isEmpty() ? "" : "at " + problem.pointer() + ": ") + problem.message();
    }

    /** JSON that cannot be taken for the end of the part that holds it. */
    private static String data(Json value) {
        return cut(JsonWriter.pretty(value).replace("<", "\\u003c"));
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARS
                ? text
                : text.substring(0, MOST_CHARS) + "\n[" + (text.length() - MOST_CHARS) + " characters left out]";
    }

    private static String fill(String template, Map<String, String> values) {
        return GAP.matcher(template)
                .replaceAll(gap -> Matcher.quoteReplacement(values.getOrDefault(gap.group(1), gap.group())));
    }

    private static String resource(String name) {
        try (InputStream file = Prompts.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("Expected " + name + " on the class path, but it is not there.");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("Expected a readable " + name + " on the class path, but " + e + ".", e);
        }
    }
}
