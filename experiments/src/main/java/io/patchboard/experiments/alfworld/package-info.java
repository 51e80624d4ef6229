/**
 * The text games of ALFWorld (Shridhar et al., ICLR 2021), played from their own definitions: what can be done is the
 * PDDL domain's, what is said the grammar's, and nothing else is known of kitchens here. Which number a thing has in
 * its name follows ALFWorld's rule, so that recorded commands mean the same things.
 */
package io.patchboard.experiments.alfworld;
