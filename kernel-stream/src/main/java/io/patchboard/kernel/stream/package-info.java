/**
 * The Kafka Streams shell around the pure kernel.
 *
 * <p>One processor, {@link io.patchboard.kernel.stream.KernelProcessor}, reads commands and proposals as bytes, has the
 * kernel decide, and saves the board and forwards the log entries. Exactly-once v2 makes the three one transaction. The
 * stores hold what deciding needs: boards as snapshots and slots, the blueprints that they share, ids seen before, and
 * the next due time of each board. Reads by anybody else come from the log, never from these stores.
 */
package io.patchboard.kernel.stream;
