/**
 * Boards over HTTP, for reading: the list of boards, and each board's status, state and log. They are mounted onto the
 * server of {@link io.patchboard.gateway.http}, beside the routes that change boards and serve workers.
 *
 * <p>Guarantee: what is answered was committed, and never ahead of the log. Of one board it is not behind what this
 * server has answered before; else it may be some milliseconds behind the log.
 *
 * <p>How: everything is asked of the {@link io.patchboard.client.model.BoardModel}, few requests at a time, since
 * each reads from disk and holds a thread for as long.
 */
package io.patchboard.standalone.http;
