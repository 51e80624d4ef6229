/**
 * Replay: a board from its log alone, and an audit of the log on the way.
 *
 * <p>The fold is {@code board = apply(board, entry)} with the kernel's own applier. The audit recomputes what the log
 * claims (the dense sequence, the hash chain, the hash of every state and view) and holds each entry against what
 * {@code docs/log-and-hashes.md} says of it.
 */
package io.patchboard.kernel.replay;
