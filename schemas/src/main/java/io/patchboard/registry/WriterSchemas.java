package io.patchboard.registry;

/** Where a reader gets the schema that a record was written with. Safe for use by several threads. */
@FunctionalInterface
public interface WriterSchemas {

    /**
     * @throws UnknownSchemaException if there is no such id; the record can never be read
     * @throws RegistryUnavailableException if nobody could tell; the record may be readable later
     */
    RegisteredSchema schemaById(int id) throws UnknownSchemaException, RegistryUnavailableException;

    /** For who must not take a record for unreadable because nobody said where its schema is. */
    static WriterSchemas unnamed() {
        return id -> {
            throw RegistryUnavailableException.ofNone(
                    "Expected a Schema Registry to look up schema id " + id + " in, but none is configured; set "
                            + RegistryConfig.URL_PROPERTY + " among the settings of the Kafka clients.");
        };
    }

    /** For installations without a registry: knows no id. */
    static WriterSchemas none() {
        return id -> {
            throw new UnknownSchemaException(
                    "Expected a Schema Registry to look up schema id " + id
                            + " in, but none is configured; send JSON or Avro single-object encoding, or set the registry's URL.");
        };
    }
}
