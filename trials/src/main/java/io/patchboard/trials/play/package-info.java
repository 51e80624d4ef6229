/**
 * One episode: a game, played once through one arm. Arms share game, model, prompts' wording, limits and the roles of
 * the household team; what is different is what becomes of an answer, and what the next one is shown. Nobody who
 * plays is told the arm's name.
 */
package io.patchboard.trials.play;
