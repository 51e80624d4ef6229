/**
 * What is wrong with a workflow: well-formedness 1 to 5 of ALAS section 3.2 and the validator's checks 1 to 6 of
 * appendix A.2, a class for each concern. All errors are told at once. What cannot be decided is said, and is no
 * error.
 */
package io.patchboard.workflow.check;
