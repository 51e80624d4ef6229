package io.patchboard.kernel.app;

import io.patchboard.encoding.RecordSchemas;
import io.patchboard.encoding.RegisteredType;
import io.patchboard.encoding.TopicSchema;
import io.patchboard.record.Topics;
import io.patchboard.registry.Compatibility;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryException;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.SchemaRefusedException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.SubjectNaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a kernel settles with a Schema Registry before it decides anything: under which ids it writes, and that what it
 * reads and writes fits what is registered.
 *
 * <p>Schemas that are there already are used as they are, so a kernel needs no right to write where somebody else
 * registers them, and one that goes back to a former version finds its own. The others are checked first, all of them,
 * and registered only if none is incompatible: a start that is refused leaves the registry as it was.
 *
 * <p>Input topics are among the subjects: producers find there what the kernel reads, and the registry refuses them a
 * schema that it could not.
 *
 * <p>A registry that comes up after the kernel is waited for. Afterwards the kernel writes without it.
 */
final class RegistryStart {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryStart.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SchemaRegistryClient registry;
    private final SubjectNaming naming;
    private final Duration patience;

    RegistryStart(SchemaRegistryClient registry, RegistryConfig config) {
        this.registry = registry;
        this.naming = config.subjects();
        this.patience = config.startPatience();
    }

    /**
     * Registers what is missing.
     *
     * @param queues whose topics exist
     * @return how each type of the output topics is written
     * @throws KernelStartException if a schema is refused, or the registry cannot be used
     */
    Map<String, RegisteredType> settle(Topics topics, Collection<String> queues) {
        List<TopicSchema> wanted = new ArrayList<>();
        wanted.addAll(TopicSchema.of(naming, topics.commands(), RecordSchemas.COMMANDS));
        wanted.addAll(TopicSchema.of(naming, topics.proposals(), RecordSchemas.PROPOSALS));
        wanted.addAll(TopicSchema.of(naming, topics.committed(), RecordSchemas.COMMITTED));
        wanted.addAll(TopicSchema.of(naming, topics.rejected(), RecordSchemas.REJECTED));
        for (String queue : new TreeSet<>(queues)) {
            wanted.addAll(TopicSchema.of(naming, topics.invocations(queue), RecordSchemas.INVOCATIONS));
        }
        Map<TopicSchema, Integer> ids = patiently(wanted);
        Map<String, RegisteredType> registered = new HashMap<>();
        ids.forEach((schema, id) -> registered.putAll(schema.registeredAs(id)));
        return Map.copyOf(registered);
    }

    private Map<TopicSchema, Integer> patiently(List<TopicSchema> wanted) {
        long giveUp = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return settle(wanted);
            } catch (RegistryUnavailableException e) {
                if (!e.isTransient() || System.nanoTime() > giveUp) {
                    throw new KernelStartException(
                            "Expected to agree on schemas with the Schema Registry, but: " + e.getMessage()
                                    + " Start it, correct its URL, or have the outputs in json or avro, which need none.",
                            e);
                }
                LOG.warn("Waiting for the Schema Registry: {}", e.getMessage());
                pause();
            } catch (SchemaRefusedException e) {
                throw new KernelStartException(
                        "Expected to agree on schemas with the Schema Registry, but: " + e.getMessage(), e);
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KernelStartException("Interrupted while waiting for the Schema Registry.", e);
        }
    }

    private Map<TopicSchema, Integer> settle(List<TopicSchema> wanted)
            throws SchemaRefusedException, RegistryUnavailableException {
        Map<TopicSchema, Integer> ids = new LinkedHashMap<>();
        List<TopicSchema> missing = new ArrayList<>();
        for (TopicSchema schema : wanted) {
            OptionalInt id = registry.lookup(schema.subject(), schema.schema());
            if (id.isPresent()) {
                ids.put(schema, id.getAsInt());
            } else {
                missing.add(schema);
            }
        }
        check(missing);
        for (TopicSchema schema : missing) {
            ids.put(schema, registry.register(schema.subject(), schema.schema()));
        }
        return ids;
    }

    private void check(List<TopicSchema> schemas) throws SchemaRefusedException, RegistryUnavailableException {
        List<String> problems = new ArrayList<>();
        for (TopicSchema schema : schemas) {
            Compatibility compatibility = registry.compatibility(schema.subject(), schema.schema());
            if (!compatibility.isCompatible()) {
                problems.add(problem(schema, compatibility));
            }
        }
        if (!problems.isEmpty()) {
            throw new KernelStartException(
                    String.join(System.lineSeparator(), problems) + System.lineSeparator()
                            + "Nothing was registered. Register a compatible version under the subject, change its"
                            + " compatibility level, delete what does not belong there, or choose other subjects or another"
                            + " topic prefix.",
                    null);
        }
    }

    private static String problem(TopicSchema schema, Compatibility compatibility) {
        String reasons = compatibility.messages().isEmpty()
                ? "the registry gives no reason"
                : String.join(" ", compatibility.messages());
        return "Expected the latest schema of subject " + schema.subject() + " to fit " + schema.types()
                + ", but it does not: " + reasons;
    }

    /**
     * Registers the schema for the topic of a queue that was made just now. Whoever reads the topic finds the schema by
     * its id, so nothing depends on the subject, and no decision waits for it.
     */
    void registerInBackground(Topics topics, String queue) {
        Thread.ofPlatform()
                .daemon()
                .name("patchboard-register-" + queue)
                .start(() -> register(topics.invocations(queue)));
    }

    private void register(String topic) {
        try {
            for (TopicSchema schema : TopicSchema.of(naming, topic, RecordSchemas.INVOCATIONS)) {
                registry.register(schema.subject(), schema.schema());
            }
        } catch (RegistryException e) {
            LOG.warn(
                    "Expected to register the schema of {}, but: {} The next start tries again.",
                    topic,
                    e.getMessage());
        }
    }
}
