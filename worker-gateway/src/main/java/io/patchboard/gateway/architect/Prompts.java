package io.patchboard.gateway.architect;

import io.patchboard.gateway.llm.Template;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The bundled prompts, filled in. What is filled in is not looked through for further gaps. */
final class Prompts {

    private static final int MOST_PROBLEMS = 40;
    private static final int MOST_CHARS = 60_000;

    private final String system;
    private final Template request = template("request.md");
    private final Template repair = template("repair.md");

    private Prompts(String system) {
        this.system = system;
    }

    static Prompts load() {
        return new Prompts(template("system.md")
                .fill(Map.of(
                        "reference", text("/architect/blueprint.md"),
                        "schema", text("/blueprint.schema.json"),
                        "example-small", text("/architect/examples/hello-summary/blueprint.yaml"),
                        "example-large", text("/architect/examples/evidence-review/blueprint.yaml"))));
    }

    private static Template template(String name) {
        return Template.load(Prompts.class, "/architect/" + name);
    }

    private static String text(String name) {
        return Template.load(Prompts.class, name).toString();
    }

    /** The same for every commission. */
    String system() {
        return system;
    }

    String request(Commission commission) {
        return request.fill(Map.of(
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
        return repair.fill(Map.of(
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
}
