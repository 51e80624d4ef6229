/**
 * The parts of a service under test, each in a JVM of its own: broker, kernel, and what the kernel is compared with.
 */
package io.patchboard.bench.process;
