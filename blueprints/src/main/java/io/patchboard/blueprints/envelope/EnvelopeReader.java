package io.patchboard.blueprints.envelope;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.kernel.schema.SchemaCompileException;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.Problem;
import io.patchboard.text.Durations;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
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
    private static final JsonSchema SCHEMA = load();

    private final List<Problem> problems = new ArrayList<>();

    private static JsonSchema load() {
        try (InputStream file = Json.class.getResourceAsStream("/envelope.schema.json")) {
            return JsonSchema.compile(new JsonReader(JsonLimits.DEFAULT).read(file.readAllBytes()));
        } catch (IOException | JsonSyntaxException | SchemaCompileException e) {
            throw new IllegalStateException("Expected a readable /envelope.schema.json on the class path.", e);
        }
    }

    Envelope.Reading read(Json document) {
        SCHEMA.validateAll(document, MOST_PROBLEMS)
                .forEach(violation ->
                        problems.add(new Problem(violation.pointer().toString(), violation.message())));
        if (!problems.isEmpty()) {
            return new Envelope.Reading(Optional.empty(), List.copyOf(problems));
        }
        JsonObject envelope = (JsonObject) document;
        Envelope.Allowance all = allowance(envelope, JsonPointer.ROOT, DEFAULT_QUEUE);
        Map<String, Envelope.Allowance> workers = new LinkedHashMap<>();
        JsonPointer at = JsonPointer.ROOT.child("workers");
        object(envelope, "workers")
                .members()
                .forEach((name, worker) -> workers.put(name, allowance((JsonObject) worker, at.child(name), Set.of())));
        Envelope read = new Envelope(document, all, workers, budgets(object(envelope, "budgets")), secrets(envelope));
        return problems.isEmpty()
                ? new Envelope.Reading(Optional.of(read), List.of())
                : new Envelope.Reading(Optional.empty(), List.copyOf(problems));
    }

    private Envelope.Allowance allowance(JsonObject object, JsonPointer at, Set<String> queues) {
        List<PathPattern> reads = new ArrayList<>();
        List<Json> paths = items(object, "read");
        for (int i = 0; i < paths.size(); i++) {
            pattern(paths.get(i), at.child("read").child(i)).ifPresent(reads::add);
        }
        List<Envelope.Grant> writes = new ArrayList<>();
        List<Json> grants = items(object, "write");
        for (int i = 0; i < grants.size(); i++) {
            JsonObject grant = (JsonObject) grants.get(i);
            boolean overwrite = grant.get("onConflict").equals(Optional.of(Json.of("overwrite")));
            pattern(grant.get("path").orElseThrow(), at.child("write").child(i).child("path"))
                    .ifPresent(path -> writes.add(new Envelope.Grant(texts(grant, "op"), path, overwrite)));
        }
        return new Envelope.Allowance(
                object.has("queues") ? texts(object, "queues") : queues,
                reads,
                writes,
                object.get("unsolicited").equals(Optional.of(Json.of(true))));
    }

    private Optional<PathPattern> pattern(Json value, JsonPointer at) {
        try {
            return Optional.of(PathPattern.parse(text(value)));
        } catch (IllegalArgumentException e) {
            problems.add(new Problem(at.toString(), e.getMessage()));
            return Optional.empty();
        }
    }

    private List<Budget> budgets(JsonObject budgets) {
        List<Budget> bounds = new ArrayList<>();
        for (BudgetKind kind : BudgetKind.values()) {
            budgets.get(kind.word())
                    .flatMap(value ->
                            kind == BudgetKind.DURATION ? seconds(value) : Optional.of(((JsonNumber) value).value()))
                    .ifPresent(most -> bounds.add(new Budget(kind, most)));
        }
        return bounds;
    }

    private Optional<BigDecimal> seconds(Json value) {
        Optional<Duration> duration = Durations.parse(text(value));
        if (duration.isEmpty()) {
            problems.add(new Problem(
                    "/budgets/duration",
                    "Expected a duration such as " + Durations.EXAMPLES + " at /budgets/duration, but got " + value
                            + "."));
        }
        return duration.map(Budgets::seconds);
    }

    private List<Envelope.Secrecy> secrets(JsonObject envelope) {
        Map<String, Set<String>> owners = new TreeMap<>();
        List<Json> entries = items(envelope, "private");
        for (int i = 0; i < entries.size(); i++) {
            JsonObject entry = (JsonObject) entries.get(i);
            Json path = entry.get("path").orElseThrow();
            JsonPointer at = JsonPointer.ROOT.child("private").child(i).child("path");
            pattern(path, at)
                    .ifPresent(pattern -> owners.computeIfAbsent(pattern.toString(), key -> new TreeSet<>())
                            .add(text(entry.get("to").orElseThrow())));
        }
        return owners.entrySet().stream()
                .map(owner -> new Envelope.Secrecy(PathPattern.parse(owner.getKey()), owner.getValue()))
                .toList();
    }

    private static JsonObject object(JsonObject object, String name) {
        return (JsonObject) object.get(name).orElse(JsonObject.EMPTY);
    }

    private static List<Json> items(JsonObject object, String name) {
        return ((JsonArray) object.get(name).orElse(JsonArray.EMPTY)).items();
    }

    private static Set<String> texts(JsonObject object, String name) {
        return items(object, name).stream().map(EnvelopeReader::text).collect(Collectors.toSet());
    }

    private static String text(Json value) {
        return ((JsonString) value).value();
    }
}
