/**
 * Runs workers that are HTTP endpoints: the invocation is posted, and the response is the answer, or the promise of
 * one.
 *
 * <p>What is guaranteed is what every runner guarantees: an answer, always, and in bounded time and memory. Requests
 * are asynchronous, so a worker that takes its time costs a connection and no thread. What that takes:
 *
 * <ul>
 *   <li>The client's own timeout ends with the headers of a response. So each call has one alarm, which is set before
 *       anything else and ends all of it: the wait for a free request, attempts, pauses, a body that trickles, and the
 *       wait for a callback.
 *   <li>A body is taken in as it comes and dropped at a limit. What the headers say of its length is not believed.
 *   <li>The same invocation may arrive twice at the worker, because a request whose response was lost is sent again.
 *       Each carries the invocation's id as {@code Idempotency-Key}, and only one answer ever counts on the board.
 *   <li>A callback may overtake the response that announces it. So its place is laid before the request goes out.
 *   <li>Redirects are not followed: a signed view of a board would go to whoever the worker names.
 * </ul>
 *
 * <p>A callback needs no password. Its URL holds the invocation's id, which cannot be guessed and is good for one
 * answer.
 */
package io.patchboard.gateway.runner.http;
