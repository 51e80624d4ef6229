/**
 * The team of the example {@code household}, for {@code workers.yaml}: the roles of
 * {@link io.patchboard.experiments.household} as workers, which count the tokens that a model would have been charged.
 */
package io.patchboard.examples.household;
