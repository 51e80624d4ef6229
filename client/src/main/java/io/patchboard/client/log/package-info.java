/**
 * The log, entry by entry, and the records that the kernel was sent.
 *
 * <p>Guarantee: what is read here is what was committed (read_committed), each board's entries come in the order of
 * their dense {@code sequence} although they travel through several topics, and a record that cannot be understood is
 * reported and never stops the others.
 *
 * <p>How: a consumer without a group takes every partition of {@code committed}, {@code rejected} and
 * {@code invocations.*}. The end is a position and not a count, because transaction markers and compaction leave holes
 * in the offsets. {@link io.patchboard.client.log.LogMerge} holds entries back until those before them have come.
 *
 * <p>What it costs: reading is proportional to the log, as there is no index; a server that is asked often has the
 * package {@code model}. A board's own partition is all that is read for one board, which relies on the kernel's use of
 * Kafka's default partitioner.
 *
 * <p>Whatever reads the log's topics belongs here, and nowhere else is a consumer of them made.
 */
package io.patchboard.client.log;
