/**
 * Commands and proposals, and what the kernel makes of them, for callers who wait.
 *
 * <p>Guarantee: nobody is told "committed" but by the committed topic. Who asks is noted before the request is sent,
 * and nothing is sent before the reading of outcomes has begun, so no outcome is missed. A request whose id was used
 * before gets the outcome that it had: from memory, or from the board's log.
 *
 * <p>How: {@link io.patchboard.client.ask.Outcomes} follows all partitions of the committed and the rejected topic from
 * their end, and reads records of such boards only as somebody waits for. It begins with the first request. What was
 * decided stays in memory up to a bound, for callers who ask again.
 *
 * <p>What it costs: the bytes of both topics over the network. An id that somebody uses again, and that is in no
 * memory, costs one reading of its board's partition; these are done one at a time, and take 10 s at most.
 *
 * <p>What sends requests, and what knows them by their outcome, belongs here.
 */
package io.patchboard.client.ask;
