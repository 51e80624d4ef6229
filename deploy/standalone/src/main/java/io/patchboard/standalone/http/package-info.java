/**
 * Boards over HTTP, for reading: the list of boards, and each board's status, state and log. They are mounted onto the server
 * of {@link io.patchboard.gateway.http}, beside the routes that change boards and serve workers.
 *
 * <p>Guarantee: what is answered was committed; a status may be some milliseconds behind the log and is never ahead of
 * it.
 *
 * <p>How: everything is asked of the {@link io.patchboard.standalone.model.BoardModel}, few requests at a time, since each reads from
 * disk and holds a thread for as long.
 */
package io.patchboard.standalone.http;
