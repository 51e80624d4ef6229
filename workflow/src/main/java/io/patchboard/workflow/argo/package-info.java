/**
 * Workflows and those of Argo (ALAS, appendix A.4). What Argo made is read as series and parallels of tasks, and comes
 * back as it was; what is written for Argo has a task for each node and each branch edge, and a note for the rest.
 */
package io.patchboard.workflow.argo;
