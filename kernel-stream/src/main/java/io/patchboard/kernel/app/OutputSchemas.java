package io.patchboard.kernel.app;

import io.patchboard.encoding.RecordSchemas;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.SubjectNaming;
import java.util.HashMap;
import java.util.Map;

/**
 * Registers the schemas of what the kernel writes. Topics hold several record types, so each has a subject of its own; the
 * invocation topics of all queues share one.
 */
final class OutputSchemas {

    private OutputSchemas() {}

    static Map<String, Integer> register(SchemaRegistryClient registry, Topics topics) throws RegistryException {
        Map<String, Integer> ids = new HashMap<>();
        ids.putAll(RecordSchemas.register(
                registry, SubjectNaming.TOPIC_RECORD, topics.committed(), RecordSchemas.COMMITTED));
        ids.putAll(RecordSchemas.register(
                registry, SubjectNaming.TOPIC_RECORD, topics.rejected(), RecordSchemas.REJECTED));
        ids.putAll(RecordSchemas.register(
                registry, SubjectNaming.TOPIC_RECORD, topics.prefix() + "invocations", RecordSchemas.INVOCATIONS));
        return ids;
    }
}
