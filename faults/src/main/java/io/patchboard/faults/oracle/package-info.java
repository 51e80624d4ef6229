/**
 * Judges states, by schema, contract and claims, with other libraries and other code than the kernel has; a test holds
 * that. Knows worlds, and no system.
 */
package io.patchboard.faults.oracle;
