/**
 * The keywords of JSON Schema 2020-12, ready to judge values.
 *
 * <p>A {@link io.patchboard.kernel.schema.keyword.Subschema} asks its keywords in a fixed order until one refuses. What
 * it says of a value depends on the value alone: not on how it got there (that is compiled in), not on the order of
 * members, and not on what was judged before. The work is counted the same way, so a validation that is given up is
 * given up on every machine.
 */
package io.patchboard.kernel.schema.keyword;
