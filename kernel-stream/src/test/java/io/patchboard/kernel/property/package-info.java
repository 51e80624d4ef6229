/**
 * What holds for any blueprint, any state and any stream of requests, tried on random ones. Every run has new seeds,
 * prints the first, and names the one that failed.
 */
package io.patchboard.kernel.property;
