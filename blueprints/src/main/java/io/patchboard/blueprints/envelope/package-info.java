/**
 * What a blueprint may grant at most. Whoever writes a blueprint decides who may change what, so where a model writes
 * it, a person bounds it: an {@link io.patchboard.blueprints.envelope.Envelope} names the workers, queues, paths and
 * budgets that may be granted, and a blueprint that grants more is refused, with each place.
 *
 * <p>The guarantee: of a blueprint without violations, no worker can read or write a place, be called over a queue, be
 * answered for by boards of another blueprint, or propose unasked, unless the envelope says so, and no board of it can
 * use up more than the bounds. What boards are told that answer for a worker may be any value but private ones: who
 * names their blueprint trusts it with all of the state. It is judged by
 * what the compiled blueprint grants, not by its text. A granted set of places has to be within one line of the
 * envelope; that it is within several of them together is not found out, so such a grant is refused though it would be
 * harmless.
 *
 * <p>Not bounded are what workers are told, what rules invoke, and what a state may be.
 */
package io.patchboard.blueprints.envelope;
