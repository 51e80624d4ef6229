package io.patchboard.registry;

import java.util.List;
import java.util.Objects;

/**
 * A schema as a registry holds it.
 *
 * @param text the schema itself; for Avro its JSON
 * @param references the schemas whose types it names without defining them, each after those that it needs itself
 */
public record RegisteredSchema(Type type, String text, List<String> references) {

    /** The registry's {@code schemaType}; a registry leaves it out for Avro. */
    public enum Type {
        AVRO,
        JSON,
        /** Protobuf, or a type that this client does not know. */
        OTHER;

        static Type of(String schemaType) {
            return switch (schemaType) {
                case "AVRO" -> AVRO;
                case "JSON" -> JSON;
                default -> OTHER;
            };
        }
    }

    public RegisteredSchema {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(text, "text");
        references = List.copyOf(references);
    }

    public RegisteredSchema(Type type, String text) {
        this(type, text, List.of());
    }

    public static RegisteredSchema avro(String text) {
        return new RegisteredSchema(Type.AVRO, text);
    }
}
