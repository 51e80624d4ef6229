/** Estimates how many tokens a text costs a language model. */
package io.patchboard.kernel.tokens;
