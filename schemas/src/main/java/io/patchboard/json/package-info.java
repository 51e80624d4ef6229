/**
 * An immutable JSON tree that keeps exact values, with strict reading, RFC 6901 pointers and RFC 8785 canonical bytes.
 *
 * <p>Why not a library's tree: boards need values that nobody can change by type, numbers that are never rounded, and
 * one definition of equality (numeric, order of members not significant) that agrees with the bytes that are hashed.
 *
 * <p>The tree is persistent: an edit makes the objects and arrays along one path anew and shares all others
 * ({@link io.patchboard.json.Run} for large ones). Each of them finds out its size, its digest and what others want to
 * {@linkplain io.patchboard.json.Part remember} once, and keeps it, so the next version finds it there. One tree serves
 * records, states and views, because there is nothing to convert then.
 */
package io.patchboard.json;
