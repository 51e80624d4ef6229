/**
 * A team that plays household games: planner, actor, verifier and repair decide by a fixed policy, each from the view
 * that it is shown and nothing else; the environment is the game. They stand in for language models, and are none. What
 * they read they find by JSON Pointer, so whatever a view leaves out they do not know.
 */
package io.patchboard.experiments.household;
