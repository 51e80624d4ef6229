/**
 * Invocations for pollers, each lent for a time.
 *
 * <p>Guarantee: an invocation that was polled is answered, or lent again, or its deadline passes; it is not lost with
 * the poller. It is acknowledged to Kafka only when its answer is on record, or nobody may answer it any more. What
 * this process held when it was killed is delivered again. It may be lent twice at once (a lease ended and the first
 * poller answers after all, a partition moved while it was lent): the proposal's id follows from the invocation's, so
 * it counts once.
 *
 * <p>How: each polled queue has a thread that takes deliveries from its
 * {@link io.patchboard.gateway.source.InvocationSource} into a waiting room, and from there to whoever asks, first come
 * first served. Nothing waits for a poller but a note of what it wants. A waiting room takes what its pollers want and
 * a few more, so that invocations wait where they are asked for.
 *
 * <p>Why a consumer group for each queue: what is lent is held for minutes, and what pollers of other workers wait for
 * lies behind it. A consumer group holds single records at no cost, and goes on reading. A share group would keep one
 * of its few members busy for each record that came alone. What a consumer group is bad at, more members than
 * partitions, does not matter here: any server serves any poller, and one whose pollers have gone leaves the group
 * after some seconds.
 *
 * <p>What it costs: a partition's invocations are lent by one server at a time. One that has lent something of the
 * queue keeps its partitions until that is answered or given back. What was answered behind an invocation that nobody
 * asked for is delivered again when its partition moves to another server, and may be worked on twice; it counts once.
 *
 * <p>Bounds: the waiting rooms hold 1,000 invocations each, and all together a part of the heap. When a room is full of
 * invocations that nobody asks for while somebody asks for others, the oldest go back to the source, which delivers
 * them again later; with 500 of those it stops reading.
 *
 * <p>What breaks it: a group gets all invocations of its queue. Workers that something else serves should have a queue
 * of their own, or pollers should name the workers they serve.
 */
package io.patchboard.gateway.http.lease;
