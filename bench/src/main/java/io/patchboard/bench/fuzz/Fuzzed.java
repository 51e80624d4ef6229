package io.patchboard.bench.fuzz;

/**
 * One record to send.
 *
 * @param command whether it goes to the topic of commands, or to that of proposals
 * @param key may be absent
 * @param value may be absent
 */
record Fuzzed(boolean command, byte[] key, byte[] value) {}
