package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Topics;
import io.patchboard.record.Word;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Compiles one role of a blueprint. */
final class WorkerCompiler {

    private static final String DEFAULT_QUEUE = "default";
    private static final String DEFAULT_POLICY = "default";
    private static final Set<String> KEY_VARIABLES = Set.of("state", "item", "items", "path", "version");
    private static final String OVERWRITE = "overwrite";

    private final Parts parts;
    private final Map<String, Function<WorkerRole.Kind, Policy>> policies;
    private final ViewCompiler views;
    private final Map<PathPattern, Set<String>> owners;
    private final TaintLabels labels;

    /** @param owners by private path, the roles that it is private to */
    WorkerCompiler(
            Parts parts,
            Map<String, Function<WorkerRole.Kind, Policy>> policies,
            ViewCompiler views,
            Map<PathPattern, Set<String>> owners,
            TaintLabels labels) {
        this.parts = parts;
        this.policies = policies;
        this.views = views;
        this.owners = owners;
        this.labels = labels;
    }

    WorkerRole compile(JsonPlace node) {
        List<PathPattern> reads = node.items("read").stream()
                .flatMap(item -> parts.stateValues(PathChecks.path(item)).stream())
                .toList();
        List<WriteGrant> writes = node.items("write").stream()
                .flatMap(item -> grant(item).stream())
                .toList();
        String name = node.at().last();
        String instruction = node.text("instruction").orElse("");
        WorkerRole.Kind kind = node.text("kind")
                .flatMap(word -> Word.find(WorkerRole.Kind.class, word))
                .orElse(WorkerRole.Kind.MODEL);
        Json contract = node.child("write").map(JsonPlace::value).orElse(JsonArray.EMPTY);
        PatchFormat format = new PatchFormatCompiler(parts).compile(node);
        return new WorkerRole(
                name,
                instruction,
                kind == WorkerRole.Kind.BOARD
                        ? Topics.BOARDS_QUEUE
                        : node.text("queue").orElse(DEFAULT_QUEUE),
                reads,
                writes,
                contract,
                format,
                new NeighboursCompiler(parts).reach(node),
                hidden(name),
                views.compile(node, instruction, writes, contract, format),
                node.flag("unsolicited"),
                new KeysCompiler(parts.problems()).keys(node),
                node.integer("maxConcurrent").map(Long::intValue),
                kind,
                policy(node, kind),
                new BudgetCompiler(parts).worker(node.child("budgets")),
                node.child("idempotencyKey").flatMap(part -> parts.expression(part, KEY_VARIABLES)),
                node.child("compensation").flatMap(part -> part.text("worker")),
                new BoardCompiler(parts).compile(node, kind, writes),
                Boundary.of(node, reads, labels, parts),
                node.flag("degraded"));
    }

    private Optional<WriteGrant> grant(JsonPlace node) {
        Set<String> operations = new LinkedHashSet<>();
        node.items("op").forEach(op -> op.text().ifPresent(operations::add));
        boolean overwrite = node.text("onConflict").filter(OVERWRITE::equals).isPresent();
        return node.child("path").flatMap(parts::pattern).map(path -> new WriteGrant(operations, path, overwrite));
    }

    private HiddenPaths hidden(String name) {
        return new HiddenPaths(owners.entrySet().stream()
                .filter(entry -> !entry.getValue().contains(name))
                .map(Map.Entry::getKey)
                .toList());
    }

    private Policy policy(JsonPlace node, WorkerRole.Kind kind) {
        Optional<JsonPlace> reference = node.child("policy");
        String name = reference.flatMap(JsonPlace::text).orElse(DEFAULT_POLICY);
        if (reference.isPresent() && !policies.containsKey(name) && !name.equals(DEFAULT_POLICY)) {
            parts.problems().add(reference.get().at(), parts.problems().unknown("policy", policies.keySet(), name));
        }
        return policies.getOrDefault(name, Policy::defaultOf).apply(kind);
    }
}
