/** How a board ends, or a worker's attempts do: completion, halts, budgets, retries that are spent. */
package io.patchboard.kernel.decide.ending;
