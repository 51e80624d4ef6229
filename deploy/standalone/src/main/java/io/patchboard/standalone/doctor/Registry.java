package io.patchboard.standalone.doctor;

import io.patchboard.client.KafkaConnection;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import io.patchboard.registry.SchemaRegistryClient;
import io.patchboard.registry.UnknownSchemaException;
import io.patchboard.standalone.check.Finding;
import java.util.Optional;
import java.util.function.Consumer;

/** Whether the Schema Registry answers, where the settings name one. */
final class Registry {

    /** Of no schema; a registry that says so works. */
    private static final int NO_SCHEMA = Integer.MAX_VALUE;

    private Registry() {}

    static void check(KafkaConnection connection, Consumer<Finding> told) {
        Optional<RegistryConfig> config = RegistryConfig.ofProperties(connection.properties());
        if (config.isEmpty()) {
            return;
        }
        try {
            new SchemaRegistryClient(config.get()).schemaById(NO_SCHEMA);
            told.accept(Finding.pass("registry", "The Schema Registry answers."));
        } catch (UnknownSchemaException e) {
            told.accept(Finding.pass("registry", "The Schema Registry answers."));
        } catch (RegistryUnavailableException e) {
            told.accept(Finding.fail("registry", e.getMessage()));
        }
    }
}
