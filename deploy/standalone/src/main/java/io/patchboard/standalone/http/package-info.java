/**
 * Boards over HTTP, for reading: health, the list of boards, and each board's status, state and log.
 *
 * <p>Guarantee: what is answered was committed; a status may be some milliseconds behind the log and is never ahead of
 * it. Errors are problem documents (RFC 9457). Nothing can be changed here: commands and proposals go to their topics.
 *
 * <p>How: a {@link io.patchboard.standalone.http.Boards} follows all logs and keeps each board's latest status and state
 * in memory, folded with the kernel's own applier. Logs are not kept; each request for one reads it from Kafka,
 * few at a time.
 *
 * <p>What would break it: there is no authentication, so the server binds to 127.0.0.1 and refuses requests whose
 * {@code Host} is another name, which is how a web page would come in (DNS rebinding).
 */
package io.patchboard.standalone.http;
