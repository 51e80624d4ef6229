/**
 * Makes faults of what honest workers of a {@link io.patchboard.faults.world world} would have said, one class for each
 * kind. A fault must be one: it is checked against the {@link io.patchboard.faults.oracle oracle} before it is used.
 */
package io.patchboard.faults.inject;
