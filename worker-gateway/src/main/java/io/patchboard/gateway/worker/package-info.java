/**
 * What a worker in Java is written against: an {@link io.patchboard.gateway.worker.Invocation} goes in, an
 * {@link io.patchboard.gateway.worker.Answer} comes out. Nothing here knows Kafka, so a worker is tested with plain
 * objects.
 *
 * <p>A worker holds no state of the board and writes none: it answers with a patch, and the kernel decides. It may be
 * asked the same thing twice (a gateway stopped before its answer was on record) and should then be willing to answer
 * again; only the first answer counts. It may be called by several threads at once.
 *
 * <p>Workers reach a gateway through {@link io.patchboard.gateway.worker.WorkerProvider}, which
 * {@link java.util.ServiceLoader} finds; {@code workers.yaml} says which of them serves which worker of a blueprint.
 */
package io.patchboard.gateway.worker;
