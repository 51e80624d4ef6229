package io.patchboard.workflow.argo;

import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The templates of a document, and the order in which each calls others. */
final class Templates {

    private static final Pattern NEEDED = Pattern.compile("\\s*([A-Za-z0-9_-]+)(?:\\.Succeeded)?\\s*");

    /** The same as the name alone: it is done, or was not wanted. */
    private static final Pattern DONE_OR_SKIPPED = Pattern.compile(
            "\\(\\s*([A-Za-z0-9_-]+)\\.Succeeded\\s*\\|\\|\\s*\\1\\.Skipped(?:\\s*\\|\\|\\s*\\1\\.Daemoned)?\\s*\\)");

    private final JsonPlace all;
    private final Findings findings;

    /** @param all the list {@code templates} */
    Templates(JsonPlace all, Findings findings) {
        this.all = all;
        this.findings = findings;
    }

    Optional<JsonPlace> named(String name) {
        return all.items().stream()
                .filter(template -> template.text("name").filter(name::equals).isPresent())
                .findFirst();
    }

    /** What a step or task calls; what it is not has been told. */
    Optional<JsonPlace> called(JsonPlace step) {
        if (step.has("inline")) {
            return step.child("inline");
        }
        Optional<JsonPlace> found = step.text("template").flatMap(this::named);
        if (found.isEmpty()) {
            findings.error(
                    step,
                    "Expected the name of a template of this document, but got "
                            + step.into("template").value() + ".");
        }
        return found;
    }

    /** A word for what stands beside a call, which none of the steps has that it calls. */
    String apart(JsonPlace step, String word) {
        Optional<JsonPlace> called =
                step.child("inline").or(() -> step.text("template").flatMap(this::named));
        return called.stream()
                        .flatMap(Templates::steps)
                        .anyMatch(within -> within.text("name").equals(Optional.of(word)))
                ? apart(step, word + "2")
                : word;
    }

    /** The names of all steps and tasks. */
    Set<String> stepNames() {
        return all.items().stream()
                .flatMap(Templates::steps)
                .flatMap(step -> step.text("name").stream())
                .collect(Collectors.toSet());
    }

    /** Whether what a step or task calls is in another resource. */
    static boolean isElsewhere(JsonPlace step) {
        return step.has("templateRef") && !step.has("inline");
    }

    static boolean isCaller(JsonPlace template) {
        return template.has("steps") || template.has("dag");
    }

    /** The order in which it calls others; empty if that cannot be said, which has been told. */
    Optional<Order> order(JsonPlace template) {
        List<Order.Call> calls = steps(template).map(Order.Call::new).toList();
        if (calls.isEmpty()) {
            findings.error(template, "Expected steps or tasks, but there are none.");
            return Optional.empty();
        }
        return template.has("dag") ? dag(template.into("dag"), calls) : Optional.of(series(template));
    }

    /** All its steps or tasks. */
    static Stream<JsonPlace> steps(JsonPlace template) {
        return template.has("dag")
                ? template.into("dag").items("tasks").stream()
                : template.items("steps").stream().flatMap(Templates::group);
    }

    private static Order series(JsonPlace template) {
        List<Order> groups = new ArrayList<>();
        for (JsonPlace group : template.items("steps")) {
            List<Order> calls = new ArrayList<>();
            group(group).forEach(step -> calls.add(new Order.Call(step)));
            if (!calls.isEmpty()) {
                groups.add(Order.sides(calls));
            }
        }
        return Order.series(groups);
    }

    /** A group of one may stand for itself. */
    private static Stream<JsonPlace> group(JsonPlace group) {
        return group.isObject() ? Stream.of(group) : group.items().stream();
    }

    private Optional<Order> dag(JsonPlace dag, List<Order.Call> calls) {
        if (dag.has("target")) {
            findings.unsupported(dag.into("target").at(), "Expected all tasks to be wanted, but only some are.");
            return Optional.empty();
        }
        if (calls.size() > CallBounds.MOST_CALLS) {
            findings.unsupported(
                    dag.into("tasks").at(),
                    "Expected at most " + CallBounds.MOST_CALLS + " tasks, but there are " + calls.size() + ".");
            return Optional.empty();
        }
        Map<String, Set<String>> needs = new LinkedHashMap<>();
        calls.forEach(call -> needs.put(call.name(), needs(call.step(), calls)));
        for (Order.Call call : calls) {
            for (String need : needs.get(call.name())) {
                if (!needs.containsKey(need)) {
                    findings.error(
                            call.step(), "Expected tasks of this DAG to depend on, but there is no \"" + need + "\".");
                    return Optional.empty();
                }
            }
        }
        for (String each : needs.keySet()) { // by way of others
            needs.values().stream().filter(set -> set.contains(each)).forEach(set -> set.addAll(needs.get(each)));
        }
        if (needs.entrySet().stream().anyMatch(task -> task.getValue().contains(task.getKey()))) {
            findings.error(dag, "Expected tasks that do not depend on themselves, but some do.");
            return Optional.empty();
        }
        IdentityHashMap<Order.Call, String> names = new IdentityHashMap<>(); // each is asked for often
        calls.forEach(call -> names.put(call, call.name()));
        Optional<Order> order =
                Order.of(calls, (one, other) -> needs.get(names.get(other)).contains(names.get(one)));
        if (order.isEmpty()) {
            findings.unsupported(
                    dag.into("tasks").at(),
                    "Expected tasks one after the other and side by side; who waits for whom here is neither.");
        }
        return order;
    }

    private Set<String> needs(JsonPlace task, List<Order.Call> calls) {
        Set<String> needs = new HashSet<>();
        task.items("dependencies").forEach(name -> name.text().ifPresent(needs::add));
        String said = task.text("depends").orElse("");
        String simple = DONE_OR_SKIPPED.matcher("(" + said + ")").replaceAll("$1");
        String depends = simple.matches("[^|!]*") ? simple.replaceAll("[()]", "") : said;
        for (String need : depends.isBlank() ? new String[0] : depends.split("&&")) {
            Matcher name = NEEDED.matcher(need);
            boolean skippable = calls.stream()
                    .anyMatch(call -> need.strip().equals(call.name() + ".Succeeded")
                            && call.when().isPresent());
            if (name.matches() && !skippable) {
                needs.add(name.group(1));
            } else {
                findings.unsupported(
                        task.into("depends").at(),
                        "Expected tasks that have to be done, joined by &&, but got \"" + need.strip() + "\".");
                return needs;
            }
        }
        return needs;
    }
}
