/**
 * Runs workers that are HTTP endpoints: the invocation is posted, and the response is the answer, or the promise of
 * one.
 *
 * <p>What is guaranteed is what every runner guarantees: an answer, always, and in bounded time and memory. Each
 * invocation has a virtual thread ({@link io.patchboard.gateway.runner.http.HttpRunner} starts it), on which it goes
 * through its attempts from top to bottom, and another that keeps its time; {@link io.patchboard.calls} sends the
 * requests. What else it takes:
 *
 * <ul>
 *   <li>One limit holds for all of a call: attempts, pauses, a body that trickles, and the wait for a callback. It
 *       begins when the worker has a place for the first request; until then it has the invocation's time.
 *   <li>The same invocation may arrive twice at the worker, because a request whose response was lost is sent again.
 *       Each carries the key of the logical action as {@code Idempotency-Key}, or the invocation's id where it has
 *       none, and only one answer ever counts on the board.
 *   <li>A callback may overtake the response that announces it. So its place is laid before the request goes out.
 *   <li>Redirects are not followed: a signed view of a board would go to whoever the worker names.
 * </ul>
 *
 * <p>A callback needs no password. Its URL holds the invocation's id, which cannot be guessed and is good for one
 * answer.
 */
package io.patchboard.gateway.runner.http;
