/**
 * An immutable JSON tree that keeps exact values, with strict reading, RFC 6901 pointers and RFC 8785 canonical bytes.
 *
 * <p>Why not a library's tree: boards need values that nobody can change by type, numbers that are never rounded, and
 * one definition of equality (numeric, order of members not significant) that agrees with the bytes that are hashed.
 */
package io.patchboard.json;
