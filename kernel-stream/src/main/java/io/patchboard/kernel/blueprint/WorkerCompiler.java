package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaFragments;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles one role of a blueprint. */
final class WorkerCompiler {

    private static final String DEFAULT_QUEUE = "default";
    private static final String DEFAULT_POLICY = "default";
    private static final long DEFAULT_VIEW_CHARS = 20_000;

    private final Parts parts;
    private final Map<String, Policy> policies;
    private final Json stateSchema;

    WorkerCompiler(Parts parts, Map<String, Policy> policies, Json stateSchema) {
        this.parts = parts;
        this.policies = policies;
        this.stateSchema = stateSchema;
    }

    WorkerRole compile(Node node) {
        List<PathPattern> reads = node.items("read").stream()
                .flatMap(item -> parts.stateValues(item).stream())
                .toList();
        List<WriteGrant> writes = node.items("write").stream()
                .flatMap(item -> grant(item).stream())
                .toList();
        return new WorkerRole(
                node.at().last(),
                node.text("instruction").orElse(""),
                node.text("queue").orElse(DEFAULT_QUEUE),
                reads,
                writes,
                node.child("write").map(Node::value).orElse(JsonArray.EMPTY),
                writableSchema(writes),
                node.child("view")
                        .flatMap(view -> view.integer("maxChars"))
                        .orElse(DEFAULT_VIEW_CHARS)
                        .intValue(),
                node.flag("unsolicited"),
                policy(node));
    }

    private Optional<WriteGrant> grant(Node node) {
        Set<String> operations = new LinkedHashSet<>();
        node.items("op").forEach(op -> op.text().ifPresent(operations::add));
        return node.child("path").flatMap(parts::pattern).map(path -> new WriteGrant(operations, path));
    }

    private Policy policy(Node node) {
        Optional<Node> reference = node.child("policy");
        String name = reference.flatMap(Node::text).orElse(DEFAULT_POLICY);
        if (reference.isPresent() && !policies.containsKey(name) && !name.equals(DEFAULT_POLICY)) {
            parts.problems()
                    .add(
                            reference.get().at(),
                            "Expected the name of a policy" + Parts.known(policies.keySet()) + ", but got \"" + name
                                    + "\".");
        }
        return policies.getOrDefault(name, Policy.DEFAULT);
    }

    private Json writableSchema(List<WriteGrant> writes) {
        Map<String, Json> fragments = new LinkedHashMap<>();
        for (WriteGrant grant : writes) {
            SchemaFragments.at(stateSchema, grant.path())
                    .map(fragment -> SchemaFragments.withDefs(stateSchema, fragment))
                    .ifPresent(fragment -> fragments.put(grant.path().toString(), fragment));
        }
        return JsonObject.copyOf(fragments);
    }
}
