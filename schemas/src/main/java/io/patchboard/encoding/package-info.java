/**
 * Records to bytes and back: JSON, Avro single-object encoding, and the Confluent wire format.
 *
 * <p>The Avro schemas in {@code resources/avro} are the source of truth; the JSON form has the same field names. A
 * string whose schema carries {@code "patchboard.json": true} holds JSON text in Avro and is plain JSON in the JSON
 * form. Both directions walk the schema, so a field exists in one place only.
 *
 * <p>Bytes on a topic may come from anybody. Reading costs no more memory than a small multiple of their number, and
 * ends in a record, in a {@link io.patchboard.encoding.DecodeException} that is about these bytes, or in a
 * {@link io.patchboard.registry.RegistryUnavailableException} that is not: then the same bytes may be readable later,
 * and to reject them would be wrong.
 */
package io.patchboard.encoding;
