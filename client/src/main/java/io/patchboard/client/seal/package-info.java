/**
 * Values that nobody reads without a key, and that are gone when the key is.
 *
 * <p>Guarantee: what stands in a record as {@code {"$unsealed": {"subject", "value"}}} leaves this process only sealed,
 * after Kafka has the key; and a sealed value is opened by the key that it names or not at all, under the board that it
 * was sealed for.
 *
 * <p>How: {@link io.patchboard.client.seal.Sealer} draws a key for each subject of a request and writes it to the topic
 * of keys, which is compacted, with one record for each key. So whoever seals need not read that topic.
 * {@link io.patchboard.client.seal.Opener} follows it, and {@link io.patchboard.client.seal.Eraser} writes over the
 * keys of a subject who erased them, when and why.
 *
 * <p>What it costs: a request with something to be sealed waits for one more record. Whoever opens keeps all keys in
 * memory, some 300 bytes each, and asks the broker where the topic ends before it opens anything.
 *
 * <p>What seals, opens and erases belongs here; what is sent and shown is for others.
 */
package io.patchboard.client.seal;
