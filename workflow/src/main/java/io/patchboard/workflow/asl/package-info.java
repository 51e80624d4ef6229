/**
 * Amazon States Language, to and from the workflow representation (ALAS, appendix A.4 and A.5).
 *
 * <p>What the representation has no word for stays as it is in a node's {@code params.asl}, so that it comes back on
 * the way out. What cannot be said at all is named with its place.
 */
package io.patchboard.workflow.asl;
