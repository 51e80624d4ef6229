/**
 * One board, folded from its log with the kernel's own applier: as it is, as it was in each version, what it waits for,
 * and what the kernel would make of a proposal to it.
 *
 * <p>What turns the entries of one board into an answer belongs here. It gets the entries from its caller, in order,
 * and knows neither Kafka nor a disk.
 */
package io.patchboard.client.board;
