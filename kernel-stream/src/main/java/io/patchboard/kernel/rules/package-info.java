/**
 * Workflow rules: from what happened on a board to who is to be invited.
 *
 * <p>A rule on a path fires once for each place that changed and that its pattern names. Where a whole subtree came or
 * went at once, the outermost places inside of it count, so that {@code /claims/**} fires once for a claim and not
 * again for each of its members. Rules fire by priority, then in the order of their names, places in the order in which
 * the patch changed them.
 */
package io.patchboard.kernel.rules;
