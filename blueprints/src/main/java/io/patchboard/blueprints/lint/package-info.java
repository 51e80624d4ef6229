/**
 * What is allowed in a blueprint but cannot be meant, found without running it ({@link
 * io.patchboard.blueprints.lint.Linter}), and what its conditions cost.
 *
 * <p>The checks know no blueprints. Rules and workers come as a {@link io.patchboard.blueprints.lint.RuleGraph}, write
 * contracts as {@link io.patchboard.blueprints.lint.Claim}s, so that a new kind of rule is a new edge and not a new
 * case in each check. Conditions are not looked into: what a check says of a blueprint holds whatever its CEL comes to,
 * and where it is not certain it says nothing. Each check is linear in the graph, or has a bound of steps.
 */
package io.patchboard.blueprints.lint;
