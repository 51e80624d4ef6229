/**
 * Where invocations come from, behind {@link io.patchboard.gateway.source.InvocationSource}.
 *
 * <p>Threads: {@code poll}, {@code drain} and {@code close} belong to one thread, that of the gateway (or of the polled
 * queue); only a share group has threads of its own, one for each lane, of which each owns its consumer. What a
 * {@link io.patchboard.gateway.source.Delivery} offers may be called by any thread: it leaves a note that the owner of
 * the consumer finds at its next poll, so no consumer is ever used by two threads.
 *
 * <p>Guarantee: at least once. A delivery that was not acknowledged comes again, here or to another gateway of the
 * group, also after a crash. What makes an answer count once is the kernel, not the source.
 *
 * <p>{@link io.patchboard.gateway.source.Sources} opens one of three by configuration, and what comes next where the
 * broker does not support it. A share group ({@code ShareGroupSource}) keeps locks and acknowledgements record by
 * record, so that more gateways than partitions share the work and a stopped one gives back exactly what it did not do.
 * It costs members: a share consumer that holds a record cannot fetch ({@code ShareLane}), so there are always some
 * that hold nothing ({@code ShareLanes}). Its locks hold only as long as they are renewed, and its deliveries are
 * counted: nothing is released without need.
 *
 * <p>{@link io.patchboard.gateway.source.ConsumerGroupSource} maps single acknowledgements, in any order, to a consumer
 * group's one committed offset for each partition: the offset of the first record that is not acknowledged yet. One
 * slow worker therefore holds back the offset, not the work; after a crash, what was answered behind it is delivered
 * again, and its answers are dropped by the kernel as repeats.
 */
package io.patchboard.gateway.source;
