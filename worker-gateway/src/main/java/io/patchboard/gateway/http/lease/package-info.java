/**
 * Invocations for pollers, each lent for a time.
 *
 * <p>Guarantee: an invocation that was polled is answered, or lent again, or its deadline passes; it is not lost with the
 * poller. It is acknowledged to Kafka only when its answer is on record, or nobody may answer it any more. What this process
 * held when it was killed is delivered again. It may be lent twice at once (a lease ended and the first poller answers after
 * all, two servers while partitions move): the proposal's id follows from the invocation's, so it counts once.
 *
 * <p>How: each polled queue has a thread that takes deliveries from its {@link
 * io.patchboard.gateway.source.InvocationSource} into a waiting room, and from there to whoever asks, first come first
 * served. All servers with the same group share a queue. Nothing waits for a poller but a note of what it wants.
 *
 * <p>Bounds: the waiting rooms hold 1,000 invocations each, and all together a part of the heap. When a room is full of
 * invocations that nobody asks for while somebody asks for others, the oldest go back to the source, which delivers them
 * again later. A queue that nobody polls for some minutes is closed, and what waits there goes back.
 *
 * <p>What breaks it: a group gets all invocations of its queue. Workers that something else serves should have a queue of
 * their own, or pollers should name the workers they serve.
 */
package io.patchboard.gateway.http.lease;
