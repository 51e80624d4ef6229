/**
 * Seeded choices, for whoever makes up situations and faults. Knows nothing of either.
 */
package io.patchboard.faults.dice;
