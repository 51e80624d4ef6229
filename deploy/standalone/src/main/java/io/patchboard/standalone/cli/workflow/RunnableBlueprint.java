package io.patchboard.standalone.cli.workflow;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.standalone.evaluate.StateMachineWorkers;
import io.patchboard.standalone.run.Workers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is run.
 *
 * @param parts blueprints of the boards that a workflow's board has made for it
 * @param evaluating workers that only evaluate what a state machine says of data
 */
public record RunnableBlueprint(Blueprint blueprint, List<Blueprint> parts, Set<String> evaluating) {

    public RunnableBlueprint {
        parts = List.copyOf(parts);
        evaluating = Set.copyOf(evaluating);
    }

    /** One that needs no other. */
    public static RunnableBlueprint alone(Blueprint blueprint) {
        return new RunnableBlueprint(blueprint, List.of(), Set.of());
    }

    /** Those of {@link #served} that are persons: what they are asked waits where a person finds it. */
    public Set<String> persons() {
        return roles().filter(role -> role.kind() == WorkerRole.Kind.PERSON)
                .map(WorkerRole::name)
                .collect(Collectors.toSet());
    }

    /** The workers that somebody has to serve: for some, boards answer, and some are never asked. */
    public Set<String> served() {
        return roles().filter(role -> role.kind() != WorkerRole.Kind.BOARD)
                .map(WorkerRole::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of them whom somebody has to answer for: not a person, and not who only speaks unasked. */
    public Set<String> awaited() {
        Set<String> awaited = served();
        awaited.removeAll(persons());
        Set<String> invited = Stream.concat(Stream.of(blueprint), parts.stream())
                .flatMap(RunnableBlueprint::invited)
                .collect(Collectors.toSet());
        roles().filter(role -> role.unsolicited() && !invited.contains(role.name()))
                .forEach(role -> awaited.remove(role.name()));
        return awaited;
    }

    /** By a rule, in another's place, or to undo what another did. */
    private static Stream<String> invited(Blueprint blueprint) {
        return Stream.of(
                        blueprint.rules().stream().flatMap(rule -> rule.invoke().candidates().stream()),
                        blueprint.workers().values().stream().flatMap(role -> role.catchers().stream()),
                        blueprint.workers().values().stream().flatMap(role -> role.handler().stream()),
                        blueprint.circuit().actions().stream().flatMap(action -> action.worker().stream()))
                .flatMap(names -> names);
    }

    /** Those of them whom this program serves by itself. */
    public Optional<Workers> evaluators(List<Workers> given) {
        Set<String> own = new TreeSet<>(evaluating);
        given.forEach(served -> own.removeAll(served.file().workers().keySet()));
        try {
            return own.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Workers.parse(StateMachineWorkers.file(own).toString(), Path.of("workers.yaml")));
        } catch (ConfigException e) {
            throw new IllegalStateException("Expected a workers file of our own making to be valid.", e);
        }
    }

    public Set<String> queues() {
        return roles().map(WorkerRole::queue).collect(Collectors.toSet());
    }

    private Stream<WorkerRole> roles() {
        return Stream.concat(
                        Stream.of(blueprint),
                        parts.stream().filter(part -> !part.rules().isEmpty()))
                .flatMap(each -> each.workers().values().stream());
    }

    /** Lets boards be made of its parts. What is published already stays what it is. */
    public void publish(KafkaConnection kafka) {
        if (parts.isEmpty()) {
            return;
        }
        try (CatalogTopic catalog = new CatalogTopic(kafka)) {
            Optional<String> reason = Optional.of("part of workflow " + blueprint.name());
            parts.forEach(part -> catalog.publish((JsonObject) part.source(), "local", reason));
        }
    }
}
