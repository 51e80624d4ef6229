/**
 * JSON Schema 2020-12 for states, inputs and fragments of both.
 *
 * <p>What the room guarantees: a schema that compiles can be used on any value without a network or file access, without
 * overflowing the stack and within a bound of work; and a value that violates it is told so in the same words and order
 * on every machine. So {@link io.patchboard.kernel.schema.JsonSchema#compile} refuses, all at once and each with its
 * place: what the 2020-12 meta-schema refuses, references that lead nowhere or outside of the document, references that
 * loop without descending into the value, and patterns that cannot run in linear time.
 *
 * <p>{@code format} and the {@code content*} keywords are annotations, as 2020-12 has it by default: they never refuse a
 * value. To assert, add a {@code pattern}.
 *
 * <p>Patterns are ECMA-262 in syntax and run on RE2/J, which has no backtracking. Lookaround and backreferences do not
 * exist there; {@link io.patchboard.kernel.schema.LinearRegex} says how a pattern is carried over.
 *
 * <p>The work is done by networknt's validator on Jackson trees, which stay inside. The order of violations (document
 * order, then keyword) and their wording are ours, so that the engine can be exchanged.
 */
package io.patchboard.kernel.schema;
