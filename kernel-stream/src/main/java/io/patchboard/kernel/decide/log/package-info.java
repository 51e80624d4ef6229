/** What is being decided: the entries so far, and the board after the latest of them. */
package io.patchboard.kernel.decide.log;
