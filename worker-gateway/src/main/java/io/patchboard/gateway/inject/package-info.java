/** Faults that are put between a worker and its answers, on purpose and by a seed. */
package io.patchboard.gateway.inject;
