/**
 * Workflows as blueprints, so that the kernel runs them (ALAS, section 3.3): tasks are workers, what leads from one to
 * the next is a rule, retries and timeouts are the kernel's policies. Maps and parallels have a board made for each
 * item and branch. Nodes that call nobody become conditions and delays of these rules. What a blueprint cannot say is
 * named with its place.
 */
package io.patchboard.workflow.blueprint;
