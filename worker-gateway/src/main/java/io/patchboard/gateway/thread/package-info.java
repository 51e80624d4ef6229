/**
 * How threads are made that are not simply started as virtual ones.
 *
 * <p>Virtual threads do what waits: calls and answers; and what is due of {@link io.patchboard.gateway.thread.Alarm}s,
 * for all of which one platform thread waits. The others are for what may hold a carrier: Kafka's consumers, which poll
 * without an end; the pipes of programs, as reading a pipe blocks in the kernel; and workers written in Java, of which
 * nobody knows what they do. Each of these has an owner that starts and ends it; the package
 * {@link io.patchboard.gateway} lists them.
 */
package io.patchboard.gateway.thread;
