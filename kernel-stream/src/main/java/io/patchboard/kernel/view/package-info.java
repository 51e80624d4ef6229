/**
 * Views: what an invited worker gets to know.
 *
 * <p>A view is a function of the board and the blueprint alone. It holds what the read contract names and nothing that
 * is private to others, within a budget of characters and tokens; its hash stands in the invocation and again in what
 * the worker's answer became, so the log says what each worker saw when it said what it said.
 */
package io.patchboard.kernel.view;
