/**
 * The real Kafka server inside this process, so that PatchBoard runs with nothing installed but a JDK.
 *
 * <p>Guarantee: what {@link io.patchboard.standalone.broker.EmbeddedBroker} starts is the same KRaft server that a
 * cluster runs, one node being broker and controller at once. It keeps its data through a restart and through a kill.
 * A start either gives a broker that serves clients or ends, in bounded time, with a
 * {@link io.patchboard.standalone.broker.BrokerStartException} that says what to do.
 *
 * <p>What it costs: one node has one copy of everything, and Kafka leaves flushing to the operating system. The data
 * survives the end of the process in any form; it does not survive the loss of the disk, and the last moments may not
 * survive the loss of power. A cluster is the answer to both.
 *
 * <p>What would break it: Kafka ends its process on faults that it cannot repair ({@code Exit.exit},
 * {@code Exit.halt}). In a process that also runs the kernel this would cut everything off without a word, so both are
 * intercepted, for the whole process and for its whole life, and become a
 * {@linkplain io.patchboard.standalone.broker.EmbeddedBroker#fault() fault} of the running brokers. A full disk
 * is none: Kafka is started again when there is room.
 */
package io.patchboard.standalone.broker;
