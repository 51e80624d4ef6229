/**
 * PatchBoard in one process, and what the commands that run boards have in common.
 *
 * <p>{@link io.patchboard.standalone.run.AllInOne} is broker, kernel and gateways together, started and stopped in the
 * right order.
 */
package io.patchboard.standalone.run;
