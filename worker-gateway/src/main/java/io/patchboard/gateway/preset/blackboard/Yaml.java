package io.patchboard.gateway.preset.blackboard;

import io.patchboard.json.Json;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Names in YAML. */
final class Yaml {

    private Yaml() {}

    /** A double-quoted scalar, so that no name is taken for a boolean or a number. */
    static String quoted(String name) {
        return Json.of(name).toString();
    }

    /** A line for each name. */
    static String lines(List<String> names, int indent, UnaryOperator<String> line) {
        return names.stream().map(name -> " ".repeat(indent) + line.apply(name)).collect(Collectors.joining("\n"));
    }
}
