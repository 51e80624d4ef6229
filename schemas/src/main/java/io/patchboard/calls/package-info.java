/**
 * Calls to others over HTTP: to language models, to workers that are endpoints, to a Schema Registry. What such a call
 * can do wrong is taken care of here, once:
 *
 * <ul>
 *   <li><b>Time.</b> {@link io.patchboard.calls.HttpCaller#send} ends by its {@link io.patchboard.calls.Deadline},
 *       whatever the other side does: connecting, headers and each byte of the body count. The JDK's own timeout ends
 *       with the headers.
 *   <li><b>Memory.</b> A body is taken in as it comes and dropped at a limit; what the headers say of its length is not
 *       believed.
 *   <li><b>Trying again.</b> {@link io.patchboard.calls.RetryPolicy} repeats what may go better the next time, after
 *       pauses that double, or as long as was asked for ({@link io.patchboard.calls.RetryAfter}), while there is time.
 *   <li><b>Where to.</b> {@link io.patchboard.calls.Outbound} says which hosts may be called, and looks at the
 *       addresses that their names lead to.
 *   <li><b>Giving up.</b> Interrupting the thread that waits ends its call; closing the caller ends all of its calls.
 * </ul>
 *
 * <p>A call holds the thread that makes it, which should be a virtual one. The JDK's client does its own work on
 * virtual threads, too: its default, the common pool, has one thread on two cores, and whoever blocks that one blocks
 * all calls.
 *
 * <p>It stands in the lowest module, because the client of the Schema Registry does; of PatchBoard it knows how much of
 * a response is read, and needs nothing else but the JDK. What a response means is for its callers to say.
 */
package io.patchboard.calls;
