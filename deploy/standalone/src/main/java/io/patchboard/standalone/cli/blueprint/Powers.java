package io.patchboard.standalone.cli.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.blueprint.Invariant;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who may do what by a blueprint, as far as people have to agree to it before it runs. Each path has a line of its own,
 * and none is cut: a list that is, hides what stands at its end.
 */
public final class Powers {

    /** Of an invariant, which bounds a blueprint and grants nothing. */
    private static final int MOST_CHARS = 400;

    private final Blueprint blueprint;

    public Powers(Blueprint blueprint) {
        this.blueprint = blueprint;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (WorkerRole role : blueprint.workers().values()) {
            lines.add("worker " + role.name() + ", queue " + role.queue()
                    + (role.unsolicited() ? ", may propose without being invited" : ""));
            role.writes().forEach(grant -> lines.add("  writes " + write(grant)));
            if (role.writes().isEmpty()) {
                lines.add("  writes nothing");
            }
            role.format().source().ifPresent(form -> lines.add("  in patches of the form " + form));
            role.reads().forEach(path -> lines.add("  reads  " + words(path)));
            if (role.reads().isEmpty()) {
                lines.add("  reads  nothing");
            }
            role.hidden().patterns().forEach(path -> lines.add("  never sees " + words(path)));
            if (!role.budgets().list().isEmpty()) {
                lines.add("  may use " + budgets(role.budgets()));
            }
        }
        lines.add("board may use " + budgets(blueprint.budgets()));
        for (Invariant invariant : blueprint.invariants()) {
            lines.add("always holds: " + invariant.name() + " (" + Text.brief(words(invariant), MOST_CHARS) + ")");
        }
        return lines.stream().map(Text::printable).toList();
    }

    private static String words(Invariant invariant) {
        return invariant.message().orElseGet(() -> invariant.condition().toString());
    }

    private static String write(WriteGrant grant) {
        return grant.operations().stream().sorted().collect(Collectors.joining(", ")) + " at " + grant.path()
                + (grant.overwrite() ? ", also over what others wrote meanwhile" : "");
    }

    private static String words(PathPattern path) {
        return path.toString().isEmpty() ? "the whole state" : path.toString();
    }

    private static String budgets(Budgets budgets) {
        return budgets.list().stream()
                .map(budget -> budget.words(budget.most()))
                .collect(Collectors.joining(", "));
    }

    public JsonObject json() {
        JsonObject.Builder workers = JsonObject.builder();
        blueprint.workers().values().forEach(role -> workers.put(role.name(), worker(role)));
        JsonObject.Builder budgets = JsonObject.builder();
        for (Budget budget : blueprint.budgets().list()) {
            budgets.put(budget.kind().word(), JsonNumber.of(budget.most()));
        }
        return JsonObject.builder()
                .put("workers", workers.build())
                .put("budgets", budgets.build())
                .put(
                        "invariants",
                        JsonArray.ofStrings(blueprint.invariants().stream()
                                .map(Invariant::name)
                                .toList()))
                .build();
    }

    private static Json worker(WorkerRole role) {
        return JsonObject.builder()
                .put("queue", role.queue())
                .put("unsolicited", role.unsolicited())
                .put("write", role.writesSource())
                .putIfPresent("patch", role.format().source())
                .put("read", patterns(role.reads()))
                .put("hidden", patterns(role.hidden().patterns()))
                .build();
    }

    private static JsonArray patterns(List<PathPattern> patterns) {
        return JsonArray.ofStrings(patterns.stream().map(PathPattern::toString).toList());
    }
}
