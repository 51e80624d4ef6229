/** How sure a measured figure is: intervals of proportions, and of everything else by resampling. Chance is seeded. */
package io.patchboard.experiments.stats;
