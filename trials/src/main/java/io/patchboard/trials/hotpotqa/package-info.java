/**
 * The diagnostic of the paper's appendix C: a question of HotpotQA, answered once through one arm. Arms share
 * question, model, roles, wording of prompts and limits; what is different is what becomes of an answer.
 */
package io.patchboard.trials.hotpotqa;
