/**
 * Worlds written down in PDDL (McDermott et al., 1998; Fox and Long, 2003), played rather than planned: types without
 * subtypes, conditions of and, or, not, exists and equality, effects with conditions. Functions and costs are read
 * over; a domain with more is refused.
 */
package io.patchboard.experiments.pddl;
