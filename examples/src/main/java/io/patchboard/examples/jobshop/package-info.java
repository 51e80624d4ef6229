/** The workers of the example {@code job-shop}: those of the experiment, as a gateway serves them. */
package io.patchboard.examples.jobshop;
