/** A board's log in the words of ALAS (3.2, appendix A.8). */
package io.patchboard.workflow.log;
