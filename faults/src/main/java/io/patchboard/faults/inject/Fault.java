package io.patchboard.faults.inject;

import io.patchboard.faults.world.Reached;

/**
 * One bad record, and the state that it is sent to.
 *
 * @param variety what is wrong with it, in a word or two
 * @param actor the role of who really sent it, whatever the record says; empty for a stranger
 * @param entitled whether they had a right to speak then
 */
public record Fault(String variety, Reached at, String actor, boolean entitled, byte[] record) {}
