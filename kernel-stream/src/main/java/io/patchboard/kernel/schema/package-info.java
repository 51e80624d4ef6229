/**
 * JSON Schema 2020-12 for states, inputs and fragments of both.
 *
 * <p>What the room guarantees: a schema that compiles can be used on any value without a network or file access,
 * without overflowing the stack and within a bound of work; and a value that violates it is told so in the same words
 * and order on every machine. So {@link io.patchboard.kernel.schema.JsonSchema#compile} refuses, all at once and each
 * with its place: what the 2020-12 meta-schema refuses, references that lead nowhere or outside of the document,
 * references that loop without descending into the value, and patterns that cannot run in linear time.
 *
 * <p>{@code format} and the {@code content*} keywords are annotations, as 2020-12 has it by default: they never refuse
 * a value. To assert, add a {@code pattern}.
 *
 * <p>Patterns are ECMA-262 in syntax and run in linear time, most of them on RE2/J. Lookaround and backreferences do
 * not exist there; {@link io.patchboard.kernel.schema.LinearRegex} says how a pattern is carried over, and
 * {@link io.patchboard.kernel.schema.OnePassRegex} which ones need no RE2/J.
 *
 * <p>{@link io.patchboard.kernel.schema.SchemaWalk} reads a schema as a graph and finds what is wrong with it,
 * {@link io.patchboard.kernel.schema.SchemaCompiler} makes its places into what judges values, which stands in the room
 * {@code keyword}. A value is first asked whether it is valid, and only one that is not is gone through for what to say
 * about it.
 */
package io.patchboard.kernel.schema;
