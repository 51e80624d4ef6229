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
 *
 * <p>Typed values are read in two ways, and no third is needed. {@code record.Fields} ends at the first that is not as
 * expected: a record is taken or refused as a whole, and by whoever sent it. {@link io.patchboard.json.JsonPlace} takes
 * what there is: for a document that people write, all of whose errors are collected, and for what others answer, of
 * which more may come than is known here.
 */
package io.patchboard.json;
