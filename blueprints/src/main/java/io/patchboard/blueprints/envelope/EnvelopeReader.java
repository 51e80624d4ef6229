package io.patchboard.blueprints.envelope;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Problem;
import io.patchboard.record.Taint;
import io.patchboard.text.Durations;
import io.patchboard.text.Resources;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads an envelope that the published schema accepts; what the schema cannot say becomes a problem here. */
final class EnvelopeReader {

    private static final int MOST_PROBLEMS = 100;
    private static final Set<String> DEFAULT_QUEUE = Set.of("default");
    private static final JsonSchema SCHEMA =
            JsonSchema.own(JsonReader.parse(Resources.text(Json.class, "/envelope.schema.json")));

    private final List<Problem> problems = new ArrayList<>();

    Envelope.Reading read(Json document) {
        SCHEMA.validateAll(document, MOST_PROBLEMS)
                .forEach(violation ->
                        problems.add(new Problem(violation.pointer().toString(), violation.message())));
        if (!problems.isEmpty()) {
            return new Envelope.Reading(Optional.empty(), List.copyOf(problems));
        }
        JsonPlace envelope = JsonPlace.of(document);
        Envelope.Allowance all = allowance(envelope, DEFAULT_QUEUE);
        Map<String, Envelope.Allowance> workers = new LinkedHashMap<>();
        envelope.into("workers").members().forEach(worker -> workers.put(worker.name(), allowance(worker, Set.of())));
        Envelope read = new Envelope(
                document,
                all,
                workers,
                budgets(envelope.into("budgets")),
                secrets(envelope),
                envelope.child("outside").map(this::outside));
        return problems.isEmpty()
                ? new Envelope.Reading(Optional.of(read), List.of())
                : new Envelope.Reading(Optional.empty(), List.copyOf(problems));
    }

    private Envelope.Allowance allowance(JsonPlace worker, Set<String> queues) {
        List<PathPattern> reads = new ArrayList<>();
        worker.items("read").forEach(path -> pattern(path).ifPresent(reads::add));
        List<Envelope.Grant> writes = new ArrayList<>();
        for (JsonPlace grant : worker.items("write")) {
            boolean overwrite = grant.text("onConflict").equals(Optional.of("overwrite"));
            pattern(grant.into("path"))
                    .ifPresent(path -> writes.add(new Envelope.Grant(texts(grant, "op"), path, overwrite)));
        }
        return new Envelope.Allowance(
                worker.child("queues").isPresent() ? texts(worker, "queues") : queues,
                reads,
                writes,
                texts(worker, "boards"),
                worker.flag("unsolicited"));
    }

    private Optional<PathPattern> pattern(JsonPlace path) {
        try {
            return path.text().map(PathPattern::parse);
        } catch (IllegalArgumentException e) {
            problems.add(new Problem(path.at().toString(), e.getMessage()));
            return Optional.empty();
        }
    }

    private List<Budget> budgets(JsonPlace budgets) {
        List<Budget> bounds = new ArrayList<>();
        for (BudgetKind kind : BudgetKind.values()) {
            budgets.child(kind.word())
                    .flatMap(most -> kind == BudgetKind.DURATION ? seconds(most) : most.amount())
                    .ifPresent(most -> bounds.add(new Budget(kind, most)));
        }
        return bounds;
    }

    private Optional<BigDecimal> seconds(JsonPlace place) {
        Optional<Duration> duration = place.text().flatMap(Durations::parse);
        if (duration.isEmpty()) {
            problems.add(new Problem(
                    place.at().toString(),
                    "Expected a duration such as " + Durations.EXAMPLES + " at " + place.at() + ", but got "
                            + place.value() + "."));
        }
        return duration.map(Budgets::seconds);
    }

    private List<Envelope.Secrecy> secrets(JsonPlace envelope) {
        Map<String, Set<String>> owners = new TreeMap<>();
        for (JsonPlace entry : envelope.items("private")) {
            pattern(entry.into("path"))
                    .ifPresent(pattern -> owners.computeIfAbsent(pattern.toString(), key -> new TreeSet<>())
                            .add(entry.text("to").orElseThrow()));
        }
        return owners.entrySet().stream()
                .map(owner -> new Envelope.Secrecy(PathPattern.parse(owner.getKey()), owner.getValue()))
                .toList();
    }

    private Outside outside(JsonPlace node) {
        Map<Taint, List<PathPattern>> labels = new EnumMap<>(Taint.class);
        for (Taint taint : Taint.values()) {
            List<PathPattern> paths = new ArrayList<>();
            node.items(taint.word()).forEach(path -> pattern(path).ifPresent(paths::add));
            labels.put(taint, List.copyOf(paths));
        }
        return new Outside(labels, texts(node, "egress"), texts(node, "endorsers"));
    }

    private static Set<String> texts(JsonPlace parent, String name) {
        return parent.items(name).stream().flatMap(item -> item.text().stream()).collect(Collectors.toSet());
    }
}
