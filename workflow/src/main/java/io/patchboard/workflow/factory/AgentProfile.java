package io.patchboard.workflow.factory;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a catalogue says of an implementation.
 *
 * @param worker how it is started or called, as a workers file says it
 * @param capabilities what it can do
 * @param input what it takes; absent where it does not say
 * @param output what it gives
 * @param seconds how long an answer takes, at most
 * @param context how many characters it can be shown
 * @param logs names of the schemas that its log entries follow
 * @param example an input that it can be tried with
 */
public record AgentProfile(
        String name,
        JsonObject worker,
        Set<String> capabilities,
        Optional<Json> input,
        Optional<Json> output,
        Optional<BigDecimal> seconds,
        Optional<Long> context,
        Set<String> logs,
        Optional<Json> example) {

    public AgentProfile {
        capabilities = Set.copyOf(capabilities);
        logs = Set.copyOf(logs);
    }

    static AgentProfile read(JsonPlace agent) {
        return new AgentProfile(
                agent.name(),
                (JsonObject) agent.into("worker").value(),
                texts(agent, "capabilities"),
                value(agent.into("protocol"), "input"),
                value(agent.into("protocol"), "output"),
                agent.child("seconds").flatMap(JsonPlace::amount),
                agent.integer("context"),
                texts(agent, "logs"),
                value(agent, "example"));
    }

    private static Optional<Json> value(JsonPlace parent, String name) {
        return parent.child(name).map(JsonPlace::value);
    }

    private static Set<String> texts(JsonPlace parent, String name) {
        Set<String> texts = new LinkedHashSet<>();
        parent.items(name).forEach(item -> item.text().ifPresent(texts::add));
        return texts;
    }
}
