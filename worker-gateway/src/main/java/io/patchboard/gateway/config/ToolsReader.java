package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The members {@code tools} and {@code toolLimits} of a worker that is a language model. */
final class ToolsReader {

    static final Set<String> NAMES = Set.of("tools", "toolLimits", "trajectory");

    private static final Set<String> KINDS = Set.of("mcp", "http", "java", "process");
    private static final Set<String> DESCRIPTION = Set.of("name", "description", "input", "output");
    private static final String RECONCILE = "reconcile";
    private static final String EGRESS = "egress";
    private static final String CONTENTS = "contents";
    private static final Set<String> EFFECTS = Set.of("effects", RECONCILE, EGRESS);
    private static final Set<String> OF_PROGRAM = Set.of("env", "inheritEnv", "limits");
    private static final Set<String> OF_ENDPOINT = Set.of("headers");
    private static final int MOST_CALLS = 1_000;
    private static final int MOST = 10_000_000;

    private final Values values;
    private final List<String> outward = new ArrayList<>();

    ToolsReader(Values values) {
        this.values = values;
    }

    ToolSet read(JsonPlace worker) {
        List<ToolBinding> bindings = new ArrayList<>();
        if (worker.has("tools") && worker.items("tools").isEmpty()) {
            values.problem(worker.at().child("tools"), "a list of tools", "got none");
        }
        worker.items("tools").forEach(tool -> tool(tool).ifPresent(bindings::add));
        return new ToolSet(
                bindings, limits(values.section(worker, "toolLimits")), contents(worker.child("trajectory")), outward);
    }

    private boolean contents(Optional<JsonPlace> said) {
        Optional<String> word = said.flatMap(values::text);
        word.filter(text -> !text.equals(CONTENTS) && !text.equals("hashes"))
                .ifPresent(text -> values.problem(
                        said.orElseThrow().at(), "one of [" + CONTENTS + ", hashes]", "got \"" + text + "\""));
        return word.filter(CONTENTS::equals).isPresent();
    }

    private ToolLimits limits(JsonPlace limits) {
        values.refuseUnknown(limits, Set.of("calls", "tokens", "timeout", "resultChars", "window"));
        ToolLimits usual = ToolLimits.DEFAULT;
        return new ToolLimits(
                values.integer(limits, "calls", 1, MOST_CALLS).orElse(usual.calls()),
                values.integer(limits, "tokens", 1, MOST).orElse(usual.tokens()),
                limits.child("timeout").flatMap(values::duration).orElse(usual.timeout()),
                values.integer(limits, "resultChars", 1, MOST).orElse(usual.resultChars()),
                values.integer(limits, "window", 1, MOST));
    }

    private Optional<? extends ToolBinding> tool(JsonPlace tool) {
        List<String> kinds = KINDS.stream().filter(tool::has).sorted().toList();
        if (kinds.size() != 1) {
            values.problem(
                    tool.at(),
                    "an object with one of " + new TreeSet<>(KINDS),
                    kinds.isEmpty() ? "got none of them" : "got " + kinds);
            return Optional.empty();
        }
        return switch (kinds.get(0)) {
            case "mcp" -> mcp(tool);
            case "http" -> {
                values.refuseUnknown(tool, both(both(DESCRIPTION, EFFECTS, "http"), OF_ENDPOINT, "http"));
                ToolDescription description = description(tool);
                reaches(tool, true, List.of(description.name()));
                Optional<ToolEffects<HttpEndpoint>> effects =
                        effects(tool, asked -> HttpReader.endpoint(Optional.of(asked), tool, values));
                yield HttpReader.endpoint(tool.child("http"), tool, values)
                        .map(endpoint -> new ToolBinding.Http(description, endpoint, effects));
            }
            case "process" -> {
                values.refuseUnknown(tool, both(both(DESCRIPTION, EFFECTS, "process"), OF_PROGRAM, "process"));
                ToolDescription description = description(tool);
                reaches(tool, false, List.of(description.name()));
                yield Optional.of(new ToolBinding.Program(
                        description,
                        ProcessReader.program(tool, "process", values),
                        effects(tool, asked -> Optional.of(ProcessReader.program(tool, RECONCILE, values)))));
            }
            default -> {
                values.refuseUnknown(tool, Set.of("java", EGRESS));
                reaches(tool, false, List.of(tool.text("java").orElse("java")));
                yield JavaReader.reference(tool, "<provider>/<tool>", values)
                        .map(found -> new ToolBinding.Provided(found.provider(), found.name()));
            }
        };
    }

    private Optional<? extends ToolBinding> mcp(JsonPlace tool) {
        values.refuseUnknown(tool, Set.of("mcp"));
        JsonPlace mcp = values.object(tool.into("mcp"));
        boolean program = mcp.has("command");
        if (program == mcp.has("url")) {
            values.problem(mcp.at(), "either a command or a url", program ? "got both" : "got neither");
            return Optional.empty();
        }
        Set<String> known = both(
                program ? OF_PROGRAM : OF_ENDPOINT,
                Set.of("allow", "prefix", "effects", RECONCILE, EGRESS),
                program ? "command" : "url");
        values.refuseUnknown(mcp, known);
        List<String> allow = new ArrayList<>();
        mcp.items("allow").forEach(name -> values.text(name).ifPresent(allow::add));
        if (mcp.items("allow").isEmpty()) {
            values.problem(mcp.at().child("allow"), "a list of the server's tools that may be called", "got none");
        }
        reaches(mcp, !program, allow);
        String prefix = mcp.child("prefix").flatMap(values::text).orElse("");
        Map<String, ToolEffects<String>> effects = effectsOf(mcp, allow);
        return program
                ? Optional.of(new ToolBinding.McpProgram(
                        ProcessReader.program(mcp, "command", values), allow, prefix, effects, !mcp.has(EGRESS)))
                : HttpReader.endpoint(mcp.child("url"), mcp, values)
                        .map(endpoint -> new ToolBinding.McpEndpoint(endpoint, allow, prefix, effects));
    }

    /** Who calls over HTTP reaches outside unless it is said that what is there keeps it; others say that they do. */
    private void reaches(JsonPlace tool, boolean usually, List<String> names) {
        if (tool.child(EGRESS).flatMap(values::bool).orElse(usually)) {
            outward.addAll(names);
        }
    }

    /** Of tools that a server has: those that are named alone, and those with the tool that is asked about them. */
    private Map<String, ToolEffects<String>> effectsOf(JsonPlace mcp, List<String> allow) {
        Map<String, ToolEffects<String>> effects = new LinkedHashMap<>();
        values.items(mcp, "effects")
                .forEach(name -> values.text(name)
                        .filter(known -> isAllowed(known, allow, name))
                        .ifPresent(known -> effects.put(known, new ToolEffects<>(Optional.empty()))));
        values.section(mcp, RECONCILE)
                .members()
                .forEach(tool -> values.text(tool)
                        .filter(asked -> isAllowed(tool.name(), allow, tool))
                        .ifPresent(asked -> effects.put(tool.name(), new ToolEffects<>(Optional.of(asked)))));
        return effects;
    }

    private boolean isAllowed(String name, List<String> allow, JsonPlace place) {
        if (!allow.contains(name)) {
            values.problem(place.at(), "one of the tools of allow, " + allow, "got \"" + name + "\"");
        }
        return allow.contains(name);
    }

    /** @param how whoever is asked is read */
    private <T> Optional<ToolEffects<T>> effects(JsonPlace tool, Function<JsonPlace, Optional<T>> how) {
        boolean said = tool.child("effects").flatMap(values::bool).orElse(false);
        Optional<T> asked = tool.child(RECONCILE).flatMap(how);
        return said || asked.isPresent() ? Optional.of(new ToolEffects<>(asked)) : Optional.empty();
    }

    private ToolDescription description(JsonPlace tool) {
        return new ToolDescription(
                text(tool, "name", "what models call the tool"),
                text(tool, "description", "what the tool does"),
                tool.child("input").map(this::schema).orElseGet(() -> {
                    missing(tool.at().child("input"), "a JSON Schema of the tool's arguments");
                    return JsonObject.EMPTY;
                }),
                tool.child("output").map(this::schema));
    }

    private String text(JsonPlace tool, String name, String expected) {
        if (!tool.has(name)) {
            missing(tool.at().child(name), expected);
        }
        return tool.child(name).flatMap(values::text).orElse("");
    }

    private void missing(JsonPointer at, String expected) {
        values.problem(at, expected, "got nothing");
    }

    private JsonObject schema(JsonPlace place) {
        return (JsonObject) values.object(place).value();
    }

    private static Set<String> both(Set<String> some, Set<String> others, String one) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        all.add(one);
        return all;
    }
}
