/**
 * What boards are about: blueprints, situations to be in, honest teams and the values that are right or wrong. Draws by
 * {@link io.patchboard.faults.dice}; knows of no fault, no system and no judge.
 */
package io.patchboard.faults.world;
