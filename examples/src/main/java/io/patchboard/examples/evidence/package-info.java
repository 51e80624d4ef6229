/**
 * The team of the example {@code evidence-review}: four scripted workers that answer questions of HotpotQA by honest
 * lexical work, and the score of what they answered.
 *
 * <p>They stand in for models, so that the example runs anywhere, at once and in the same way each time. They read a
 * question by its form ({@link io.patchboard.examples.evidence.Question}), find what a paragraph says by patterns
 * ({@link io.patchboard.examples.evidence.Property}) and compare words
 * ({@link io.patchboard.examples.evidence.Words}). Nothing is tuned to a single question, and what is not understood is
 * answered with "unknown". No worker sees the gold answers: those are in a file of their own, for
 * {@link io.patchboard.examples.evidence.EvidenceScore} alone.
 *
 * <h2>Errors on purpose</h2>
 *
 * <p>The input of a board lists mistakes that models make ({@link io.patchboard.examples.evidence.Fault}). A worker is
 * a function of its invocation: whether it errs depends on that list, on the item, and on the attempt, and on nothing
 * else. So on a board that lists them all and has two sources, as the first of the demonstration, each mistake is made
 * and rejected exactly once, however the threads of the gateway interleave. What may differ from run to run is which of
 * the two extractors comes first, and with it the order of the claims.
 */
package io.patchboard.examples.evidence;
