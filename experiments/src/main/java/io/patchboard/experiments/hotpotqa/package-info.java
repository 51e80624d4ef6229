/**
 * HotpotQA (Z. Yang et al., 2018): questions in the official format, the official measures, and a baseline team that
 * uses no language model. The baseline is general: BM25, sentences, spans. It has nothing of any question in it, and
 * was tuned on none.
 */
package io.patchboard.experiments.hotpotqa;
