/**
 * Boards that are played before they are run: a blueprint, an input, what each worker would answer, and what is
 * expected to come of it. The kernel's own decisions, in memory, with a clock that jumps to whatever is due next; no
 * Kafka, no worker, no waiting.
 *
 * <p>What reads files and prints is in the command's package.
 */
package io.patchboard.standalone.scenario;
