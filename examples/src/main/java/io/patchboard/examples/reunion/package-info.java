/** The example {@code family-reunion}: a family that wants to be at home for dinner. */
package io.patchboard.examples.reunion;
