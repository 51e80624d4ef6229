/**
 * Boards over HTTP, for reading: the list of boards, and each board's status, state and log. They are mounted onto the server
 * of {@link io.patchboard.gateway.http}, beside the routes that change boards and serve workers.
 *
 * <p>Guarantee: what is answered was committed; a status may be some milliseconds behind the log and is never ahead of
 * it.
 *
 * <p>How: a {@link io.patchboard.standalone.http.Boards} follows all logs and keeps each board's latest status and state
 * in memory, folded with the kernel's own applier. Logs are not kept; each request for one reads it from Kafka,
 * few at a time.
 */
package io.patchboard.standalone.http;
