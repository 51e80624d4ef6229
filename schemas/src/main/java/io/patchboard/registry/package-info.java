/**
 * A thin client of the Schema Registry REST interface, as Confluent, Apicurio (ccompat), Karapace and Redpanda speak
 * it.
 *
 * <p>Ids are immutable, so what was once answered stays answered: a registry that is down stops only what was never
 * asked before. An answer "there is no such id" ({@link io.patchboard.registry.UnknownSchemaException}) is about the
 * record that names the id; no answer ({@link io.patchboard.registry.RegistryUnavailableException}) is about the
 * registry, and asking again later may help.
 */
package io.patchboard.registry;
