/**
 * A simulated model: it stands where a language model would, reads nothing but its prompt, and makes mistakes at
 * published rates. It shows what a system lets through, and nothing of what language models can do.
 */
package io.patchboard.trials.model;
