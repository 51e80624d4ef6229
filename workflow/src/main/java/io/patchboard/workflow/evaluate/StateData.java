package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields by which a state says what it makes of data, in either query language.
 *
 * @param state the state's own fields
 * @param jsonata whether its language is JSONata
 */
record StateData(JsonObject state, boolean jsonata) {

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final BigDecimal LONGEST_WAIT = BigDecimal.valueOf(99_999_999);

    /** What is left of the input, before anything is made of it. */
    Json chosen(Scope scope) {
        return jsonata ? scope.input() : through("InputPath", scope);
    }

    /** What a task, a parallel or a pass is given. */
    Json arguments(Scope scope) {
        if (jsonata) {
            return made("Arguments", scope).orElse(scope.input());
        }
        Scope chosen = scope.of(chosen(scope));
        return made("Parameters", chosen).orElse(chosen.input());
    }

    /** What {@code Assign} and {@code ResultPath} are about. */
    Json selected(Scope scope) {
        return jsonata
                ? scope.result()
                : made("ResultSelector", scope.of(scope.result())).orElse(scope.result());
    }

    /** What is handed on of a result; {@code scope} has the state's own input. */
    Json output(Scope scope, Json result) {
        if (jsonata) {
            return made("Output", scope).orElse(result);
        }
        Json whole = state.get("ResultPath").orElse(Json.of("$")) instanceof JsonString path
                ? Paths.put(scope.input(), path.value(), result)
                : scope.input();
        return through("OutputPath", scope.of(whole));
    }

    /** What is handed on where there is no result. */
    Json handedOn(Scope scope) {
        return jsonata ? made("Output", scope).orElse(scope.input()) : through("OutputPath", scope.of(chosen(scope)));
    }

    /** New values of variables. */
    JsonObject assigned(Scope scope) {
        return made("Assign", scope)
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .orElse(JsonObject.EMPTY);
    }

    /** The value of a field; absent where the state has none of it. */
    Optional<Json> made(String field, Scope scope) {
        return state.get(field)
                .map(template ->
                        jsonata ? new Query(scope).template(template, field) : new Paths(scope).template(template));
    }

    /** That of a field, or of what a field of its name and {@code Path} leads to. */
    Optional<Json> found(String field, Scope scope) {
        return JsonPlace.of(state)
                .text(field + "Path")
                .map(path -> new Paths(scope).value(path, field + "Path"))
                .or(() -> state.get(field).map(said -> jsonata ? new Query(scope).template(said, field) : said));
    }

    /** Null picks nothing: an empty object. */
    private Json through(String field, Scope scope) {
        return switch (state.get(field).orElse(Json.of("$"))) {
            case JsonNull nothing -> JsonObject.EMPTY;
            case JsonString path -> new Paths(scope).path(path.value(), field);
            default -> scope.input();
        };
    }

    /** The items of a map. */
    List<Json> items(Scope scope) {
        Json items = jsonata
                ? made("Items", scope).orElse(scope.input())
                : JsonPlace.of(state)
                        .text("ItemsPath")
                        .map(path -> new Paths(scope).path(path, "ItemsPath"))
                        .orElse(scope.input());
        if (items instanceof JsonArray list) {
            return list.items();
        }
        throw new EvaluationException(
                jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME,
                "Expected a list of items, but got a " + items.typeName() + ".");
    }

    /** What the items become. */
    List<Json> selected(List<Json> items, Scope scope) {
        String field = state.has("ItemSelector") ? "ItemSelector" : "Parameters";
        List<Json> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            all.add(made(field, scope.in(item(scope.context(), items.get(i), i)))
                    .orElse(items.get(i)));
        }
        return all;
    }

    /** The items of a map in batches, each with what all of them are told. */
    List<Json> batches(List<Json> items, Scope scope) {
        StateData batcher = new StateData(
                (JsonObject) JsonPlace.of(state).into("ItemBatcher").value(), jsonata);
        Optional<Json> told = batcher.made("BatchInput", scope);
        long most = batcher.most("MaxItemsPerBatch", scope);
        long bytes = batcher.most("MaxInputBytesPerBatch", scope);
        List<Json> all = new ArrayList<>();
        List<Json> batch = new ArrayList<>();
        for (Json item : items) {
            batch.add(item);
            if (batch.size() > 1 && (batch.size() > most || bytes(batch(batch, told)) > bytes)) {
                batch.removeLast();
                all.add(batch(batch, told));
                batch.clear();
                batch.add(item);
            }
            if (bytes(batch(batch, told)) > bytes) {
                throw new EvaluationException(
                        EvaluationException.RUNTIME,
                        "Expected items of which one at least fits into a batch of " + bytes
                                + " bytes, but one does not.");
            }
        }
        if (!batch.isEmpty()) {
            all.add(batch(batch, told));
        }
        return all;
    }

    private long most(String field, Scope scope) {
        return found(field, scope)
                .map(value -> amount(value, field).longValue())
                .filter(number -> number > 0)
                .orElse(Long.MAX_VALUE);
    }

    private static Json batch(List<Json> items, Optional<Json> told) {
        JsonObject batch = JsonObject.of("Items", JsonArray.copyOf(items));
        return told.map(input -> batch.with("BatchInput", input)).orElse(batch);
    }

    private static int bytes(Json value) {
        return value.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** The context object as an item of a map sees it. */
    static JsonObject item(JsonObject context, Json value, int index) {
        return context.with(
                "Map",
                JsonObject.of(
                        "Item", JsonObject.of("Index", Json.of((long) index)).with("Value", value)));
    }

    /** How many items may fail. */
    long tolerated(int items, Scope scope) {
        long count = found("ToleratedFailureCount", scope)
                .map(value -> amount(value, "ToleratedFailureCount").longValue())
                .orElse(0L);
        long share = found("ToleratedFailurePercentage", scope)
                .map(value -> amount(value, "ToleratedFailurePercentage")
                        .multiply(BigDecimal.valueOf(items))
                        .divide(HUNDRED, 0, RoundingMode.FLOOR)
                        .longValue())
                .orElse(0L);
        return Math.max(count, share);
    }

    BigDecimal amount(Json value, String field) {
        if (value instanceof JsonNumber number && number.value().signum() >= 0) {
            return number.value();
        }
        throw new EvaluationException(
                jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME,
                "Expected a number of 0 or more for " + field + ", but got " + value + ".");
    }

    /** The value of a field, or of its path, as a text; empty where there is none. */
    String text(String field, Scope scope) {
        return found(field, scope)
                .map(given -> given instanceof JsonString text ? text.value() : given.toString())
                .orElse("");
    }

    /** How long a wait lasts. */
    Instant until(Scope chosen) {
        Optional<Json> seconds = found("Seconds", chosen);
        if (seconds.isPresent()) {
            BigDecimal amount = amount(seconds.get(), "Seconds");
            if (amount.compareTo(LONGEST_WAIT) > 0) {
                throw new EvaluationException(
                        jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME,
                        "Expected a wait of at most " + LONGEST_WAIT + " seconds, but got " + amount + ".");
            }
            return chosen.time().plusSeconds(amount.longValue());
        }
        String text = text("Timestamp", chosen);
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new EvaluationException(
                    jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME,
                    "Expected a timestamp such as 2026-01-31T12:00:00Z, but got \"" + text + "\".");
        }
    }
}
