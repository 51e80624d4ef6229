/**
 * Where invocations come from, behind {@link io.patchboard.gateway.source.InvocationSource}.
 *
 * <p>Guarantee: at least once. A delivery that was not acknowledged comes again, here or to another gateway of the
 * group, also after a crash. What makes an answer count once is the kernel, not the source.
 *
 * <p>{@link io.patchboard.gateway.source.ConsumerGroupSource} maps single acknowledgements, in any order, to a consumer
 * group's one committed offset for each partition: the offset of the first record that is not acknowledged yet. One
 * slow worker therefore holds back the offset, not the work; after a crash, what was answered behind it is delivered
 * again, and its answers are dropped by the kernel as repeats. A share group keeps acknowledgements record by record
 * and fits behind the same interface.
 */
package io.patchboard.gateway.source;
