package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the language asks of the fields of one state (states-language.net, "State Types" and "Errors"). */
final class StateCheck {

    private static final int LONGEST_LABEL = 40;
    private static final BigDecimal LONGEST_DELAY = BigDecimal.valueOf(31_622_400);
    private static final BigDecimal MOST = BigDecimal.valueOf(99_999_999);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final String ALL = "States.ALL";

    private final JsonPlace state;
    private final String type;
    private final boolean jsonata;
    private final Findings findings;
    private final Templates templates;

    StateCheck(JsonPlace state, String type, boolean jsonata, Findings findings) {
        this.state = state;
        this.type = type;
        this.jsonata = jsonata;
        this.findings = findings;
        this.templates = new Templates(findings);
    }

    void run() {
        Set<String> allowed = StateFields.allowed(type, jsonata);
        for (JsonPlace field : state.members()) {
            if (allowed.contains(field.name())) {
                check(field);
            } else {
                findings.error(
                        field,
                        "Expected a field that a " + type + " state has in " + (jsonata ? "JSONata" : "JSONPath")
                                + ", but got " + field.name() + ".");
            }
        }
        exclusive(state);
        for (List<String> row : StateFields.required(type)) {
            if (row.stream().noneMatch(state::has)) {
                findings.error(state, "Expected " + String.join(" or ", row) + ", but got neither.");
            }
        }
        retries();
        catches(state.items("Catch"));
        for (String nested : List.of("ItemReader", "ItemBatcher", "ResultWriter")) {
            state.child(nested).ifPresent(this::exclusive);
            state.into(nested).child("ReaderConfig").ifPresent(this::exclusive);
            Stream.of("Parameters", "BatchInput")
                    .flatMap(name -> state.into(nested).child(name).stream())
                    .forEach(this::template);
        }
    }

    private void exclusive(JsonPlace place) {
        for (List<String> row : StateFields.alternatives()) {
            if (row.stream().filter(place::has).count() > 1) {
                findings.error(place, "Expected at most one of " + String.join(", ", row) + ", but got more.");
            }
        }
    }

    private void check(JsonPlace field) {
        String name = field.name();
        switch (name) {
            case "Comment", "Next", "Default", "Resource", "Error", "Cause" -> text(field);
            case "Label" ->
                expect(
                        field,
                        field.text()
                                .filter(label -> label.length() <= LONGEST_LABEL)
                                .isPresent(),
                        "a text of at most " + LONGEST_LABEL + " characters");
            case "End" -> expect(field, field.value() == JsonBoolean.TRUE, "true");
            case "InputPath", "OutputPath" -> path(field, true, PathText::isPath);
            case "ResultPath" -> path(field, true, PathText::isInputReference);
            case "ErrorPath", "CausePath" ->
                path(field, false, text -> PathText.isReference(text) || Intrinsic.isCall(text));
            case "TimeoutSeconds", "HeartbeatSeconds" -> number(field, BigDecimal.ONE, MOST, true);
            case "Seconds", "MaxConcurrency", "ToleratedFailureCount" -> number(field, BigDecimal.ZERO, MOST, true);
            case "ToleratedFailurePercentage" -> number(field, BigDecimal.ZERO, HUNDRED, false);
            case "Retry", "Catch", "Choices", "Branches" ->
                expect(
                        field,
                        field.value() instanceof JsonArray list && (!list.isEmpty() || name.matches("Retry|Catch")),
                        "a list");
            case "ItemReader", "ItemBatcher", "ResultWriter", "ItemProcessor", "Iterator" ->
                expect(field, field.isObject(), "an object");
            case "Parameters", "ResultSelector", "ItemSelector", "Credentials", "Arguments", "Output" ->
                template(field);
            case "Assign" -> {
                expect(field, field.isObject(), "an object");
                template(field);
            }
            case "Timestamp", "Items" -> {
                if (jsonata) {
                    templates.checkExpressions(field);
                }
            }
            default -> {
                if (name.endsWith("Path")) {
                    path(field, false, PathText::isReference);
                }
            }
        }
    }

    private void template(JsonPlace field) {
        if (jsonata) {
            templates.checkExpressions(field);
        } else {
            templates.checkPaths(field);
        }
    }

    private void text(JsonPlace field) {
        expect(field, field.text().isPresent(), "a text");
        if (jsonata && (field.name().equals("Error") || field.name().equals("Cause"))) {
            templates.checkExpressions(field);
        }
    }

    private void path(JsonPlace field, boolean orNull, Predicate<String> isOne) {
        boolean nothing = orNull && field.value() instanceof JsonNull;
        expect(field, nothing || field.text().filter(isOne).isPresent(), "a path" + (orNull ? " or null" : ""));
    }

    private void number(JsonPlace field, BigDecimal least, BigDecimal most, boolean whole) {
        boolean computed =
                jsonata && field.text().filter(Templates::isExpression).isPresent();
        boolean fits = field.amount()
                .filter(number -> number.compareTo(least) >= 0 && number.compareTo(most) <= 0)
                .filter(number -> !whole || number.stripTrailingZeros().scale() <= 0)
                .isPresent();
        expect(field, computed || fits, (whole ? "an integer" : "a number") + " from " + least + " to " + most);
    }

    private void retries() {
        List<JsonPlace> retries = state.items("Retry");
        for (JsonPlace retry : retries) {
            errors(retry, retry == retries.get(retries.size() - 1));
            retry.child("IntervalSeconds").ifPresent(field -> number(field, BigDecimal.ONE, MOST, true));
            retry.child("MaxAttempts").ifPresent(field -> number(field, BigDecimal.ZERO, MOST, true));
            retry.child("BackoffRate").ifPresent(field -> number(field, BigDecimal.ONE, MOST, false));
            retry.child("MaxDelaySeconds").ifPresent(field -> {
                BigDecimal interval = retry.into("IntervalSeconds").amount().orElse(BigDecimal.ONE);
                number(field, BigDecimal.ONE, LONGEST_DELAY, true);
                expect(
                        field,
                        field.amount()
                                .filter(delay -> delay.compareTo(interval) > 0)
                                .isPresent(),
                        "more than IntervalSeconds");
            });
            retry.child("JitterStrategy")
                    .ifPresent(field -> expect(
                            field,
                            field.text()
                                    .filter(word -> word.matches("FULL|NONE"))
                                    .isPresent(),
                            "FULL or NONE"));
        }
    }

    private void catches(List<JsonPlace> catches) {
        for (JsonPlace caught : catches) {
            errors(caught, caught == catches.get(catches.size() - 1));
            expect(caught.into("Next"), caught.text("Next").isPresent(), "the name of a state");
            caught.child("ResultPath").ifPresent(field -> path(field, true, PathText::isInputReference));
            Stream.of("Assign", "Output")
                    .flatMap(name -> caught.child(name).stream())
                    .forEach(this::template);
        }
    }

    private void errors(JsonPlace rule, boolean last) {
        List<Json> names =
                rule.items("ErrorEquals").stream().map(JsonPlace::value).toList();
        JsonPlace place = rule.into("ErrorEquals");
        expect(
                place,
                !names.isEmpty()
                        && rule.items("ErrorEquals").stream()
                                .allMatch(name -> name.text().isPresent()),
                "names of errors");
        if (names.contains(Json.of(ALL)) && (names.size() > 1 || !last)) {
            findings.error(place, "Expected " + ALL + " alone and in the last rule, but got it elsewhere.");
        }
    }

    private void expect(JsonPlace place, boolean holds, String what) {
        if (!holds) {
            findings.error(place, "Expected " + what + ", but got " + place.value() + ".");
        }
    }
}
