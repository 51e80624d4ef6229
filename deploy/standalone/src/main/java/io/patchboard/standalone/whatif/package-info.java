/** Boards under another blueprint: the verdicts of all of them together, by clause. */
package io.patchboard.standalone.whatif;
