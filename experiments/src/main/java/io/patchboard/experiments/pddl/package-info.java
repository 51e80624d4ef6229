/**
 * Worlds written down in PDDL (McDermott et al., 1998; Fox and Long, 2003), played rather than planned: types,
 * conditions of and, or, not, equality and quantifiers, effects with conditions. Functions and costs are read over.
 */
package io.patchboard.experiments.pddl;
