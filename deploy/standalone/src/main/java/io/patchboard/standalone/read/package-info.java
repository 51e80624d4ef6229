/**
 * The read side: boards as projections of the log, for people and programs.
 *
 * <p>Guarantee: what is read here is what was committed (read_committed), each board's entries come in the order of
 * their dense {@code sequence} although they travel through several topics, and a record that cannot be understood is
 * reported and never stops the others.
 *
 * <p>How: a consumer without a group takes every partition of {@code committed}, {@code rejected} and
 * {@code invocations.*}. The end is a position and not a count, because transaction markers and compaction leave holes
 * in the offsets. {@link io.patchboard.standalone.read.LogMerge} holds entries back until those before them have come.
 * The boards are then folded with the kernel's own applier.
 *
 * <p>What it costs: reading is proportional to the log, as there is no index; a server that is asked often has the
 * package {@code model}. A board's own partition is all that is read
 * for one board, which relies on the kernel's use of Kafka's default partitioner.
 */
package io.patchboard.standalone.read;
