package io.patchboard.encoding;

import io.patchboard.registry.RegisteredSchema;
import io.patchboard.registry.SubjectNaming;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.avro.Schema;

/**
 * What a registry keeps for a topic under one subject, and which record types are written with it.
 *
 * <p>A topic of one record type has that record's schema. For several, {@link SubjectNaming#TOPIC} has one subject with
 * the union of their schemas, as is usual for several event types in a topic; {@link SubjectNaming#TOPIC_RECORD} has a
 * subject for each. A union defines every type that it names, so that whoever gets it by its id needs nothing else. It
 * grows at its end: readers with the longer union read what was written with the shorter one, which is what a
 * registry's default, {@code BACKWARD}, asks for. Readers that were not updated cannot read the new branch, though all
 * others as before: they resolve what is written, not the union as a whole.
 */
public record TopicSchema(String subject, RegisteredSchema schema, List<String> types) {

    public TopicSchema {
        types = List.copyOf(types);
    }

    /** @param types of the records in the topic, new ones last */
    public static List<TopicSchema> of(SubjectNaming naming, String topic, List<String> types) {
        if (naming == SubjectNaming.TOPIC) {
            return List.of(of(naming, topic, RecordSchemas.union(types), types));
        }
        return types.stream()
                .map(type -> of(naming, topic, RecordSchemas.schema(type), List.of(type)))
                .toList();
    }

    private static TopicSchema of(SubjectNaming naming, String topic, Schema schema, List<String> types) {
        return new TopicSchema(
                naming.subject(topic, schema.getFullName()), RegisteredSchema.avro(schema.toString()), types);
    }

    /** How each type is written once the schema is registered, for {@link RecordEncoder#confluent}. */
    public Map<String, RegisteredType> registeredAs(int schemaId) {
        Map<String, RegisteredType> registered = new LinkedHashMap<>();
        for (int branch = 0; branch < types.size(); branch++) {
            registered.put(
                    types.get(branch),
                    types.size() == 1
                            ? RegisteredType.alone(schemaId)
                            : new RegisteredType(schemaId, OptionalInt.of(branch)));
        }
        return registered;
    }
}
