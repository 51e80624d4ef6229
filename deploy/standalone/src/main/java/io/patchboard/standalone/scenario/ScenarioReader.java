package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.text.Durations;
import io.patchboard.text.Spelling;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Scenarios as they are written ({@code scenario.schema.json}). */
public final class ScenarioReader {

    private static final List<String> PHASES =
            List.of("open", "paused", "compensating", "completed", "halted", "cancelled");

    private ScenarioReader() {}

    /**
     * @param fallbackName of one that has none
     * @param document of the blueprint, by the file that the scenario names
     * @throws FieldException if it is none, with the place and what was expected
     */
    public static Scenario read(JsonObject json, String fallbackName, Function<String, Json> document) {
        Fields fields = new Fields(json);
        known(fields, "a scenario", List.of("name", "blueprint", "input", "workers", "send", "commands", "expect"));
        Map<String, List<Scenario.Answer>> answers = new HashMap<>();
        Json blueprint = document.apply(fields.string("blueprint"));
        fields.optionalRecord("workers", workers -> workers)
                .ifPresent(workers -> workers.names().forEach(name -> {
                    requireWorker(blueprint, name);
                    answers.put(name, workers.records(name, ScenarioReader::answer));
                }));
        return new Scenario(
                fields.optionalString("name").orElse(fallbackName),
                blueprint,
                fields.optionalJson("input").orElse(JsonObject.EMPTY),
                Map.copyOf(answers),
                fields.records("send", ScenarioReader::sent),
                fields.records("commands", ScenarioReader::command),
                expected(fields.requiredRecord("expect", expect -> expect), json));
    }

    private static void requireWorker(Json blueprint, String name) {
        Optional<Json> workers = JsonPointer.parse("/workers").resolve(blueprint);
        if (workers.isPresent()
                && workers.get() instanceof JsonObject declared
                && declared.get(name).isEmpty()) {
            List<String> names = List.copyOf(declared.names());
            throw new FieldException(
                    "/workers" + JsonPointer.ROOT.child(name),
                    "Expected a worker of the blueprint, but it has no \"" + name + "\"."
                            + Spelling.question(name, names) + " Its workers are " + String.join(", ", names) + ".");
        }
    }

    private static Scenario.Answer answer(Fields fields) {
        known(fields, "an answer", List.of("patch", "error", "failure", "usage", "after", "silent"));
        boolean isSilent = fields.flag("silent");
        Optional<Json> patch = fields.optionalJson("patch");
        Optional<String> error = fields.optionalString("error");
        Optional<Failure> failure = fields.optionalRecord("failure", Failure::read);
        int said = (patch.isPresent() ? 1 : 0) + (error.isPresent() ? 1 : 0) + (failure.isPresent() ? 1 : 0);
        if (said != (isSilent ? 0 : 1)) {
            throw new FieldException(
                    fields.place("").parent().toString(),
                    "Expected each answer to have one of patch, error, failure and silent: true, but one has "
                            + (said == 0 ? "none" : "more") + ".");
        }
        return new Scenario.Answer(
                patch.orElse(Json.nul()),
                error,
                failure,
                fields.optionalRecord("usage", Usage::read),
                duration(fields, "after"),
                isSilent);
    }

    private static Scenario.Sent sent(Fields fields) {
        known(fields, "what is sent", List.of("worker", "patch", "usage", "at"));
        return new Scenario.Sent(
                fields.string("worker"),
                fields.optionalJson("patch").orElse(Json.nul()), // a board may have got one without
                fields.optionalRecord("usage", Usage::read),
                duration(fields, "at"));
    }

    private static Scenario.Commanded command(Fields fields) {
        known(fields, "a command", List.of("at", "command"));
        Json asked = fields.json("command");
        if (!(asked instanceof JsonObject command)) {
            throw new FieldException(
                    fields.place("command").toString(),
                    "Expected as command an object, but got " + asked.typeName() + ".");
        }
        Scenario.Commanded commanded = new Scenario.Commanded(command, duration(fields, "at"));
        try {
            if (commanded.on("any", "any") instanceof CreateBoard) {
                throw new FieldException("", "Expected a command to the board that is played, but got CreateBoard.");
            }
            return commanded;
        } catch (FieldException e) {
            throw new FieldException(fields.place("command") + e.pointer(), e.getMessage());
        }
    }

    private static Duration duration(Fields fields, String name) {
        return fields.optionalString(name)
                .map(text -> Durations.parse(text)
                        .filter(found -> !found.isNegative())
                        .orElseThrow(() -> new FieldException(
                                fields.place(name).toString(),
                                "Expected as " + name + " a duration such as " + Durations.EXAMPLES + ", but got \""
                                        + text + "\".")))
                .orElse(Duration.ZERO);
    }

    private static Expected expected(Fields fields, JsonObject json) {
        known(
                fields,
                "expect",
                List.of(
                        "phase",
                        "needsPerson",
                        "state",
                        "result",
                        "rejections",
                        "commits",
                        "rejected",
                        "maxInvocations"));
        Optional<String> phase = fields.optionalString("phase");
        phase.filter(word -> !PHASES.contains(word)).ifPresent(word -> {
            throw new FieldException(
                    "/expect/phase",
                    "Expected one of " + String.join(", ", PHASES) + ", but got \"" + word + "\"."
                            + Spelling.question(word, PHASES));
        });
        Map<JsonPointer, Optional<Json>> state = new LinkedHashMap<>();
        JsonPointer.parse("/expect/state").resolve(json).ifPresent(places -> {
            if (!(places instanceof JsonObject values)) {
                throw new FieldException(
                        "/expect/state", "Expected values by JSON Pointer, but got " + places.typeName() + ".");
            }
            values.members().forEach((place, value) -> state.put(pointer(place), Optional.of(value)));
        });
        return new Expected(
                phase,
                fields.optionalJson("needsPerson").map(flag -> flag.equals(Json.of(true))),
                state,
                fields.optionalJson("result"),
                fields.records("rejections", ScenarioReader::refusal),
                fields.optionalInteger("commits"),
                fields.optionalInteger("rejected"),
                fields.optionalInteger("maxInvocations"));
    }

    private static JsonPointer pointer(String text) {
        try {
            return JsonPointer.parse(text);
        } catch (IllegalArgumentException e) {
            throw new FieldException("/expect/state", e.getMessage());
        }
    }

    private static Expected.Refusal refusal(Fields fields) {
        known(fields, "an expected rejection", List.of("worker", "stage", "code", "rule", "times"));
        return new Expected.Refusal(
                fields.optionalString("worker"),
                fields.optionalWord("stage", Stage.class),
                fields.optionalString("code"),
                fields.optionalString("rule"),
                fields.optionalInteger("times"));
    }

    private static void known(Fields fields, String where, List<String> names) {
        for (String name : fields.names()) {
            if (!names.contains(name)) {
                throw new FieldException(
                        fields.place(name).toString(),
                        "Expected in " + where + " no more than " + String.join(", ", names) + ", but got \"" + name
                                + "\"." + Spelling.question(name, names));
            }
        }
    }
}
